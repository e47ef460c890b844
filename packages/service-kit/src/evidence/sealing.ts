import { createHash, type KeyObject } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

/**
 * Makes the detached JWS (RFC 7515, appendix F) of content that is too large to be in memory at once. Ed25519 reads what it
 * signs twice (RFC 8032, 5.1.6): the content is given to `add` from its beginning to its end, and then to `again`.
 */
export type Sealing = {
  add(chunk: Uint8Array): void;
  again(chunk: Uint8Array): void;
  /** The JWS. Throws when the content was another one the second time: one nonce for two texts would give the key away. */
  seal(): string;
};

const { Point } = ed25519;
const { Fn: scalars } = Point;

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

const toBytes = (number: bigint): Buffer => Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse();

/** SHA-512 over what comes before, and then the base64url of the content. */
const makeDigest = (...before: (Uint8Array | string)[]) => {
  const digest = createHash('sha512');
  const content = createHash('sha256');
  for (const part of before) digest.update(part);
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(chunk: Uint8Array): void {
      content.update(chunk);
      const bytes = Buffer.concat([rest, chunk]);
      // Three bytes are four letters, whatever follows.
      const whole = bytes.length - (bytes.length % 3);
      digest.update(bytes.toString('base64url', 0, whole));
      rest = bytes.subarray(whole);
    },
    end(): { scalar: bigint; checksum: string } {
      digest.update(rest.toString('base64url'));
      return { scalar: scalars.create(toNumber(digest.digest())), checksum: content.digest('hex') };
    },
  };
};

/** Begins the detached JWS of a content that comes in pieces, by an Ed25519 private key; it is the one that `signJws` makes. */
export const beginSealing = (header: { alg: 'EdDSA' } & Record<string, string>, key: KeyObject): Sealing => {
  const secret = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url');
  const { prefix, scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(secret);
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const first = makeDigest(prefix, `${head}.`);

  const beginAgain = () => {
    const { scalar: nonce, checksum } = first.end();
    const commitment = Point.BASE.multiply(nonce).toBytes();
    return { nonce, checksum, commitment, digest: makeDigest(commitment, pointBytes, `${head}.`) };
  };
  let second: ReturnType<typeof beginAgain> | undefined;
  const started = () => {
    second ??= beginAgain();
    return second;
  };

  return {
    add: first.add,
    again: (chunk) => started().digest.add(chunk),
    seal() {
      const { nonce, checksum, commitment, digest } = started();
      const challenge = digest.end();
      if (challenge.checksum !== checksum)
        throw new Error('What is to be signed is not the same at the second reading.');
      const answer = scalars.create(nonce + challenge.scalar * scalar);
      return `${head}..${Buffer.concat([commitment, toBytes(answer)]).toString('base64url')}`;
    },
  };
};
