import { componentsOf } from './component.ts';
import { type Gray, shrink } from './gray.ts';
import { inkOf, thresholdOf } from './ink.ts';
import { type Mapping, resample } from './resample.ts';

type Point = readonly [x: number, y: number];

/** A straight line as x·nx + y·ny = c with (nx, ny) of length 1. */
type Line = { nx: number; ny: number; c: number };

const PREVIEW = 500;
const LEAST_SHARE = 0.3;
const LEAST_CONTRAST = 40;

/**
 * Cuts a bright sheet out of darker surroundings and makes it rectangular: a photograph taken at an angle, a scan with
 * black borders. Gives the picture back as it is where no such sheet stands out.
 */
export function cutOutSheet(gray: Gray): Gray {
  const factor = Math.max(1, Math.floor(Math.max(gray.width, gray.height) / PREVIEW));
  const corners = sheetCorners(shrink(gray, factor));
  if (!corners) return gray;
  const [topLeft, topRight, bottomRight, bottomLeft] = corners.map(([x, y]): Point => [x * factor, y * factor]) as [
    Point,
    Point,
    Point,
    Point,
  ];
  const width = Math.round((distance(topLeft, topRight) + distance(bottomLeft, bottomRight)) / 2);
  const height = Math.round((distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2);
  const target: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const mapping = mappingOf(target, [topLeft, topRight, bottomRight, bottomLeft]);
  return mapping ? resample(gray, { width, height }, mapping) : gray;
}

/** The corners of the sheet (top left, then clockwise) in pixels of the picture, null where there is none. */
export function sheetCorners(gray: Gray): Point[] | null {
  const threshold = thresholdOf(gray);
  if (contrast(gray, threshold) < LEAST_CONTRAST) return null;
  const dark = inkOf(gray, threshold);
  const bright = { ...dark, data: dark.data.map((value) => 1 - value) };
  const sheet = componentsOf(bright).reduce((one, other) => (other.area > one.area ? other : one), {
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
    area: 0,
  });
  const total = gray.width * gray.height;
  if (sheet.area < LEAST_SHARE * total) return null;
  const sides = sidesOf(bright, sheet);
  if (sides.every((side) => side === null)) return null;
  const frame = frameOf(gray);
  const [left, top, right, bottom] = sides.map((side, index) => side ?? (frame[index] as Line)) as [
    Line,
    Line,
    Line,
    Line,
  ];
  const corners = [cross(left, top), cross(right, top), cross(right, bottom), cross(left, bottom)];
  return corners.every((corner) => corner !== null) && isSheet(corners as Point[], gray) ? (corners as Point[]) : null;
}

function contrast(gray: Gray, threshold: number): number {
  let [dark, darkCount, bright, brightCount] = [0, 0, 0, 0];
  for (const level of gray.data) {
    if (level <= threshold) [dark, darkCount] = [dark + level, darkCount + 1];
    else [bright, brightCount] = [bright + level, brightCount + 1];
  }
  return darkCount === 0 || brightCount === 0 ? 0 : bright / brightCount - dark / darkCount;
}

type Extent = { x0: number; y0: number; x1: number; y1: number };

/** The left, top, right and bottom side as lines; null where the sheet runs out of the picture. */
function sidesOf(bright: Gray, sheet: Extent): (Line | null)[] {
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

function frameOf({ width, height }: Gray): Line[] {
  return [
    { nx: 1, ny: 0, c: 0 },
    { nx: 0, ny: 1, c: 0 },
    { nx: 1, ny: 0, c: width },
    { nx: 0, ny: 1, c: height },
  ];
}

function cross(one: Line, other: Line): Point | null {
  const det = one.nx * other.ny - one.ny * other.nx;
  if (Math.abs(det) < 0.2) return null;
  return [(one.c * other.ny - one.ny * other.c) / det, (one.nx * other.c - one.c * other.nx) / det];
}

function isSheet(corners: readonly Point[], { width, height }: Gray): boolean {
  const slack = 0.05 * Math.max(width, height);
  const inside = corners.every(([x, y]) => x > -slack && y > -slack && x < width + slack && y < height + slack);
  let area = 0;
  for (const [index, [x, y]] of corners.entries()) {
    const [nx, ny] = corners[(index + 1) % 4] as Point;
    area += (x * ny - nx * y) / 2;
  }
  return inside && area > LEAST_SHARE * width * height;
}

function distance([x0, y0]: Point, [x1, y1]: Point): number {
  return Math.hypot(x1 - x0, y1 - y0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The perspective mapping that sends four points to four others, null where they lie on a line. */
export function mappingOf(from: readonly Point[], to: readonly Point[]): Mapping | null {
  const rows = from.flatMap(([x, y], index) => {
    const [u, v] = to[index] as Point;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let column = 0; column < 8; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column] as number) > Math.abs(best[column] as number) ? row : best));
    const divisor = pivot[column] as number;
    if (Math.abs(divisor) < 1e-9) return null;
    rows[rows.indexOf(pivot)] = rows[column] as number[];
    rows[column] = pivot.map((value) => value / divisor);
    eliminate(rows, column);
  }
  return rows.map((row) => row[8] as number) as unknown as Mapping;
}

function eliminate(rows: number[][], column: number): void {
  const pivot = rows[column] as number[];
  for (const [index, row] of rows.entries()) {
    const factor = row[column] as number;
    if (index === column || factor === 0) continue;
    rows[index] = row.map((value, at) => value - factor * (pivot[at] as number));
  }
}
