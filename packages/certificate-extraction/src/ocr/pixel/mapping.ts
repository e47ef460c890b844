import type { Box } from '../../page.ts';
import type { Gray } from './gray.ts';
import type { Mapping } from './resample.ts';

type Quarters = 0 | 1 | 2 | 3;

/** The mapping that makes places larger or smaller. */
export const scaling = (across: number, down = across): Mapping => [across, 0, 0, 0, down, 0, 0, 0];

/** From a picture that was turned clockwise by so many quarters to the picture before. */
export const turnedFrom = (quarters: Quarters, { width, height }: Pick<Gray, 'width' | 'height'>): Mapping => {
  const ways: Record<Quarters, Mapping> = {
    0: scaling(1),
    1: [0, 1, 0, -1, 0, height, 0, 0],
    2: [-1, 0, width, 0, -1, height, 0, 0],
    3: [0, -1, width, 1, 0, 0, 0, 0],
  };
  return ways[quarters];
};

const readRows = ([a, b, c, d, e, f, g, h]: Mapping) => [
  [a, b, c],
  [d, e, f],
  [g, h, 1],
];

/** The mapping that goes through all of them, the first one first. */
export const chain = (...mappings: readonly Mapping[]): Mapping =>
  mappings.reduce((inner, outer) => {
    const [left, right] = [readRows(outer), readRows(inner)];
    const product = left.flatMap((row) =>
      [0, 1, 2].map((at) => row.reduce((sum, value, index) => sum + value * (right[index]?.[at] ?? 0), 0)),
    );
    const last = product[8] ?? 1;
    return product.slice(0, 8).map((value) => value / last) as unknown as Mapping;
  }, scaling(1));

/** The box around the four corners of a box where the mapping puts them. */
export const mapBox = ([a, b, c, d, e, f, g, h]: Mapping, { x0, y0, x1, y1 }: Box): Box => {
  const corners = [x0, x1].flatMap((x) =>
    [y0, y1].map((y) => {
      const depth = g * x + h * y + 1;
      return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
    }),
  );
  const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { x0: Math.min(...across), y0: Math.min(...down), x1: Math.max(...across), y1: Math.max(...down) };
};
