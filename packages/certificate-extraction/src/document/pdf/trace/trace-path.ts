import type { Box } from '../../../page.ts';
import { boxAround, type Matrix, type Point, transformPoint } from './matrix.ts';

/** One run of a path between two moves, in points from the page's top left. */
export type Subpath = { points: readonly Point[]; curved: boolean; closed: boolean };

const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC = 3;

/** Reads pdf.js' packed path (operator numbers followed by coordinates). */
export function traceSubpaths(data: ArrayLike<number>, matrix: Matrix): Subpath[] {
  const subpaths: { points: Point[]; curved: boolean; closed: boolean }[] = [];
  let index = 0;
  const next = (): Point => {
    const point = transformPoint(matrix, [data[index] ?? 0, data[index + 1] ?? 0]);
    index += 2;
    return point;
  };
  while (index < data.length) {
    const operator = data[index++];
    const current = subpaths.at(-1);
    if (operator === MOVE) subpaths.push({ points: [next()], curved: false, closed: false });
    else if (!current) break;
    else if (operator === LINE) current.points.push(next());
    else if (operator === CURVE || operator === QUADRATIC) {
      current.curved = true;
      for (let step = operator === CURVE ? 3 : 2; step > 0; step--) current.points.push(next());
    } else current.closed = true;
  }
  return subpaths;
}

const TOLERANCE = 0.3;

/** The straight edges of a subpath that run level or upright. */
export function straightEdges({ points, closed }: Subpath): Box[] {
  const ring = closed && points[0] ? [...points, points[0]] : points;
  const edges: Box[] = [];
  for (const [index, to] of ring.entries()) {
    const from = ring[index - 1];
    if (!from) continue;
    const box = boxAround([from, to]);
    const across = Math.min(box.x1 - box.x0, box.y1 - box.y0);
    if (across <= TOLERANCE + 0.01 * Math.max(box.x1 - box.x0, box.y1 - box.y0)) edges.push(box);
  }
  return edges;
}

/** The box of a subpath that is an upright rectangle, else null. */
export function toRectangle(subpath: Subpath): Box | null {
  const { points, curved } = subpath;
  if (curved || points.length < 4 || points.length > 5) return null;
  const box = boxAround(points);
  const isCorner = ([x, y]: Point): boolean =>
    Math.min(Math.abs(x - box.x0), Math.abs(x - box.x1)) < TOLERANCE &&
    Math.min(Math.abs(y - box.y0), Math.abs(y - box.y1)) < TOLERANCE;
  return points.every(isCorner) ? box : null;
}
