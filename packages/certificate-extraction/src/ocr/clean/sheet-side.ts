import type { Gray } from '../pixel/gray.ts';
import type { Point } from '../pixel/perspective.ts';

/** A straight line as x·nx + y·ny = c with (nx, ny) of length 1. */
export type Line = { nx: number; ny: number; c: number };

type Extent = { x0: number; y0: number; x1: number; y1: number };

/** The left, top, right and bottom side as lines; null where the sheet runs out of the picture. */
export function findSides(bright: Gray, sheet: Extent): (Line | null)[] {
  const rows = spans(bright, sheet, false);
  const columns = spans(bright, sheet, true);
  const level = (points: readonly Point[]): Line | null => swap(fitLine(points.map(([x, y]) => [y, x])));
  return [
    side(
      rows.map(({ at, first }): Point => [first, at]),
      (x) => x <= 1,
      fitLine,
    ),
    side(
      columns.map(({ at, first }): Point => [at, first]),
      (_x, y) => y <= 1,
      level,
    ),
    side(
      rows.map(({ at, last }): Point => [last, at]),
      (x) => x >= bright.width - 1,
      fitLine,
    ),
    side(
      columns.map(({ at, last }): Point => [at, last]),
      (_x, y) => y >= bright.height - 1,
      level,
    ),
  ];
}

type Span = { at: number; first: number; last: number };

/** First and last bright pixel of each row (or column) in the middle nine tenths of the sheet. */
function spans(bright: Gray, sheet: Extent, upright: boolean): Span[] {
  const [from, to] = upright ? [sheet.x0, sheet.x1] : [sheet.y0, sheet.y1];
  const [start, end] = upright ? [sheet.y0, sheet.y1] : [sheet.x0, sheet.x1];
  const margin = Math.round((to - from) * 0.05);
  const found: Span[] = [];
  for (let at = from + margin; at < to - margin; at++) {
    const isBright = (across: number): boolean =>
      bright.data[upright ? across * bright.width + at : at * bright.width + across] === 1;
    let [first, last] = [start, end - 1];
    while (first < last && !(isBright(first) && isBright(first + 1) && isBright(first + 2))) first++;
    while (last > first && !(isBright(last) && isBright(last - 1) && isBright(last - 2))) last--;
    if (last > first) found.push({ at, first, last: last + 1 });
  }
  return found;
}

type Fit = (points: readonly Point[]) => Line | null;

function side(points: readonly Point[], isBorder: (x: number, y: number) => boolean, fit: Fit): Line | null {
  const atBorder = points.filter(([x, y]) => isBorder(x, y)).length;
  return atBorder > 0.5 * points.length ? null : fit(points.filter(([x, y]) => !isBorder(x, y)));
}

/** A line x = a·y + b through most of the points: the median slope of far pairs, then the middle of what lies near it. */
function fitLine(points: readonly Point[]): Line | null {
  if (points.length < 20) return null;
  const half = points.length >> 1;
  const slopes = points.slice(half).map(([x, y], index) => {
    const [x0, y0] = points[index] as Point;
    return (x - x0) / Math.max(1, y - y0);
  });
  const slope = median(slopes);
  const offset = median(points.map(([x, y]) => x - slope * y));
  const near = points.filter(([x, y]) => Math.abs(x - slope * y - offset) < 3).length;
  if (near < 0.6 * points.length) return null;
  const length = Math.hypot(1, slope);
  return { nx: 1 / length, ny: -slope / length, c: offset / length };
}

function swap(line: Line | null): Line | null {
  return line && { nx: line.ny, ny: line.nx, c: line.c };
}

export function makeFrame({ width, height }: Gray): Line[] {
  return [
    { nx: 1, ny: 0, c: 0 },
    { nx: 0, ny: 1, c: 0 },
    { nx: 1, ny: 0, c: width },
    { nx: 0, ny: 1, c: height },
  ];
}

export function cross(one: Line, other: Line): Point | null {
  const det = one.nx * other.ny - one.ny * other.nx;
  if (Math.abs(det) < 0.2) return null;
  return [(one.c * other.ny - one.ny * other.c) / det, (one.nx * other.c - one.c * other.nx) / det];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
