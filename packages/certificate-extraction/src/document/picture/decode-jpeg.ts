import type { Gray } from '../../ocr/pixel/gray.ts';
import { brokenDocument } from '../document-error.ts';
import { decodeByCanvas } from './decode-canvas.ts';
import type { JpegHeader } from './jpeg-header.ts';

const END_MARKER = Buffer.from([0xff, 0xd9]);
/** Stands behind the pixels and is decoded only where some of them are missing; its 0 goes with a 0xff that they end with. */
const FILLING = Buffer.from([0, ...Buffer.alloc(4096, 0x55)]);
/** The shade that the decoder gives to missing pixels. */
const MISSING = 128;

/**
 * Decodes a JPEG file to shades of grey; an end marker may be missing and other bytes may follow it. Throws
 * validation_failed for one that cannot be decoded or whose pixels are not all there.
 */
export async function decodeJpeg(bytes: Uint8Array, header: JpegHeader): Promise<Gray> {
  const pixels = bytes.subarray(0, header.end);
  const picture = await decodeByCanvas(Buffer.concat([pixels, END_MARKER]), header, 'JPEG');
  if (header.isEnded && !readCorners(picture).includes(MISSING)) return picture;
  const filled = await decodeByCanvas(Buffer.concat([pixels, FILLING, END_MARKER]), header, 'JPEG');
  if (Buffer.compare(picture.data, filled.data) !== 0) throw brokenDocument('JPEG');
  return picture;
}

/** The last pixel of the file is in one of the corners, as the picture was turned. */
function readCorners({ width, data }: Gray): (number | undefined)[] {
  return [data[0], data[width - 1], data[data.length - width], data.at(-1)];
}
