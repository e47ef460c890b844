import { checkPng } from './decode-png.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { capPixels } from './picture-header.ts';
import type { PictureType } from './picture-type.ts';
import { readPngHeader } from './png-header.ts';
import { readTiffDirectories } from './tiff-directory.ts';
import { readTiffPage } from './tiff-page.ts';

/**
 * Judges a picture by its headers; of a PNG also whether all pixels are there. Throws payload_too_large for too many pixels
 * or pages, validation_failed for a damaged file or a kind that is not read.
 */
export async function checkPicture(bytes: Uint8Array, type: PictureType): Promise<void> {
  if (type === 'tiff') {
    for (const directory of readTiffDirectories(bytes)) readTiffPage(directory, bytes);
    return;
  }
  if (type === 'jpeg') {
    capPixels(readJpegHeader(bytes));
    return;
  }
  const header = readPngHeader(bytes);
  capPixels(header);
  await checkPng(header);
}
