const LETTERS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

const letterAt = (bits: number): number => LETTERS[bits & 63] ?? 0;

/** Base64url (RFC 4648, 5) without padding, as bytes. */
const encode = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const letters = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  for (let at = 0, to = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const bits = (first << 16) | (second << 8) | third;
    for (let shift = 18; shift >= 0 && to < letters.length; shift -= 6) letters[to++] = letterAt(bits >> shift);
  }
  return letters;
};

/** Two pieces as one. */
export const concat = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
};

/** Encodes bytes that come in pieces as base64url, and writes the letters piece by piece. */
export const makeBase64UrlEncoder = (write: (letters: Uint8Array) => void) => {
  let rest: Uint8Array = new Uint8Array();
  return {
    add(piece: Uint8Array): void {
      const bytes = rest.length === 0 ? piece : concat(rest, piece);
      // Three bytes are four letters, whatever follows.
      const whole = bytes.length - (bytes.length % 3);
      write(encode(bytes.subarray(0, whole)));
      rest = bytes.slice(whole);
    },
    end: (): void => write(encode(rest)),
  };
};

/** Base64url of bytes. */
export const toBase64Url = (bytes: Uint8Array): string => new TextDecoder().decode(encode(bytes));

/** The bytes of a base64url text as it is written and in no other way; null for another text. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return toBase64Url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
};

/** Bytes that are read from their beginning to their end. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Blob;

const readPieces = async function* (stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Who stops before the end wants nothing more of it.
    await reader.cancel().catch(() => {});
  }
};

/** The pieces of a source. Not every browser lets streams be iterated. */
export const piecesOf = (source: ByteSource): AsyncIterable<Uint8Array> => {
  if (source instanceof Blob) return readPieces(source.stream());
  return source instanceof ReadableStream ? readPieces(source) : source;
};
