import type { KeyObject } from 'node:crypto';
import { type EvidenceKey, toEvidenceKey } from './evidence-key.ts';
import { detachPayload, signJws } from './jws.ts';
import { beginSealing, type Sealing } from './sealing.ts';

/** The key that signs now and the public keys by which what was ever signed is checked. */
export type KeyRing = {
  /** The key that signs comes first. */
  keys: readonly EvidenceKey[];
  /** The id of the key that signs. */
  keyId: string;
  /** A compact JWS over the text; `type` says what it is (`typ`). */
  sign(type: string, payload: string): string;
  /** The same without the text. */
  signDetached(type: string, payload: string): string;
  /** The same for content that comes in pieces, such as a file. */
  beginSealing(type: string): Sealing;
};

type Parts = { signingKey: KeyObject; formerKeys?: readonly EvidenceKey[] };

/**
 * A ring of Ed25519 keys. To rotate, another private key signs and the former one's public key stays in `formerKeys`. All
 * come from the configuration and none from a database: whoever alters what is signed there could add a key.
 */
export const makeKeyRing = ({ signingKey, formerKeys = [] }: Parts): KeyRing => {
  const current = toEvidenceKey(signingKey);
  const makeHeader = (type: string) => ({ alg: 'EdDSA', typ: type, kid: current.kid }) as const;
  const sign = (type: string, payload: string): string => signJws(makeHeader(type), payload, signingKey);
  return {
    keys: [current, ...formerKeys.filter(({ kid }) => kid !== current.kid)],
    keyId: current.kid,
    sign,
    signDetached: (type, payload) => detachPayload(sign(type, payload)),
    beginSealing: (type) => beginSealing(makeHeader(type), signingKey),
  };
};
