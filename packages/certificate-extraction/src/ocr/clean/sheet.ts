import { findComponents } from '../pixel/component.ts';
import { type Gray, shrink } from '../pixel/gray.ts';
import { computeThreshold, toInk } from '../pixel/ink.ts';
import { scaling } from '../pixel/mapping.ts';
import { computeMapping, type Point } from '../pixel/perspective.ts';
import { type Mapping, resample } from '../pixel/resample.ts';
import { cross, findSides, type Line, makeFrame } from './sheet-side.ts';

const PREVIEW = 500;
const LEAST_SHARE = 0.3;
const LEAST_CONTRAST = 40;

/** A sheet, and where its pixels come from in the picture that it was cut out of. */
type Sheet = { picture: Gray; from: Mapping };

/**
 * Cuts a bright sheet out of darker surroundings and makes it rectangular: a photograph taken at an angle, a scan with
 * black borders. Gives the picture back as it is where no such sheet stands out.
 */
export function cutOutSheet(gray: Gray): Sheet {
  const factor = Math.max(1, Math.floor(Math.max(gray.width, gray.height) / PREVIEW));
  const corners = sheetCorners(shrink(gray, factor));
  if (!corners) return { picture: gray, from: scaling(1) };
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
  const mapping = computeMapping(target, [topLeft, topRight, bottomRight, bottomLeft]);
  return mapping
    ? { picture: resample(gray, { width, height }, mapping), from: mapping }
    : { picture: gray, from: scaling(1) };
}

/** The corners of the sheet (top left, then clockwise) in pixels of the picture, null where there is none. */
export function sheetCorners(gray: Gray): Point[] | null {
  const threshold = computeThreshold(gray);
  if (contrast(gray, threshold) < LEAST_CONTRAST) return null;
  const dark = toInk(gray, threshold);
  const bright = { ...dark, data: dark.data.map((value) => 1 - value) };
  const sheet = findComponents(bright).reduce((one, other) => (other.area > one.area ? other : one), {
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
    area: 0,
  });
  const total = gray.width * gray.height;
  if (sheet.area < LEAST_SHARE * total) return null;
  const sides = findSides(bright, sheet);
  if (!standsOut(sides)) return null;
  const frame = makeFrame(gray);
  const [left, top, right, bottom] = sides.map((side, index) => side ?? (frame[index] as Line)) as [
    Line,
    Line,
    Line,
    Line,
  ];
  const corners = [cross(left, top), cross(right, top), cross(right, bottom), cross(left, bottom)];
  return corners.every((corner) => corner !== null) && isSheet(corners as Point[], gray) ? (corners as Point[]) : null;
}

/** Whether a corner stands out: a dark bar over the whole width alone is a letterhead, and it is a part of the sheet. */
function standsOut([left, top, right, bottom]: readonly (Line | null)[]): boolean {
  return Boolean(left ?? right) && Boolean(top ?? bottom);
}

function contrast(gray: Gray, threshold: number): number {
  let [dark, darkCount, bright, brightCount] = [0, 0, 0, 0];
  for (const level of gray.data) {
    if (level <= threshold) [dark, darkCount] = [dark + level, darkCount + 1];
    else [bright, brightCount] = [bright + level, brightCount + 1];
  }
  return darkCount === 0 || brightCount === 0 ? 0 : bright / brightCount - dark / darkCount;
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
