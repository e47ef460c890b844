import { isUtf8 } from 'node:buffer';
import { invalidField } from '../error.ts';

const EXTENDED = /;\s*filename\*\s*=\s*"?([\w!#$&+^`{}~-]+)'[^']*'([^;\s"]*)/i;
const PLAIN = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/i;
const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^?]*)\?=/gi;
const BETWEEN_ENCODED_WORDS = /(?<=\?=)\s+(?==\?)/g;

/** Throws for a charset that there is not, and for bytes that are none of it. */
const decode = (bytes: Buffer, charset: string): string => new TextDecoder(charset, { fatal: true }).decode(bytes);

/** The bytes of a percent-encoded text; quoted-printable writes `=` in the place of `%`. */
const unescaped = (text: string, sign: '%' | '='): Buffer =>
  Buffer.from(
    text.replaceAll(new RegExp(`${sign}([\\da-f]{2})`, 'gi'), (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );

const orAsSent = (sent: string, read: () => string): string => {
  try {
    return read();
  } catch {
    return sent;
  }
};

const decodeWords = (text: string): string =>
  text
    .replaceAll(BETWEEN_ENCODED_WORDS, '')
    .replaceAll(ENCODED_WORD, (word, charset: string, encoding: string, content: string) =>
      orAsSent(word, () => {
        const bytes =
          encoding.toLowerCase() === 'b'
            ? Buffer.from(content, 'base64')
            : unescaped(content.replaceAll('_', ' '), '=');
        return decode(bytes, charset);
      }),
    );

/**
 * The name of a file out of the `Content-Disposition` of its part, as the header's bytes say it: `filename*` (RFC 8187) before
 * `filename`, which holds UTF-8 (WHATWG), encoded words (RFC 2047) or, where it is no UTF-8, Windows-1252.
 * @param disposition the header, each byte a character. An empty text where it names no file.
 */
export const fileNameIn = (disposition: string): string => {
  const [, quoted, bare] = PLAIN.exec(disposition) ?? [];
  const bytes = Buffer.from((quoted?.replaceAll(/\\(["\\])/g, '$1') ?? bare ?? '').trim(), 'latin1');
  const plain = decodeWords(decode(bytes, isUtf8(bytes) ? 'utf-8' : 'windows-1252'));
  const [, charset = '', encoded = ''] = EXTENDED.exec(disposition) ?? [];
  return charset === '' ? plain : orAsSent(plain, () => decode(unescaped(encoded, '%'), charset));
};

const KEPT_LENGTH = 255;

/**
 * The name of a file as it is kept: control characters are removed, those of text direction too. Throws
 * `validation_failed` for one that is no plain name.
 */
export const plainFileName = (sent: string): string => {
  const name = sent.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  const refuse = (code: string, message: string) => invalidField('file.filename', code, message);
  if (/[/\\]/.test(name)) throw refuse('path', 'A file name holds no path separator.');
  if (name === '' || name === '.' || name === '..') throw refuse('required', 'The file needs a name.');
  if (name.length > KEPT_LENGTH) throw refuse('too_big', `A file name has at most ${KEPT_LENGTH} characters.`);
  return name;
};
