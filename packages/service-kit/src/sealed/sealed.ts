import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { commaSeparated } from '../config.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 9;

/** The form names its key and is bound to its whole place. */
const FORM = 'v2';

/** Where a sealed text is kept. It opens there and nowhere else, so nobody gains by copying it into another record. */
export type SealedField = {
  /** Null for a record of the platform itself. */
  org_id: string | null;
  collection: string;
  id: string;
  field: string;
};

export type Sealer = {
  /** Encrypts and authenticates the text by the current key, bound to its place. */
  seal(text: string, place: SealedField): string;
  /**
   * The text again. Throws when it was sealed for another place or with a key that is not known, or was changed since; the
   * error holds nothing of it.
   */
  open(sealed: string, place: SealedField): string;
  /** Whether the current key has sealed it. If not, it should be sealed again, so that the former key can go. */
  isCurrent(sealed: string): boolean;
};

/** `key` seals and opens, `formerKeys` open only: 32 bytes in Base64 each. `purpose` keeps the uses of one key apart. */
export type SealerParts = { key: string; formerKeys?: readonly string[]; purpose: string };

/** A key of one purpose out of an encryption key in Base64 (HKDF-SHA-256), so that no two purposes share one. */
export const deriveKey = (encryptionKey: string, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(encryptionKey, 'base64'), '', purpose, bytes));

/** AES-256-GCM with a fresh nonce for each text, the key's id and the place as associated data. */
export const makeSealer = ({ key, formerKeys = [], purpose }: SealerParts): Sealer => {
  const current = makeKey(key, purpose);
  const keys = [current, ...formerKeys.map((former) => makeKey(former, purpose))];
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.bytes, nonce).setAAD(associatedData(current.id, place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [FORM, current.id, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join(
        '.',
      );
    },
    open(sealed, place) {
      const [form, ...rest] = sealed.split('.');
      if (form !== FORM) throw new Error('This is not a sealed text.');
      const [keyId, ...parts] = rest;
      const named = keys.find(({ id }) => id === keyId);
      if (!named) throw new Error('The text was sealed with a key that is not known.');
      return openBox(named, parseBox(parts), associatedData(named.id, place));
    },
    isCurrent: (sealed) => sealed.startsWith(`${FORM}.${current.id}.`),
  };
};

type Key = { id: string; bytes: Buffer };
type Box = { nonce: Buffer; tag: Buffer; body: Buffer };

/** The id is derived as the key is, so nobody has to name keys and it tells nothing of them. */
const makeKey = (encryptionKey: string, purpose: string): Key => ({
  id: deriveKey(encryptionKey, `${purpose}/key-id`, KEY_ID_BYTES).toString('base64url'),
  bytes: deriveKey(encryptionKey, purpose),
});

/** A list in JSON, since no two places are written alike in it. */
const associatedData = (keyId: string, { org_id, collection, id, field }: SealedField): Buffer =>
  Buffer.from(JSON.stringify([FORM, keyId, org_id, collection, id, field]));

/** Base64url decoders pass over what does not belong there; only the one right spelling is taken here. */
const decodeBytes = (part: string): Buffer => {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw new Error('This is not a sealed text.');
  return bytes;
};

const parseBox = (parts: readonly string[]): Box => {
  const [nonce, tag, body, more] = parts.map(decodeBytes);
  if (nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES || !body || more) {
    throw new Error('This is not a sealed text.');
  }
  return { nonce, tag, body };
};

const openBox = (key: Key, { nonce, tag, body }: Box, associated: Buffer): string => {
  const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
    .setAAD(associated)
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw new Error('The sealed text does not open: it belongs elsewhere, or was changed.');
  }
};

/** A variable that holds an encryption key: 32 bytes in Base64. What is wrong with it is said without its value. */
export const sealingKeyVariable = z
  .base64('must be 32 bytes in Base64')
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in Base64');

/**
 * A variable `<NAME>_FORMER_KEYS`: encryption keys that open and do not seal, by comma; none when it is not set. A key goes
 * there before it becomes the current one too, so that no replica meets a text it cannot open.
 */
export const formerSealingKeysVariable = commaSeparated.pipe(z.array(sealingKeyVariable));
