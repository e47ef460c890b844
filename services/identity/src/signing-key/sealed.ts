import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const FORM = 'v1';

/** A key of one purpose out of the service's encryption key (HKDF-SHA-256), so that no two purposes share one. */
export const deriveKey = (encryptionKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(encryptionKey, 'base64'), '', purpose, 32));

export type Sealer = {
  /** Encrypts and authenticates the text, bound to its name. */
  seal(text: string, name: string): string;
  /** The text again. Throws when it was sealed with another key, under another name, or changed since. */
  open(sealed: string, name: string): string;
};

/** AES-256-GCM with a fresh nonce for each text. */
export const makeSealer = (key: Buffer): Sealer => ({
  seal(text, name) {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [FORM, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.');
  },
  open(sealed, name) {
    const [form, ...parts] = sealed.split('.');
    const [nonce, tag, body] = parts.map((part) => Buffer.from(part, 'base64url'));
    if (form !== FORM || !nonce || !tag || !body) throw new Error('This is not a sealed text.');
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: 16 })
      .setAAD(Buffer.from(name))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  },
});
