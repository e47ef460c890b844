import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { type Gray, toGray } from '../../ocr/pixel/gray.ts';
import { brokenDocument } from '../document-error.ts';

type Size = { width: number; height: number };

/** Pixels that are taken out of the canvas at a time. */
const STRIP = 2_000_000;

/**
 * Decodes a PNG or JPEG file of known size to shades of grey; transparent parts are paper. Takes up to 9 bytes of memory
 * for each pixel. Throws validation_failed where it cannot be decoded to this size.
 */
export async function decodeByCanvas(bytes: Uint8Array, { width, height }: Size, type: 'PNG' | 'JPEG'): Promise<Gray> {
  const image = await loadImage(bytes).catch((cause: unknown) => {
    throw brokenDocument(type, cause);
  });
  // A photograph may say that it is to be turned, which the decoder has then done.
  const isTurned = image.width === height && image.height === width;
  if (!isTurned && (image.width !== width || image.height !== height)) throw brokenDocument(type);
  const picture = paint(image, { width: image.width, height: image.height });
  // Its pixels are not on the heap, and the collector would free them only later.
  image.src = '';
  return picture;
}

function paint(image: Image, { width, height }: Size): Gray {
  const rows = Math.max(1, Math.min(height, Math.floor(STRIP / width)));
  const context = createCanvas(width, rows).getContext('2d');
  const data = new Uint8Array(width * height);
  for (let top = 0; top < height; top += rows) {
    const part = Math.min(rows, height - top);
    context.clearRect(0, 0, width, rows);
    context.drawImage(image, 0, -top);
    data.set(toGray(context.getImageData(0, 0, width, part).data, width, part).data, top * width);
  }
  return { width, height, data };
}
