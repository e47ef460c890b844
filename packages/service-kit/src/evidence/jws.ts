import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { type EvidenceKey, toPublicKey } from './evidence-key.ts';

/**
 * What a JWS turned out to be. `malformed`: no JWS of the requested kind; `unknown_key`: none of the keys is the one
 * that it names; `not_signed`: that key did not sign this text.
 */
export type Opened =
  | { valid: true; payload: string; kid: string }
  | { valid: false; reason: 'malformed' | 'unknown_key' | 'not_signed' };

// Strict: a header that asks for more than these members say (`crit`, RFC 7515 §4.1.11) is none of ours.
const Header = z.strictObject({ alg: z.literal('EdDSA'), typ: z.string(), kid: z.string() });

const encode = (text: string): string => Buffer.from(text).toString('base64url');

/** The bytes of a part; null for a text that is not how they are written, so that one signature has one text. */
const decode = (part: string): Buffer | null => {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : null;
};

const parseHeader = (part: string): z.infer<typeof Header> | null => {
  try {
    return Header.parse(JSON.parse(decode(part)?.toString('utf8') ?? ''));
  } catch {
    return null;
  }
};

/** A compact JWS (RFC 7515) over a text, signed by an Ed25519 private key (RFC 8037). */
export const signJws = (header: { alg: 'EdDSA' } & Record<string, string>, payload: string, key: KeyObject): string => {
  const signed = `${encode(JSON.stringify(header))}.${encode(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
};

/**
 * Checks a compact JWS against public keys; it needs nothing else, so anybody who has the keys can.
 * @param type what it has to be (`typ`): a signed text of one kind does not stand for another.
 */
export const openJws = (jws: string, type: string, keys: readonly EvidenceKey[]): Opened => {
  const [head = '', body = '', seal = '', ...rest] = jws.split('.');
  const header = parseHeader(head);
  const [payload, signature] = [decode(body), decode(seal)];
  if (header?.typ !== type || !payload || !signature || rest.length > 0) return { valid: false, reason: 'malformed' };
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return { valid: false, reason: 'unknown_key' };
  return verify(null, Buffer.from(`${head}.${body}`), toPublicKey(key), signature)
    ? { valid: true, payload: payload.toString('utf8'), kid: header.kid }
    : { valid: false, reason: 'not_signed' };
};

/** The JWS without its payload (RFC 7515, appendix F), to be kept beside what it signs. */
export const detachPayload = (jws: string): string => {
  const [head, , seal] = jws.split('.');
  return `${head}..${seal}`;
};

/** Checks a detached JWS against the text that it is kept beside, as `openJws` does. */
export const openDetachedJws = (
  { jws, payload }: { jws: string; payload: string },
  type: string,
  keys: readonly EvidenceKey[],
): Opened => {
  const [head = '', body, seal = '', ...rest] = jws.split('.');
  if (body !== '' || rest.length > 0) return { valid: false, reason: 'malformed' };
  return openJws(`${head}.${encode(payload)}.${seal}`, type, keys);
};
