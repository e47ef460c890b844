import { inflateSync } from 'node:zlib';
import { AppError } from '@qsc/service-kit/pure';
import type UTIF from 'utif2';
import type { Gray } from '../../ocr/pixel/gray.ts';
import { brokenDocument } from '../document-error.ts';
import { makeBoundedDecoder } from './bounded-fax.ts';
import { decodeJpeg } from './decode-jpeg.ts';
import { decodeLzw } from './decode-lzw.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { capPixels } from './picture-header.ts';
import { JPEG, type TiffPage, type TiffPatch } from './tiff-page.ts';
import { toShades } from './tiff-shade.ts';

const DEFLATE = new Set([8, 32946]);
const NONE = 1;
const LZW = 5;
/** What reaches the decoder as it is, unpacked before. */
const OWN = new Set([NONE, LZW, ...DEFLATE]);
const decoder = makeBoundedDecoder();
const JPEG_TABLES = 347;
/** Tags that tell how to unpack: fill order, options of Group 3, predictor. */
const UNPACKING = [266, 292, 317] as const;
/** Says that three colours are red, green and blue (Adobe's marker, transform 0). */
const RGB_MARKER = Buffer.from('ffee000e41646f626500640000000000', 'hex');

/** Decodes a page of a TIFF file to shades of grey, one strip or tile after the other. Throws validation_failed for a damaged one. */
export async function decodeTiffPage(page: TiffPage, file: Uint8Array): Promise<Gray> {
  const { width, height } = page;
  const target: Gray = { width, height, data: new Uint8Array(width * height).fill(255) };
  for (const patch of page.patches) {
    const packed = file.subarray(patch.offset, patch.offset + patch.length);
    const shades = page.compression === JPEG ? await decodeJpegPatch(page, packed) : decodePatch(page, patch, packed);
    paste(target, shades, patch);
  }
  return target;
}

function decodePatch(page: TiffPage, patch: TiffPatch, packed: Uint8Array): Gray {
  const { bits, samples, photometric, directory } = page;
  const size = Math.ceil((patch.width * bits * samples) / 8) * patch.height;
  const bytes = OWN.has(page.compression) ? unpackBounded(page, packed, size) : packed;
  const data = unpack(page, patch, bytes);
  const { width, height } = patch;
  return toShades({ data, width, height, bits, samples, photometric, palette: directory.get(320) ?? [] });
}

/** What the decoder would inflate without bound or, of damaged LZW data, for ever; and a check that all is there. */
function unpackBounded(page: TiffPage, packed: Uint8Array, size: number): Uint8Array {
  const bytes = DEFLATE.has(page.compression)
    ? inflate(packed, size)
    : page.compression === LZW
      ? decodeLzw(packed, size)
      : packed;
  if (!bytes || bytes.length < size) throw brokenDocument('TIFF');
  return bytes;
}

function inflate(packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: size + 1024 });
  } catch (cause) {
    throw brokenDocument('TIFF', cause);
  }
}

function unpack(page: TiffPage, { width, height }: TiffPatch, packed: Uint8Array): Uint8Array {
  const order = page.isLittle ? 'II' : 'MM';
  const { buffer, byteOffset, length } = Buffer.concat([Buffer.from(order), packed, Buffer.alloc(8)]);
  const entries = UNPACKING.flatMap((tag) => (page.directory.has(tag) ? [[`t${tag}`, page.directory.get(tag)]] : []));
  const directory = {
    ...Object.fromEntries(entries),
    t256: [width],
    t257: [height],
    t258: Array.from({ length: page.samples }, () => page.bits),
    t259: [OWN.has(page.compression) ? NONE : page.compression],
    t262: [1],
    t273: [order.length],
    t277: [page.samples],
    t278: [height],
    t279: [packed.length],
  } as unknown as UTIF.IFD;
  try {
    decoder.decodeImage(buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer, directory);
  } catch (cause) {
    throw brokenDocument('TIFF', cause);
  }
  return directory.data;
}

/** A strip is a JPEG file without its tables, which stand once for the page. */
async function decodeJpegPatch(page: TiffPage, packed: Uint8Array): Promise<Gray> {
  const tables = Buffer.from(page.directory.get(JPEG_TABLES) ?? []).subarray(2, -2);
  const marker = page.photometric === 'rgb' ? RGB_MARKER : Buffer.alloc(0);
  const picture = Buffer.concat([packed.subarray(0, 2), marker, tables, packed.subarray(2)]);
  try {
    const header = readJpegHeader(picture);
    capPixels(header);
    return await decodeJpeg(picture, header);
  } catch (cause) {
    throw isCode(cause, 'payload_too_large') ? cause : brokenDocument('TIFF', cause);
  }
}

const isCode = (cause: unknown, code: string): boolean => cause instanceof AppError && cause.code === code;

function paste(target: Gray, source: Gray, { x, y }: TiffPatch): void {
  const width = Math.min(source.width, target.width - x);
  const height = Math.min(source.height, target.height - y);
  for (let row = 0; row < height; row++) {
    const from = source.data.subarray(row * source.width, row * source.width + width);
    target.data.set(from, (y + row) * target.width + x);
  }
}
