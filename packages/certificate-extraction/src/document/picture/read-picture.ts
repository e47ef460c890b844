import { type Gray, shrink } from '../../ocr/pixel/gray.ts';
import { resample } from '../../ocr/pixel/resample.ts';
import type { Opened } from '../opened.ts';
import { decodeJpeg } from './decode-jpeg.ts';
import { decodePng } from './decode-png.ts';
import { decodeTiffPage } from './decode-tiff.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { capPixels, type Resolution } from './picture-header.ts';
import type { PictureType } from './picture-type.ts';
import { readPngHeader } from './png-header.ts';
import { readTiffDirectories } from './tiff-directory.ts';
import { readTiffPage } from './tiff-page.ts';

/** A page that is a picture; `dpi` is null where the file does not state a credible one. */
export type Picture = { number: number; picture: Gray; dpi: number | null };

type Scaled = Omit<Picture, 'number'>;

/** Letters need no more than this; finer pictures are made smaller by a whole factor. */
const ENOUGH_DPI = 270;
/** The long side of a page in inches where nothing is known: between letter and A4. */
const LONG_SIDE = 11.3;
/** Scales across and down that differ by less are the same. */
const SAME = 0.05;

/**
 * Decodes a picture file, page by page, each when it is asked for. All sizes are judged before the first is decoded: throws
 * payload_too_large for too many pixels or pages, validation_failed for a damaged file. `opened` hears of the pages.
 */
export async function* readPictures(bytes: Uint8Array, type: PictureType, opened?: Opened): AsyncGenerator<Picture> {
  if (type === 'tiff') {
    const pages = readTiffDirectories(bytes).map((directory) => readTiffPage(directory, bytes));
    opened?.(pages.length);
    for (const [index, page] of pages.entries()) {
      yield { number: index + 1, ...toScale(await decodeTiffPage(page, bytes), page.resolution) };
    }
    return;
  }
  yield { number: 1, ...(await (type === 'png' ? readPng(bytes) : readJpeg(bytes))) };
}

async function readPng(bytes: Uint8Array): Promise<Scaled> {
  const header = readPngHeader(bytes);
  capPixels(header);
  return toScale(await decodePng(bytes, header), header.resolution);
}

async function readJpeg(bytes: Uint8Array): Promise<Scaled> {
  const header = readJpegHeader(bytes);
  capPixels(header);
  return toScale(await decodeJpeg(bytes, header), header.resolution);
}

/** Makes pixels square and not finer than letters need. */
function toScale(gray: Gray, resolution: Resolution | null): Scaled {
  const square = resolution ? squarePixels(gray, resolution) : gray;
  const dpi = resolution && Math.max(resolution.x, resolution.y);
  const guess = dpi ?? Math.max(square.width, square.height) / LONG_SIDE;
  const factor = Math.max(1, Math.floor(guess / ENOUGH_DPI));
  return factor === 1 ? { picture: square, dpi } : { picture: shrink(square, factor), dpi: dpi && dpi / factor };
}

/** A fax has half as many pixels down as across, or a quarter. */
function squarePixels(gray: Gray, { x, y }: Resolution): Gray {
  if (Math.abs(x / y - 1) < SAME) return gray;
  const [across, down] = [Math.max(1, y / x), Math.max(1, x / y)];
  const size = { width: Math.round(gray.width * across), height: Math.round(gray.height * down) };
  return resample(gray, size, [1 / across, 0, 0, 0, 1 / down, 0, 0, 0]);
}
