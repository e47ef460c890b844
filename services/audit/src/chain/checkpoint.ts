import { createPublicKey, hash, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';
import { invalidField } from '@qsc/service-kit/pure';
import { z } from 'zod';

/** An Ed25519 private key. */
export type SigningKey = KeyObject;

/**
 * What a checkpoint says: at this moment the chain of the organisation held this entry, and so many entries up to it
 * were checked and found unbroken.
 */
export const CheckpointClaims = z.object({
  org_id: z.string(),
  sequence: z.number().int().min(1),
  hash: z.string(),
  entries: z.number().int(),
  at: z.iso.datetime(),
});

export type CheckpointClaims = z.infer<typeof CheckpointClaims>;

/** The public key as a JSON Web Key (RFC 8037). */
export type CheckpointKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' };

export type Checkpoints = {
  key: CheckpointKey;
  /** The statement as a compact JWS (RFC 7515, EdDSA), to be kept outside. */
  sign(claims: CheckpointClaims): string;
  /** What a checkpoint of ours says. Throws `validation_failed` when it was not made with this key. */
  open(jws: string): CheckpointClaims;
};

const TYPE = 'audit-checkpoint+jws';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

const keyOf = (publicKey: KeyObject): CheckpointKey => {
  const { x = '' } = publicKey.export({ format: 'jwk' }) as JsonWebKey;
  const kid = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
};

const Header = z.object({ alg: z.literal('EdDSA'), typ: z.literal(TYPE), kid: z.string() });

const claimsOf = (jws: string, publicKey: KeyObject): CheckpointClaims | null => {
  const [header = '', payload = '', signature = '', ...rest] = jws.split('.');
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned || rest.length > 0) return null;
  Header.parse(decode(header));
  return CheckpointClaims.parse(decode(payload));
};

/** Signs and opens checkpoints with one key. The key id is the key's thumbprint (RFC 7638). */
export const makeCheckpoints = (privateKey: SigningKey): Checkpoints => {
  const publicKey = createPublicKey(privateKey);
  const key = keyOf(publicKey);
  return {
    key,
    sign(claims) {
      const signed = `${encode({ alg: 'EdDSA', typ: TYPE, kid: key.kid })}.${encode(claims)}`;
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    open(jws) {
      try {
        const claims = claimsOf(jws, publicKey);
        if (claims) return claims;
      } catch {
        // A signed text that is no checkpoint is refused like an unsigned one.
      }
      throw invalidField(
        'checkpoint',
        'invalid_signature',
        'This is no checkpoint that was signed with the checkpoint key.',
      );
    },
  };
};
