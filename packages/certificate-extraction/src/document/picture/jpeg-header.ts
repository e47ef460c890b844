import { brokenDocument } from '../document-error.ts';
import { CENTIMETRES_PER_INCH, credibleResolution, type PictureHeader, type Resolution } from './picture-header.ts';

/** `end`: where the picture ends in the file; `isEnded`: an end marker stands there. */
export type JpegHeader = PictureHeader & { end: number; isEnded: boolean };

const APP0 = 0xe0;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const PER_INCH = 1;
const PER_CENTIMETRE = 2;

type Segment = { marker: number; data: Buffer };

/** The header of a JPEG file. Throws validation_failed where it has none or no pixels. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { segments, ...extent } = splitSegments(file);
  const frame = segments.find(({ marker }) => FRAMES.has(marker))?.data;
  const hasPixels = segments.some(({ marker }) => marker === START_OF_SCAN);
  if (!frame || frame.length < 6 || !hasPixels) throw brokenDocument('JPEG');
  const size = { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1) };
  if (size.width === 0 || size.height === 0) throw brokenDocument('JPEG');
  const stated = jfifResolution(segments.find(({ marker }) => marker === APP0)?.data);
  return { ...size, resolution: stated && credibleResolution(size, stated), ...extent };
}

/** The segments up to the end of the picture, or of the file where none is marked. */
function splitSegments(file: Buffer): { segments: Segment[]; end: number; isEnded: boolean } {
  const segments: Segment[] = [];
  for (let at = 2; at + 2 <= file.length && file[at] === 0xff; ) {
    const marker = file[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) return { segments, end: at, isEnded: true };
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 4 <= file.length ? at + 2 + file.readUInt16BE(at + 2) : 0;
    if (end > file.length || end < at + 4) break;
    segments.push({ marker, data: file.subarray(at + 4, end) });
    at = marker === START_OF_SCAN ? endOfScan(file, end) : end;
  }
  return { segments, end: file.length, isEnded: false };
}

/** Where the next marker stands behind the pixels of a scan; in them, 0xff is followed by 0 or a restart's number. */
function endOfScan(file: Buffer, start: number): number {
  let at = file.indexOf(0xff, start);
  for (; at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7) && next !== 0xff) return at;
  }
  return file.length;
}

function jfifResolution(data: Buffer | undefined): Resolution | null {
  if (!data || data.length < 12 || data.toString('latin1', 0, 4) !== 'JFIF') return null;
  const factor = data[7] === PER_INCH ? 1 : data[7] === PER_CENTIMETRE ? CENTIMETRES_PER_INCH : null;
  return factor === null ? null : { x: data.readUInt16BE(8) * factor, y: data.readUInt16BE(10) * factor };
}
