import { crc32 } from 'node:zlib';
import { brokenDocument } from '../document-error.ts';
import { CENTIMETRES_PER_INCH, credibleResolution, type PictureHeader } from './picture-header.ts';

const SIGNATURE_LENGTH = 8;
const PIXELS_PER_METRE = 1;

type Chunk = { type: string; data: Buffer };

/** The header of a PNG file. Throws validation_failed where a part is missing or its checksum is wrong. */
export function readPngHeader(bytes: Uint8Array): PictureHeader {
  const [header, ...rest] = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (header?.type !== 'IHDR' || header.data.length < 8 || rest.at(-1)?.type !== 'IEND') throw brokenDocument('PNG');
  const size = { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) };
  if (size.width === 0 || size.height === 0) throw brokenDocument('PNG');
  return { ...size, resolution: resolutionOf(rest.find(({ type }) => type === 'pHYs')?.data, size) };
}

function* chunksOf(file: Buffer): Generator<Chunk> {
  for (let at = SIGNATURE_LENGTH, type = ''; type !== 'IEND'; ) {
    if (at + 12 > file.length) throw brokenDocument('PNG');
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) throw brokenDocument('PNG');
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw brokenDocument('PNG');
    type = file.toString('latin1', at + 4, at + 8);
    yield { type, data: file.subarray(at + 8, end) };
    at = end + 4;
  }
}

function resolutionOf(data: Buffer | undefined, size: { width: number; height: number }) {
  if (data?.length !== 9 || data[8] !== PIXELS_PER_METRE) return null;
  const perInch = CENTIMETRES_PER_INCH / 100;
  return credibleResolution(size, { x: data.readUInt32BE(0) * perInch, y: data.readUInt32BE(4) * perInch });
}
