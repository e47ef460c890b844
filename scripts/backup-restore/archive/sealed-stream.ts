import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The archive was altered, was cut off, or has something behind its end. Nothing that it says can be relied on. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive';
}

/** The archive was made with another key, which it names by its id. */
export class OtherKey extends Error {
  override name = 'OtherKey';
}

const CIPHER = 'aes-256-gcm';
const MAGIC = Buffer.from('qsc-backup/1\n');
const KEY_ID_BYTES = 9;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
const PIECE_BYTES = 256 * 1024;

/**
 * Encrypts and authenticates a stream: a header (magic, id of the key, salt), then pieces of 256 KiB, each sealed by AES-256-GCM
 * with a key of this stream alone (HKDF-SHA-256 of the key and the salt). The nonce of a piece is its number and whether it is
 * the last one, and the header is associated data: pieces that change places, are left out or added at the end do not open.
 */
export async function* seal(content: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, toKeyId(key), randomBytes(SALT_BYTES)]);
  const own = toKey(key, header);
  yield header;
  for await (const { bytes, number, isLast } of splitPieces(content, PIECE_BYTES)) {
    const cipher = createCipheriv(CIPHER, own, toNonce(number, isLast)).setAAD(header);
    const sealed = [cipher.update(bytes), cipher.final()];
    yield Buffer.concat([...sealed, cipher.getAuthTag()]);
  }
}

/**
 * The content of a sealed stream again. What it gives is authentic as far as it goes; that nothing is missing is known at its
 * end. Throws `OtherKey` and `DamagedArchive`.
 */
export async function* unseal(sealed: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  const { header, rest } = await readHeader(sealed);
  if (!header.subarray(MAGIC.length, -SALT_BYTES).equals(toKeyId(key)))
    throw new OtherKey('The archive was made with another key.');
  const own = toKey(key, header);
  for await (const { bytes, number, isLast } of splitPieces(rest, PIECE_BYTES + TAG_BYTES))
    yield openPiece(bytes, { key: own, header, nonce: toNonce(number, isLast) });
}

const openPiece = (bytes: Buffer, { key, header, nonce }: Record<'key' | 'header' | 'nonce', Buffer>): Buffer => {
  if (bytes.length < TAG_BYTES) throw new DamagedArchive('The archive was cut off.');
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(header)
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new DamagedArchive('The archive was altered or cut off.');
  }
};

const derive = (key: Buffer, salt: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `qsc-backup/${purpose}`, bytes));

const toKeyId = (key: Buffer): Buffer => derive(key, Buffer.alloc(0), 'key-id', KEY_ID_BYTES);

const toKey = (key: Buffer, header: Buffer): Buffer => derive(key, header.subarray(-SALT_BYTES), 'content', 32);

const toNonce = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

type Piece = { bytes: Buffer; number: number; isLast: boolean };

/** Pieces of one length; the last one may be shorter. There is always a last one. */
async function* splitPieces(content: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Piece> {
  let held: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const chunk of content) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    // One that fills exactly waits, since it may be the last.
    let from = 0;
    for (; held.length - from > length; from += length, number += 1)
      yield { bytes: held.subarray(from, from + length), number, isLast: false };
    held = held.subarray(from);
  }
  yield { bytes: held, number, isLast: true };
}

const readHeader = async (sealed: AsyncIterable<Uint8Array>) => {
  const chunks = sealed[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  while (begin.length < HEADER_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    begin = Buffer.concat([begin, value]);
  }
  if (begin.length < HEADER_BYTES || !begin.subarray(0, MAGIC.length).equals(MAGIC))
    throw new DamagedArchive('This is no backup of this system, or it was altered or cut off.');
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    yield begin.subarray(HEADER_BYTES);
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { header: begin.subarray(0, HEADER_BYTES), rest: rest() };
};
