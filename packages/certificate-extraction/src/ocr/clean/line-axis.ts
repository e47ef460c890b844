import { median } from '../../measure.ts';
import type { Component } from '../pixel/component.ts';

/** Letters farther apart than this, in shares of their size, are no neighbours. */
const REACH = 2;
/** So many times as many letters must have their nearest neighbour along one axis as along the other. */
const CLEAR = 1.5;

/**
 * Whether lines of text run level or upright over a picture: letters of a word stand closer together than lines, also where
 * the same short words stand below each other in every row. Null where neither is clear.
 */
export function detectLineAxis(letters: readonly Component[]): 'level' | 'upright' | null {
  const size = Math.max(1, median(letters.map(({ x0, x1, y0, y1 }) => Math.max(x1 - x0, y1 - y0))));
  const near = findNeighbours(letters, REACH * size);
  let [level, upright] = [0, 0];
  for (const letter of letters) {
    let [beside, below] = [Infinity, Infinity];
    for (const other of near(letter)) {
      if (other === letter) continue;
      const [gapX, gapY] = [
        measureGap(letter.x0, letter.x1, other.x0, other.x1),
        measureGap(letter.y0, letter.y1, other.y0, other.y1),
      ];
      if (gapY < 0 && gapX >= 0) beside = Math.min(beside, gapX);
      if (gapX < 0 && gapY >= 0) below = Math.min(below, gapY);
    }
    if (beside < below) level++;
    else if (below < beside) upright++;
  }
  if (level > CLEAR * upright) return 'level';
  return upright > CLEAR * level ? 'upright' : null;
}

/** The gap between two stretches; negative where they overlap. */
function measureGap(from: number, to: number, otherFrom: number, otherTo: number): number {
  return Math.max(from - otherTo, otherFrom - to);
}

/** Looks up the letters around a letter, by cells of a grid. */
function findNeighbours(letters: readonly Component[], cell: number): (letter: Component) => Component[] {
  const toColumn = ({ x0, x1 }: Component): number => Math.floor((x0 + x1) / 2 / cell);
  const toRow = ({ y0, y1 }: Component): number => Math.floor((y0 + y1) / 2 / cell);
  const cells = Map.groupBy(letters, (letter) => `${toColumn(letter)}|${toRow(letter)}`);
  return (letter) =>
    [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => cells.get(`${toColumn(letter) + right}|${toRow(letter) + down}`) ?? []),
    );
}
