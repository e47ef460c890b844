import { tooManyPixels } from '../document-error.ts';
import { MAX_PICTURE_PIXELS } from '../limit.ts';

/** Pixels in an inch across and down; they differ in a fax. */
export type Resolution = { x: number; y: number };

/** What a picture says of itself before it is decoded. `resolution` is null where it says none that can be believed. */
export type PictureHeader = { width: number; height: number; resolution: Resolution | null };

export const CENTIMETRES_PER_INCH = 2.54;

// 72 and 96 are what software writes when it does not know.
const LEAST_DPI = 97;
const MOST_DPI = 2400;
/** The long side of a page in inches, from a small label to A2. */
const LEAST_SIDE = 3;
const MOST_SIDE = 24;

/** The resolution that a header states, null where no page has been scanned with it. */
export function credibleResolution(
  { width, height }: { width: number; height: number },
  { x, y }: Resolution,
): Resolution | null {
  const side = Math.max(width / x, height / y);
  const isCredible =
    [x, y].every((dpi) => dpi >= LEAST_DPI && dpi <= MOST_DPI) && side >= LEAST_SIDE && side <= MOST_SIDE;
  return isCredible ? { x, y } : null;
}

/** Throws payload_too_large for a picture with too many pixels. */
export function capPixels({ width, height }: { width: number; height: number }): void {
  if (width * height > MAX_PICTURE_PIXELS) throw tooManyPixels(width, height);
}
