import { brokenDocument } from '../document-error.ts';
import { CENTIMETRES_PER_INCH, credibleResolution, type PictureHeader, type Resolution } from './picture-header.ts';

const APP0 = 0xe0;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const PER_INCH = 1;
const PER_CENTIMETRE = 2;

type Segment = { marker: number; data: Buffer; end: number };

/** The header of a JPEG file. Throws validation_failed where it has none or where its pixels do not come to their end. */
export function readJpegHeader(bytes: Uint8Array): PictureHeader {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const segments = [...segmentsOf(file)];
  const frame = segments.find(({ marker }) => FRAMES.has(marker))?.data;
  const pixels = segments.find(({ marker }) => marker === START_OF_SCAN);
  if (!frame || frame.length < 6 || !pixels) throw brokenDocument('JPEG');
  if (!file.includes(Buffer.from([0xff, END_OF_IMAGE]), pixels.end)) throw brokenDocument('JPEG');
  const size = { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1) };
  if (size.width === 0 || size.height === 0) throw brokenDocument('JPEG');
  const stated = jfifResolution(segments.find(({ marker }) => marker === APP0)?.data);
  return { ...size, resolution: stated && credibleResolution(size, stated) };
}

/** The segments up to the first scan, whose pixels follow. */
function* segmentsOf(file: Buffer): Generator<Segment> {
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length || end < at + 4) return;
    yield { marker, data: file.subarray(at + 4, end), end };
    if (marker === START_OF_SCAN) return;
    at = end;
  }
}

function jfifResolution(data: Buffer | undefined): Resolution | null {
  if (!data || data.length < 12 || data.toString('latin1', 0, 4) !== 'JFIF') return null;
  const factor = data[7] === PER_INCH ? 1 : data[7] === PER_CENTIMETRE ? CENTIMETRES_PER_INCH : null;
  return factor === null ? null : { x: data.readUInt16BE(8) * factor, y: data.readUInt16BE(10) * factor };
}
