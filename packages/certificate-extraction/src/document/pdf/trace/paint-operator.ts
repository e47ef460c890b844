import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../../../page.ts';
import type { GraphicsState } from './graphics-state.ts';
import { boxAround, intersect, measureArea, measureScale, transformBox } from './matrix.ts';
import { type Subpath, straightEdges, toRectangle, traceSubpaths } from './trace-path.ts';
import { isPainting, type Operator, type Tracing } from './tracing.ts';

const RGBA_KIND = 3;
const UNIT = { x0: 0, y0: 0, x1: 1, y1: 1 };
const CLEAR = 0.02;
const FULL = 0.98;
const BOTH = [OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke];
const STROKES = new Set<number>([OPS.stroke, OPS.closeStroke, ...BOTH]);
const FILLS = new Set<number>([OPS.fill, OPS.eoFill, ...BOTH]);

/** The operators that paint paths and pictures. */
export const PAINT_OPERATORS: Readonly<Record<number, Operator>> = {
  [OPS.constructPath]: paintPath,
  [OPS.shadingFill]: (tracing) => addFill(tracing, tracing.state.clip, false),
  [OPS.paintImageXObject]: (tracing, [id]) => addPicture(tracing, isOpaqueImage(tracing, id as string)),
  [OPS.paintInlineImageXObject]: (tracing, [image]) =>
    addPicture(tracing, (image as { kind?: number }).kind !== RGBA_KIND),
  [OPS.paintImageMaskXObject]: (tracing) => addPicture(tracing, false),
  [OPS.paintImageMaskXObjectGroup]: (tracing, [images]) => addGroup(tracing, images),
  [OPS.paintInlineImageXObjectGroup]: (tracing, [, images]) => addGroup(tracing, images),
  [OPS.paintImageXObjectRepeat]: (tracing) => addPicture(tracing, false),
  [OPS.paintSolidColorImageMask]: (tracing) => addFill(tracing, transformBox(tracing.state.matrix, UNIT), true),
};

function paintPath(tracing: Tracing, [operator, data]: readonly unknown[]): void {
  const { state, clipNext } = tracing;
  const subpaths = traceSubpaths((data as (ArrayLike<number> | null)[])[0] ?? [], state.matrix);
  tracing.clipNext = false;
  if (isPainting(tracing)) {
    if (FILLS.has(operator as number)) fillPath(tracing, subpaths);
    if (STROKES.has(operator as number)) for (const edge of subpaths.flatMap(straightEdges)) addStroke(tracing, edge);
  }
  const points = subpaths.flatMap((subpath) => subpath.points);
  if (clipNext && points.length > 0) state.clip = intersect(state.clip, boxAround(points));
}

function fillPath(tracing: Tracing, subpaths: readonly Subpath[]): void {
  for (const subpath of subpaths) {
    const rectangle = toRectangle(subpath);
    addFill(tracing, rectangle ?? boxAround(subpath.points), rectangle !== null);
  }
}

function addFill(tracing: Tracing, area: Box, rectangle: boolean): void {
  const { state, order, found } = tracing;
  const box = intersect(area, state.clip);
  if (state.fillAlpha < CLEAR || isInsideOut(box) || !isPainting(tracing)) return;
  const { fillColor: color } = state;
  found.fills.push({ ...box, color, rectangle, opaque: rectangle && color !== null && isFull(state), order });
}

function addStroke({ state, order, found }: Tracing, edge: Box): void {
  const width = state.lineWidth * measureScale(state.matrix);
  const { x0, y0, x1, y1 } = state.clip;
  const box = intersect(edge, { x0: x0 - width, y0: y0 - width, x1: x1 + width, y1: y1 + width });
  if (state.strokeAlpha < CLEAR || isInsideOut(box)) return;
  found.strokes.push({ ...box, width, color: state.strokeColor, order });
}

function addPicture(tracing: Tracing, opaque: boolean): void {
  const { state, order, found } = tracing;
  const box = intersect(transformBox(state.matrix, UNIT), state.clip);
  if (!isPainting(tracing) || isInsideOut(box) || measureArea(box) === 0) return;
  found.pictures.push({ ...box, opaque: opaque && isFull(state), order });
}

function addGroup(tracing: Tracing, images: unknown): void {
  for (const { transform } of images as { transform?: GraphicsState['matrix'] }[]) {
    if (!transform) continue;
    const box = intersect(transformBox(tracing.state.matrix, transformBox(transform, UNIT)), tracing.state.clip);
    if (isPainting(tracing) && measureArea(box) > 0)
      tracing.found.pictures.push({ ...box, opaque: false, order: tracing.order });
  }
}

function isOpaqueImage({ page }: Tracing, id: string): boolean {
  const store = id.startsWith('g_') ? page.commonObjs : page.objs;
  return store.has(id) && (store.get(id) as { kind?: number } | null)?.kind !== RGBA_KIND;
}

function isFull(state: GraphicsState): boolean {
  return state.fillAlpha > FULL;
}

function isInsideOut(box: Box): boolean {
  return box.x1 < box.x0 || box.y1 < box.y0;
}
