import { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createInflateRaw } from 'node:zlib';
import { unpackLzw } from '../../picture/decode-lzw.ts';

/** Unpacks data in parts; what is damaged ends it. No more than `most` bytes and a part are made. */
export type Unpack = (data: Buffer, most: number) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const PART = 256 * 1024;
const ZLIB_HEADER = 2;
const DEFLATED = 8;
const CHECK = 31;
const END_OF_DATA = 128;
const ASCII85_END = '~'.charCodeAt(0);
const HEX_END = '>'.charCodeAt(0);

/** Whether data begin as deflated ones do (RFC 1950). */
export const isDeflated = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 15) === DEFLATED && (first * 256 + second) % CHECK === 0;

/** How the filters that can make data longer are undone, by their names and short names (ISO 32000-1, 7.4). */
export const unpackers = (early: 0 | 1): ReadonlyMap<string, Unpack> =>
  new Map<string, Unpack>([
    ...named(['FlateDecode', 'Fl'], (data) => inflate(data.subarray(ZLIB_HEADER), () => inflateRaw())),
    ...named(['BrotliDecode'], (data) => inflate(data, () => createBrotliDecompress({ chunkSize: PART }))),
    ...named(['LZWDecode', 'LZW'], (data, most) => [unpackLzw(data, most + 1, early).bytes]),
    ...named(['RunLengthDecode', 'RL'], (data, most) => runs(data, most)),
    ...named(['ASCII85Decode', 'A85'], (data) => [ascii85(until(data, ASCII85_END))]),
    ...named(['ASCIIHexDecode', 'AHx'], (data) => [hexadecimal(until(data, HEX_END))]),
  ]);

const named = (names: readonly string[], unpack: Unpack): [string, Unpack][] => names.map((name) => [name, unpack]);

// What the head says of the window and the sum at the end does not keep a lenient reader from reading.
const inflateRaw = () => createInflateRaw({ chunkSize: PART, finishFlush: constants.Z_SYNC_FLUSH });

async function* inflate(data: Buffer, open: () => NodeJS.ReadWriteStream & Readable): AsyncGenerator<Uint8Array> {
  const stream = open();
  Readable.from(splitParts(data)).pipe(stream);
  try {
    for await (const part of stream) yield part as Uint8Array;
  } catch (error) {
    // Errors of zlib have the number of what was wrong with the data.
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
  }
}

function* splitParts(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += PART) yield data.subarray(at, at + PART);
}

function* runs(data: Buffer, most: number): Generator<Uint8Array> {
  const parts: Buffer[] = [];
  let made = 0;
  for (let at = 0; at < data.length && made <= most; ) {
    const length = data[at++] ?? END_OF_DATA;
    if (length === END_OF_DATA) break;
    const isRun = length > END_OF_DATA;
    const count = isRun ? 257 - length : length + 1;
    parts.push(isRun ? Buffer.alloc(count, data[at] ?? 0) : data.subarray(at, at + count));
    at += isRun ? 1 : count;
    made += count;
  }
  yield Buffer.concat(parts);
}

const until = (data: Buffer, end: number): Buffer => {
  const at = data.indexOf(end);
  return at === -1 ? data : data.subarray(0, at);
};

const hexadecimal = (data: Buffer): Buffer => Buffer.from(data.toString('latin1').replace(/[^0-9a-f]/gi, ''), 'hex');

function ascii85(data: Buffer): Buffer {
  const out = Buffer.alloc(4 * data.length);
  let [end, held, value] = [0, 0, 0];
  for (const code of data) {
    if (held === 0 && code === 0x7a) end += 4;
    if (code < 0x21 || code > 0x75) continue;
    value = value * 85 + code - 0x21;
    if (++held < 5) continue;
    out.writeUInt32BE(value % 2 ** 32, end);
    [end, held, value] = [end + 4, 0, 0];
  }
  for (let index = held; held > 1 && index < 5; index++) value = value * 85 + 84;
  if (held > 1) out.writeUInt32BE(value % 2 ** 32, end);
  return out.subarray(0, end + Math.max(0, held - 1));
}
