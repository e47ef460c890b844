import { enclose } from '../../../measure.ts';
import type { Box, Ruling } from '../../../page.ts';
import { isPale } from '../glyph/seen-glyph.ts';
import type { PageTrace } from './tracing.ts';

/** In points: a line is at most this thick and at least this long; dashes closer than the gap are one line. */
const THICKEST = 2.5;
const SHORTEST = 6;
const DASH_GAP = 3;

/** The ruling lines of a page: stroked straight lines, borders of rectangles and thin filled rectangles. */
export function findRulings({ strokes, fills }: PageTrace): Ruling[] {
  const thinFills = fills.filter((fill) => fill.rectangle && !isPale(fill.color) && isThin(fill));
  const lines = [
    ...strokes.filter((stroke) => stroke.width <= THICKEST && !isPale(stroke.color)).map(thicken),
    ...thinFills.map(({ x0, y0, x1, y1 }) => ({ x0, y0, x1, y1 })),
  ];
  const level = lines.filter(isLevel);
  const upright = lines.filter((line) => !isLevel(line));
  return [...joinLines(level), ...joinLines(upright.map(turn)).map(turn)];
}

function isThin(box: Box): boolean {
  return Math.min(box.x1 - box.x0, box.y1 - box.y0) <= THICKEST;
}

function isLevel(box: Box): boolean {
  return box.x1 - box.x0 >= box.y1 - box.y0;
}

function thicken({ x0, y0, x1, y1, width }: Box & { width: number }): Ruling {
  const half = width / 2;
  if (x1 - x0 >= y1 - y0) return { x0, x1, y0: (y0 + y1) / 2 - half, y1: (y0 + y1) / 2 + half };
  return { x0: (x0 + x1) / 2 - half, x1: (x0 + x1) / 2 + half, y0, y1 };
}

function turn({ x0, y0, x1, y1 }: Box): Box {
  return { x0: y0, y0: x0, x1: y1, y1: x1 };
}

/** Joins level lines that continue or repeat each other. */
function joinLines(lines: readonly Box[]): Box[] {
  const rows = new Map<number, Box[]>();
  for (const line of lines) {
    const row = Math.round((line.y0 + line.y1) / 2);
    rows.set(row, [...(rows.get(row) ?? []), line]);
  }
  const joined: Box[] = [];
  for (const row of [...rows.keys()].sort((one, other) => one - other)) {
    const line = (rows.get(row) ?? []).sort((one, other) => one.x0 - other.x0);
    let current: Box | null = null;
    for (const next of line) {
      if (current && next.x0 <= current.x1 + DASH_GAP) current = enclose([current, next]);
      else {
        if (current) joined.push(current);
        current = next;
      }
    }
    if (current) joined.push(current);
  }
  return joined.filter((line) => line.x1 - line.x0 >= SHORTEST);
}
