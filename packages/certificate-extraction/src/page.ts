import type { Mapping } from './ocr/pixel/resample.ts';

/** A rectangle on a page in points (1/72 inch), origin at the top left, as the page is meant to be read. */
export type Box = { x0: number; y0: number; x1: number; y1: number };

/** A word as printed. `confidence` (0 to 1) is 1 where the text layer gave it, else what OCR says of it. */
export type Word = Box & { text: string; confidence: number; bold: boolean };

/** A horizontal or vertical ruling line; its box is thin. */
export type Ruling = Box;

/** What is readable on one page, turned upright; `number` counts from 1. */
export type Page = {
  number: number;
  width: number;
  height: number;
  words: readonly Word[];
  rulings: readonly Ruling[];
  origin: 'text' | 'ocr';
  warnings: readonly string[];
  /** Words that run up or down the page; they are not among `words`. */
  turned?: readonly Word[];
  /**
   * From this page to shares of the width and height of the page as the file shows it, where it was turned, cropped or
   * straightened.
   */
  inFile?: Mapping;
};
