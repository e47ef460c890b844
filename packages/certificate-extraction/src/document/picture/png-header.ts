import { crc32 } from 'node:zlib';
import { brokenDocument } from '../document-error.ts';
import { CENTIMETRES_PER_INCH, credibleResolution, type PictureHeader } from './picture-header.ts';

/** `bits`: of a pixel; `pixels`: the deflated rows, cut into parts. */
export type PngHeader = PictureHeader & { bits: number; isInterlaced: boolean; pixels: readonly Buffer[] };

const SIGNATURE_LENGTH = 8;
const HEADER_LENGTH = 13;
const PIXELS_PER_METRE = 1;
/** Samples of a pixel by the type of colour. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Chunk = { type: string; data: Buffer };

/** The header of a PNG file. Throws validation_failed where it has none or where a part that it needs was changed. */
export function readPngHeader(bytes: Uint8Array): PngHeader {
  const [header, ...rest] = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (header?.type !== 'IHDR' || header.data.length !== HEADER_LENGTH) throw brokenDocument('PNG');
  const size = { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) };
  const [depth = 0, colour = 0, , , interlace] = header.data.subarray(8);
  const bits = depth * (SAMPLES[colour] ?? 0);
  if (size.width === 0 || size.height === 0 || bits === 0) throw brokenDocument('PNG');
  return {
    ...size,
    resolution: readResolution(rest.find(({ type }) => type === 'pHYs')?.data, size),
    bits,
    isInterlaced: interlace === 1,
    pixels: rest.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
  };
}

/** The parts up to the end of the picture, or of the file, which may cut the last of them. */
function* readChunks(file: Buffer): Generator<Chunk> {
  for (let at = SIGNATURE_LENGTH, type = ''; type !== 'IEND' && at + 8 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    type = file.toString('latin1', at + 4, at + 8);
    const isCut = end + 4 > file.length;
    if (isCut || crc32(file.subarray(at + 4, end)) === file.readUInt32BE(end))
      yield { type, data: file.subarray(at + 8, end) };
    else if (isNeeded(type)) throw brokenDocument('PNG');
    at = end + 4;
  }
}

/** A capital at the start says that a picture cannot be shown without the part. */
const isNeeded = (type: string): boolean => /^[A-Z]/.test(type);

function readResolution(data: Buffer | undefined, size: { width: number; height: number }) {
  if (data?.length !== 9 || data[8] !== PIXELS_PER_METRE) return null;
  const perInch = CENTIMETRES_PER_INCH / 100;
  return credibleResolution(size, { x: data.readUInt32BE(0) * perInch, y: data.readUInt32BE(4) * perInch });
}
