import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { EvidenceKey, toEvidenceKey, toPublicKey } from './evidence-key.ts';

/** A variable that holds the private key of a ring. */
export const signingKeyVariable = z.string().transform((text, context): KeyObject => {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The reason may hold parts of the key, so the sentence below is all that is said.
  }
  context.addIssue({ code: 'custom', message: 'must be an Ed25519 private key, PKCS #8 DER in base64' });
  return z.NEVER;
});

/** A member `d` would be the private key, which has no place among keys that only check. */
const FormerKey = EvidenceKey.partial({ kid: true, alg: true, use: true }).extend({ d: z.undefined().optional() });

const JwkSet = z.object({ keys: z.array(FormerKey) });

const parseFormerKeys = (text: string): EvidenceKey[] =>
  JwkSet.parse(JSON.parse(text)).keys.map((given) => {
    const key = toEvidenceKey(toPublicKey(given));
    if (given.kid !== undefined && given.kid !== key.kid) throw new Error('The key id is not the thumbprint.');
    return key;
  });

/** A variable that holds the public keys which signed before, a JSON Web Key Set (RFC 7517); none when it is not set. */
export const formerKeysVariable = z
  .string()
  .default('')
  .transform((text, context): EvidenceKey[] => {
    try {
      return text === '' ? [] : parseFormerKeys(text);
    } catch {
      // Somebody may have put a private key there by mistake, so nothing of it is repeated.
    }
    context.addIssue({ code: 'custom', message: 'must be a JSON Web Key Set of public Ed25519 keys' });
    return z.NEVER;
  });
