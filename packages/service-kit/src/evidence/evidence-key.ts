import { createPublicKey, hash, type JsonWebKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** An Ed25519 public key as a JSON Web Key (RFC 8037). */
export const EvidenceKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string().meta({ description: "The key's thumbprint (RFC 7638)." }),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});

export type EvidenceKey = z.infer<typeof EvidenceKey>;

/** The public JSON Web Key of an Ed25519 key, private or public. Its id is its thumbprint, so it cannot name another. */
export const toEvidenceKey = (key: KeyObject): EvidenceKey => {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { x = '' } = publicKey.export({ format: 'jwk' }) as JsonWebKey;
  const kid = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
};

/** The key for checking. Throws for an `x` that is no Ed25519 key. */
export const toPublicKey = ({ kty, crv, x }: Pick<EvidenceKey, 'kty' | 'crv' | 'x'>): KeyObject =>
  createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
