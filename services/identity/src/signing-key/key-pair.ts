import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { SealedField, Sealer } from '@qsc/service-kit';
import type { FreshKey, KeyRing, PublicJwk, SigningKey } from './key-ring.ts';

const generate = promisify(generateKeyPair);

/** What of the encryption key seals the ring; another purpose has another key. */
export const SEALING_PURPOSE = 'signing-keys';

const toSealedPlace = (kid: string): SealedField => ({
  org_id: null,
  collection: 'signing_key_ring',
  id: kid,
  field: 'sealed_private',
});

/** Makes an RSA key of 2048 bits whose private part leaves this function sealed only. */
export const makeKeyPair = async (sealer: Sealer): Promise<FreshKey> => {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2_048 });
  const kid = randomBytes(12).toString('base64url');
  const { kty, n, e } = publicKey.export({ format: 'jwk' }) as PublicJwk;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { kid, public_jwk: { kty, n, e }, sealed_private: sealer.seal(pem, toSealedPlace(kid)) };
};

/** The key that signs. Throws a sentence when it was sealed with another encryption key. */
export const openPrivateKey = ({ kid, sealed_private }: SigningKey, sealer: Sealer): KeyObject => {
  try {
    return createPrivateKey(sealer.open(sealed_private, toSealedPlace(kid)));
  } catch (cause) {
    throw new Error(
      'The signing keys cannot be opened. IDENTITY_ENCRYPTION_KEY is not the one they were sealed with, nor is a former key.',
      { cause },
    );
  }
};

/** The key that verifies. */
export const toPublicKey = ({ public_jwk }: SigningKey): KeyObject =>
  createPublicKey({ key: { ...public_jwk }, format: 'jwk' });

/** The ring with every key sealed by the current encryption key, or null when all are. Throws as `openPrivateKey` does. */
export const reseal = (ring: KeyRing, sealer: Sealer): KeyRing | null => {
  if (ring.keys.every(({ sealed_private }) => sealer.isCurrent(sealed_private))) return null;
  const keys = ring.keys.map((key) => {
    const pem = openPrivateKey(key, sealer).export({ type: 'pkcs8', format: 'pem' }).toString();
    return { ...key, sealed_private: sealer.seal(pem, toSealedPlace(key.kid)) };
  });
  return { ...ring, keys, version: ring.version + 1 };
};
