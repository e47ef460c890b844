import type { Box } from '../../../page.ts';
import { namedLetter } from '../glyph/named-letter.ts';
import type { Font, GraphicsState } from './graphics-state.ts';
import { intersect, type Matrix, measureArea, multiply, transformPoint } from './matrix.ts';

/**
 * One glyph as painted, in points from the page's top left. `x`, `y` is its start on the base line, `angle` the direction
 * of writing in degrees clockwise, `width` its advance and `spacing` what the file adds to every advance of the run.
 * `shown`: the letter that the font names, where it is another than `text`.
 */
export type Glyph = {
  text: string;
  x: number;
  y: number;
  angle: number;
  width: number;
  spacing: number;
  size: number;
  bold: boolean;
  visible: boolean;
  color: string | null;
  order: number;
  box: Box;
  shown?: string;
};

/** A glyph of a showText operator as pdf.js gives it; numbers between them move the pen by thousandths of the size. */
export type ShownGlyph = {
  unicode: string;
  originalCharCode: number;
  width: number;
  vmetric?: readonly [number, number, number];
  isSpace: boolean;
};

const INVISIBLE_MODES = new Set([3, 7]);
/** Capitals reach about this high and descenders this low, as shares of the font size; fonts state it too unevenly. */
const ASCENT = 0.74;
const DESCENT = 0.2;

/** The glyphs of one showText operator; moves the pen of `state`. */
export function traceText(state: GraphicsState, shown: readonly (ShownGlyph | number)[], order: number): Glyph[] {
  const { font } = state;
  if (!font || state.fontSize === 0) return [];
  const glyphs: Glyph[] = [];
  for (const item of shown) {
    if (typeof item === 'number') {
      advance(state, (-item * state.fontSize) / 1000);
      continue;
    }
    const width = item.width * state.fontSize * (font.fontMatrix?.[0] ?? 0.001);
    if (item.unicode) glyphs.push(glyphAt({ state, font, item, width, order }));
    const spacing = state.charSpacing + (item.isSpace ? state.wordSpacing : 0);
    if (font.vertical && item.vmetric) state.y += (item.vmetric[0] * state.fontSize) / 1000 - spacing;
    else advance(state, width + spacing);
  }
  return glyphs;
}

function advance(state: GraphicsState, width: number): void {
  if (state.font?.vertical) state.y += width;
  else state.x += width * state.horizontalScale;
}

type Placed = { state: GraphicsState; font: Font; item: ShownGlyph; width: number; order: number };

function glyphAt({ state, font, item, width, order }: Placed): Glyph {
  const matrix = multiply(multiply(state.matrix, state.textMatrix), [1, 0, 0, 1, state.x, state.y + state.rise]);
  const [x, y] = transformPoint(matrix, [0, 0]);
  const along = measureLength(matrix, [state.horizontalScale, 0]);
  const size = measureLength(matrix, [0, measureEm(font, state.fontSize)]);
  const sign = Math.sign(state.fontSize) * Math.sign(state.horizontalScale || 1);
  const placed = {
    text: item.unicode,
    x,
    y,
    angle: (Math.atan2(matrix[1] * sign, matrix[0] * sign) * 180) / Math.PI,
    width: Math.abs(width) * along,
    spacing: state.charSpacing * along,
    size,
    bold: isBold(font),
    color: state.renderMode === 1 ? state.strokeColor : state.fillColor,
    order,
  };
  const box = glyphBox(placed);
  const named = namedLetter(font, item.originalCharCode);
  const isOther = named !== undefined && named.toLowerCase() !== item.unicode.toLowerCase();
  return { ...placed, box, visible: isVisible(state, box), ...(isOther ? { shown: named } : {}) };
}

function measureLength([a, b, c, d]: Matrix, [x, y]: readonly [number, number]): number {
  return Math.hypot(a * x + c * y, b * x + d * y);
}

function measureEm(font: Font, fontSize: number): number {
  if (!font.isType3Font) return fontSize;
  const height = (font.bbox?.[3] ?? 0) - (font.bbox?.[1] ?? 0);
  return fontSize * (font.fontMatrix?.[3] ?? 0.001) * (height > 0 ? height : 1000);
}

function isBold(font: Font): boolean {
  return Boolean(font.bold || font.black || /bold|black|heavy|semibold|demi/i.test(font.name ?? ''));
}

/** The upright box around a glyph; for slanted text the box of its middle line. */
export function glyphBox({ x, y, angle, width, size }: Pick<Glyph, 'x' | 'y' | 'angle' | 'width' | 'size'>): Box {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const corners = [
    [0, -ASCENT * size],
    [width, -ASCENT * size],
    [0, DESCENT * size],
    [width, DESCENT * size],
  ] as const;
  const xs = corners.map(([u, v]) => x + u * cos - v * sin);
  const ys = corners.map(([u, v]) => y + u * sin + v * cos);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

function isVisible(state: GraphicsState, box: Box): boolean {
  if (INVISIBLE_MODES.has(state.renderMode)) return false;
  const alpha = state.renderMode === 1 ? state.strokeAlpha : state.fillAlpha;
  if (alpha < 0.02) return false;
  const area = measureArea(box);
  return area === 0 || measureArea(intersect(box, state.clip)) > 0.4 * area;
}
