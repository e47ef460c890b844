import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../../../page.ts';
import { type GraphicsState, initialState } from './graphics-state.ts';
import type { Matrix } from './matrix.ts';
import type { Glyph } from './trace-text.ts';

/** A stroked straight line with its width. */
export type Stroke = Box & { width: number; color: string | null; order: number };

/** A filled area by its box. `opaque` where nothing below it shows: a rectangle in a full colour. */
export type Fill = Box & { color: string | null; opaque: boolean; rectangle: boolean; order: number };

/** Where a picture stands. `opaque` where nothing below it shows. */
export type Picture = Box & { opaque: boolean; order: number };

/** What a page paints, in points from its top left, in the order of painting. */
export type PageTrace = {
  width: number;
  height: number;
  glyphs: Glyph[];
  strokes: Stroke[];
  fills: Fill[];
  pictures: Picture[];
};

/** Tells whether a layer (optional content) of the document is shown. */
export type LayerTest = (properties: unknown) => boolean;

/** Where the walk over a page's operators stands. */
export type Tracing = {
  page: PDFPageProxy;
  isShown: LayerTest;
  base: GraphicsState;
  state: GraphicsState;
  stack: GraphicsState[];
  layers: boolean[];
  maskDepth: number;
  order: number;
  clipNext: boolean;
  found: PageTrace;
};

/** What one operator does to the walk; the arguments are as pdf.js packs them. */
export type Operator = (tracing: Tracing, args: readonly unknown[]) => void;

export function startTracing(page: PDFPageProxy, isShown: LayerTest): Tracing {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const base = initialState(transform as unknown as Matrix, { x0: 0, y0: 0, x1: width, y1: height });
  return {
    page,
    isShown,
    base,
    state: { ...base },
    stack: [],
    layers: [],
    maskDepth: 0,
    order: 0,
    clipNext: false,
    found: { width, height, glyphs: [], strokes: [], fills: [], pictures: [] },
  };
}

/** Whether what is painted now can be seen: not in a mask, not in a hidden layer. */
export function isPainting(tracing: Tracing): boolean {
  return tracing.maskDepth === 0 && tracing.layers.every(Boolean);
}
