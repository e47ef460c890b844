import type { Box } from '../../../page.ts';
import { boxAround, intersect, type Matrix, multiply, transformBox } from './matrix.ts';

/** What pdf.js knows of a font once `fontExtraProperties` is on. */
export type Font = {
  name?: string;
  bold?: boolean;
  black?: boolean;
  fontMatrix?: Matrix;
  bbox?: readonly number[];
  isType3Font?: boolean;
  vertical?: boolean;
  type?: string;
  composite?: boolean;
  isSymbolicFont?: boolean;
  missingFile?: boolean;
  /** The names of its glyphs by their code: those of its encoding, and what it changes of them. */
  defaultEncoding?: readonly (string | undefined)[];
  differences?: ReadonlyMap<number, string>;
};

/** The part of the PDF graphics state that decides what is seen and where. Colours are `#rrggbb`, null for a pattern. */
export type GraphicsState = {
  matrix: Matrix;
  clip: Box;
  lineWidth: number;
  fillColor: string | null;
  strokeColor: string | null;
  fillAlpha: number;
  strokeAlpha: number;
  font: Font | undefined;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
  textMatrix: Matrix;
  x: number;
  y: number;
  lineX: number;
  lineY: number;
};

/** The state at the start of a page: black, opaque, clipped to the page. */
export function initialState(matrix: Matrix, clip: Box): GraphicsState {
  return {
    matrix,
    clip,
    lineWidth: 1,
    fillColor: '#000000',
    strokeColor: '#000000',
    fillAlpha: 1,
    strokeAlpha: 1,
    font: undefined,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
    textMatrix: [1, 0, 0, 1, 0, 0],
    x: 0,
    y: 0,
    lineX: 0,
    lineY: 0,
  };
}

export function applyMatrix(state: GraphicsState, matrix: Matrix): void {
  state.matrix = multiply(state.matrix, matrix);
}

/** Narrows the clip to a box given in user space. */
export function clipTo(state: GraphicsState, box: ArrayLike<number>): void {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(box);
  const upright = boxAround([
    [x0, y0],
    [x1, y1],
  ]);
  state.clip = intersect(state.clip, transformBox(state.matrix, upright));
}

export function moveText(state: GraphicsState, x: number, y: number): void {
  state.lineX += x;
  state.lineY += y;
  state.x = state.lineX;
  state.y = state.lineY;
}

export function setTextMatrix(state: GraphicsState, matrix: Matrix): void {
  state.textMatrix = matrix;
  state.x = 0;
  state.y = 0;
  state.lineX = 0;
  state.lineY = 0;
}
