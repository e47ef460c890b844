import { mapBox, scaling } from './ocr/pixel/mapping.ts';
import type { Box, Page } from './page.ts';
import type { Place } from './result.ts';

const DIGITS = 10_000;

const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * DIGITS) / DIGITS;

/** Where a box of a page lies in the file: the page as a viewer shows it, and its part of that page. */
export const placeOn = (page: Page, box: Box): Place => {
  const shares = page.inFile ?? scaling(1 / page.width, 1 / page.height);
  const { x0, y0, x1, y1 } = mapBox(shares, box);
  const [left, top] = [share(x0), share(y0)];
  return { page: page.number, box: [left, top, share(share(x1) - left), share(share(y1) - top)] };
};
