import type { Picture } from './picture.ts';

/** Nine numbers of a projective map, row by row; it tells for a pixel of the new picture where it comes from. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];
export type Size = { width: number; height: number };
type Point = readonly [number, number];

/** Turns by quarter turns (clockwise). */
export function turn(picture: Picture, quarters: number): Picture {
  const { width, height } = picture;
  const odd = quarters % 2 === 1;
  const maps: readonly Projection[] = [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [0, 1, 0, -1, 0, height - 1, 0, 0, 1],
    [-1, 0, width - 1, 0, -1, height - 1, 0, 0, 1],
    [0, -1, width - 1, 1, 0, 0, 0, 0, 1],
  ];
  const map = maps[quarters % 4] ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return warp(picture, { size: odd ? { width: height, height: width } : { width, height }, map, ground: 255 });
}

/** Tilts the page about its middle by `degrees`; what comes into view is white. */
export function tilt(picture: Picture, degrees: number): Picture {
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const [x, y] = [picture.width / 2, picture.height / 2];
  const map: Projection = [cosine, sine, x - cosine * x - sine * y, -sine, cosine, y + sine * x - cosine * y, 0, 0, 1];
  return warp(picture, { size: picture, map, ground: 250 });
}

/** Photographs the page so that its corners come to lie at `corners` (clockwise from the top left) on a table. */
export function photograph(picture: Picture, corners: readonly [Point, Point, Point, Point], size: Size): Picture {
  const map = projectionTo(corners, picture);
  return warp(picture, { size, map, ground: 96 });
}

/** Draws each pixel of the new picture out of the four that surround its origin. */
function warp(picture: Picture, { size, map, ground }: { size: Size; map: Projection; ground: number }): Picture {
  const { width, height } = size;
  const data = new Uint8ClampedArray(width * height * 4);
  const [a, b, c, d, e, f, g, h, i] = map;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const w = g * x + h * y + i;
      blend(picture, [(a * x + b * y + c) / w, (d * x + e * y + f) / w], { data, at: (y * width + x) * 4, ground });
    }
  }
  return { width, height, data };
}

function blend(
  { width, height, data: from }: Picture,
  [x, y]: Point,
  to: { data: Uint8ClampedArray; at: number; ground: number },
): void {
  to.data[to.at + 3] = 255;
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) {
    to.data.fill(to.ground, to.at, to.at + 3);
    return;
  }
  const [left, top] = [Math.min(Math.floor(x), width - 2), Math.min(Math.floor(y), height - 2)];
  const [right, down] = [x - left, y - top];
  const start = (top * width + left) * 4;
  const next = start + width * 4;
  for (let channel = 0; channel < 3; channel++) {
    const upper = (from[start + channel] ?? 0) * (1 - right) + (from[start + 4 + channel] ?? 0) * right;
    const lower = (from[next + channel] ?? 0) * (1 - right) + (from[next + 4 + channel] ?? 0) * right;
    to.data[to.at + channel] = upper * (1 - down) + lower * down;
  }
}

/** The projection that takes four corners to those of a page (eight linear equations). */
function projectionTo(corners: readonly [Point, Point, Point, Point], { width, height }: Size): Projection {
  const targets: readonly Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const rows = corners.flatMap(([x, y], index) => {
    const [u, v] = targets[index] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0] = solve(rows);
  return [a, b, c, d, e, f, g, h, 1];
}

/** Gauss-Jordan elimination with the largest pivot; each row ends with its right side. */
function solve(rows: number[][]): number[] {
  const count = rows.length;
  for (let column = 0; column < count; column++) {
    const rest = rows.slice(column);
    const best = rest.reduce((top, row) => (Math.abs(row[column] ?? 0) > Math.abs(top[column] ?? 0) ? row : top));
    rows.splice(rows.indexOf(best), 1);
    const pivot = best.map((value) => value / (best[column] ?? 1));
    rows.splice(column, 0, pivot);
    rows.forEach((row, index) => {
      const factor = row[column] ?? 0;
      if (index !== column) rows[index] = row.map((value, at) => value - factor * (pivot[at] ?? 0));
    });
  }
  return rows.map((row) => row[count] ?? 0);
}
