import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { FreshKey, PublicJwk, SigningKey } from './key-ring.ts';
import type { Sealer } from './sealed.ts';

const generate = promisify(generateKeyPair);

/** Makes an RSA key of 2048 bits whose private part leaves this function sealed only. */
export const makeKeyPair = async (sealer: Sealer): Promise<FreshKey> => {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2_048 });
  const kid = randomBytes(12).toString('base64url');
  const { kty, n, e } = publicKey.export({ format: 'jwk' }) as PublicJwk;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { kid, public_jwk: { kty, n, e }, sealed_private: sealer.seal(pem, kid) };
};

/** The key that signs. Throws a sentence when it was sealed with another encryption key. */
export const openPrivateKey = ({ kid, sealed_private }: SigningKey, sealer: Sealer): KeyObject => {
  try {
    return createPrivateKey(sealer.open(sealed_private, kid));
  } catch (cause) {
    throw new Error(
      'The signing keys cannot be opened. IDENTITY_ENCRYPTION_KEY is not the one they were sealed with.',
      { cause },
    );
  }
};

/** The key that verifies. */
export const publicKeyOf = ({ public_jwk }: SigningKey): KeyObject =>
  createPublicKey({ key: { ...public_jwk }, format: 'jwk' });
