import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ByteSource, fromBase64Url, makeBase64UrlEncoder, piecesOf, toBase64Url } from './bytes.ts';
import { QscError } from './errors.ts';
import { type ExportedEntries, makeEntryReader } from './exported-entries.ts';

/** A public key that cannot be used to check an export. */
export class InvalidKeyError extends QscError {}

type Jwk = { readonly kty?: unknown; readonly crv?: unknown; readonly x?: unknown };

/** An Ed25519 public key as a JSON Web Key, or a set of them; either also as the API answers it. */
export type ExportKey =
  | Jwk
  | { readonly keys: readonly Jwk[] }
  | { readonly data: Jwk | { readonly keys: readonly Jwk[] } };

/** What the check of an export has found. */
export type ExportVerification = {
  /** The file is what was signed, and none of its entries is at fault. */
  valid: boolean;
  /**
   * `valid`; `not_signed`: the file is not what was signed; `unknown_key`: another key has signed; `malformed`: this is no
   * signature of an export.
   */
  signature: 'valid' | 'not_signed' | 'unknown_key' | 'malformed';
  /** The key that the signature names. */
  keyId: string | null;
  /** SHA-256 of the file in hexadecimal; null where it was not read. */
  checksum: string | null;
  /** What was found of the entries; null for a file without raw data, of which the signature alone was checked. */
  entries: ExportedEntries | null;
};

const TYPE = 'audit-export+jws';

const { Point } = ed25519;

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes.toReversed())}`);

const areEqual = (one: Uint8Array, other: Uint8Array): boolean => bytesToHex(one) === bytesToHex(other);

/**
 * Checks an Ed25519 signature (RFC 8032, 5.1.7) over a text that comes in pieces, which no signature function takes: `update` takes
 * them, `isValid` tells in the end.
 * @param key 32 bytes
 * @param signature 64 bytes
 */
export const beginVerification = (key: Uint8Array, signature: Uint8Array) => {
  const [commitment, answer] = [signature.subarray(0, 32), numberOf(signature.subarray(32))];
  const digest = sha512.create().update(commitment).update(key);
  return {
    update: (text: Uint8Array): void => void digest.update(text),
    isValid(): boolean {
      const challenge = Point.Fn.create(numberOf(digest.digest()));
      try {
        const expected = Point.BASE.multiplyUnsafe(answer).subtract(Point.fromBytes(key).multiplyUnsafe(challenge));
        return areEqual(expected.toBytes(), commitment);
      } catch {
        // The key is no point of the curve, or the answer is not below the order of the group.
        return false;
      }
    },
  };
};

/** The key set by thumbprint (RFC 7638). Throws `InvalidKeyError`. */
export const readKeys = (given: ExportKey): Map<string, Uint8Array> => {
  const key = 'data' in given ? given.data : given;
  const keys = new Map<string, Uint8Array>();
  for (const { kty, crv, x } of 'keys' in key ? key.keys : [key]) {
    const bytes = kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' ? fromBase64Url(x) : null;
    if (bytes?.length !== 32) throw new InvalidKeyError('This is no Ed25519 public key (JSON Web Key).');
    keys.set(toBase64Url(sha256(utf8ToBytes(JSON.stringify({ crv, kty, x })))), bytes);
  }
  return keys;
};

const readHeader = (part: string, type: string): { kid: string } | null => {
  try {
    const bytes = fromBase64Url(part);
    const { alg, typ, kid, ...rest } = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()));
    return alg === 'EdDSA' && typ === type && Object.keys(rest).length === 0 ? { kid: String(kid) } : null;
  } catch {
    return null;
  }
};

/** The parts of a JWS, whose payload is empty where it is detached (RFC 7515, appendix F); null for what is none of the type. */
export const readSignature = (text: string, type: string) => {
  const [head = '', payload = '', seal = '', ...rest] = text.trim().split('.');
  const signature = fromBase64Url(seal);
  const header = readHeader(head, type);
  if (rest.length > 0 || signature?.length !== 64 || !header) return null;
  return { head, payload, keyId: header.kid, signature };
};

const unread = (signature: 'malformed' | 'unknown_key', keyId: string | null): ExportVerification => ({
  valid: false,
  signature,
  keyId,
  checksum: null,
  entries: null,
});

/**
 * Checks an export of the audit log offline: that the organisation's key has signed exactly this file, and, of a csv or json file with
 * raw data, that every entry fits its own hash and the link to its neighbour.
 * @param source the file; it is read once and never held in memory as a whole.
 * @param signature the detached JWS beside the file.
 * @param key the public key, from where you trust it; nothing in the file or its signature can name another.
 * @throws `InvalidKeyError` for what is no key, and what the source throws.
 */
export const verifyExport = async (
  source: ByteSource,
  signature: string,
  key: ExportKey,
): Promise<ExportVerification> => {
  const keys = readKeys(key);
  const signed = readSignature(signature, TYPE);
  if (signed?.payload !== '') return unread('malformed', null);
  const publicKey = keys.get(signed.keyId);
  if (!publicKey) return unread('unknown_key', signed.keyId);
  const verification = beginVerification(publicKey, signed.signature);
  const encoder = makeBase64UrlEncoder(verification.update);
  const [checksum, reader] = [sha256.create(), makeEntryReader()];
  verification.update(utf8ToBytes(`${signed.head}.`));
  for await (const piece of piecesOf(source)) {
    checksum.update(piece);
    encoder.add(piece);
    reader.add(piece);
  }
  encoder.end();
  const [isSigned, entries] = [verification.isValid(), reader.end()];
  return {
    valid: isSigned && !entries?.fault,
    signature: isSigned ? 'valid' : 'not_signed',
    keyId: signed.keyId,
    checksum: bytesToHex(checksum.digest()),
    entries,
  };
};
