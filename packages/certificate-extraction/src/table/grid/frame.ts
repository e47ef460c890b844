import { measureOverlap, middleX, type Span } from '../../measure.ts';
import type { Box } from '../../page.ts';
import type { Head } from '../head/head.ts';
import type { Segment } from '../segment/segment.ts';

/** The part of a page that a head's table may reach. */
export type Frame = Box;

type Stretch = { at: number; cover: number; width: number };

/** The stretches between two abscissas from edge to edge of the boxes, with the number of boxes over each. */
const findStretches = (boxes: readonly Span[], from: number, to: number): Stretch[] => {
  const steps = boxes
    .filter(({ x0, x1 }) => x1 > from && x0 < to)
    .flatMap(({ x0, x1 }) => [
      { x: Math.max(x0, from), step: 1 },
      { x: Math.min(x1, to), step: -1 },
    ])
    .sort((a, b) => a.x - b.x);
  const stretches: Stretch[] = [];
  let [start, cover] = [from, 0];
  for (const { x, step } of [...steps, { x: to, step: 0 }]) {
    if (x - start > 0.01) stretches.push({ at: (start + x) / 2, cover, width: x - start });
    start = x;
    cover += step;
  }
  return stretches;
};

/** The middle of the widest stretch between two abscissas that none of the boxes covers; where all is covered, of the least. */
export const widestGap = (boxes: readonly Span[], from: number, to: number): number => {
  let best: Stretch = { at: (from + to) / 2, cover: Number.POSITIVE_INFINITY, width: 0 };
  for (const stretch of findStretches(boxes, from, to)) {
    const isWider = stretch.cover === best.cover && stretch.width > best.width;
    if (stretch.cover < best.cover || isWider) best = stretch;
  }
  return best.at;
};

const findBottom = (head: Head, heads: readonly Head[], pageHeight: number): number =>
  Math.min(
    pageHeight,
    ...heads.filter((other) => other.y0 > head.y1 - 1 && measureOverlap(other, head) > 0).map(({ y0 }) => y0),
  );

const NEARLY_WIDEST = 0.5;

/**
 * Where two tables part: in a wide gap; of several that are nearly as wide as the widest the last, since names begin a
 * table, or the first, where no word of the head stands over those names.
 */
const border = (left: Head, right: Head, zone: readonly Segment[]): number => {
  const [from, to] = [middleX(left.cells.at(-1) ?? left), middleX(right.cells[0] ?? right)];
  const gaps = findStretches(zone, from, to).filter(({ cover }) => cover === 0);
  const widest = Math.max(...gaps.map(({ width }) => width));
  const wide = gaps.filter(({ width }) => width >= NEARLY_WIDEST * widest);
  const isNamed = right.cells[0]?.role === 'parameter' || right.cells[0]?.role === 'index';
  return wide.at(isNamed ? -1 : 0)?.at ?? widestGap(zone, from, to);
};

/** For each head the part of the page down to the next head below it and to the heads that stand beside it. */
export const makeFrames = (
  heads: readonly Head[],
  segments: readonly Segment[],
  page: { width: number; height: number },
): Frame[] => {
  const bottoms = heads.map((head) => findBottom(head, heads, page.height));
  return heads.map((head, at) => {
    const frame = { x0: 0, x1: page.width, y0: head.y1, y1: bottoms[at] ?? page.height };
    heads.forEach((other, otherAt) => {
      const bottom = bottoms[otherAt] ?? page.height;
      if (other === head || measureOverlap(other, head) > 0 || other.y0 >= frame.y1 || bottom <= head.y0) return;
      const top = Math.max(head.y0, other.y0);
      const low = Math.min(frame.y1, bottom);
      const zone = segments.filter(({ y0, y1 }) => y1 > top && y0 < low);
      if (other.x1 <= head.x0) frame.x0 = Math.max(frame.x0, border(other, head, zone));
      else frame.x1 = Math.min(frame.x1, border(head, other, zone));
    });
    return frame;
  });
};
