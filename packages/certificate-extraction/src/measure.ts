import type { Box } from './page.ts';

/** A stretch from left to right, in points. */
export type Span = { x0: number; x1: number };

/** How much of the width two boxes share; negative where a gap parts them. */
export const measureOverlap = (one: Span, other: Span): number =>
  Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);

/** The gap between two boxes that stand one below the other; negative where they overlap. */
export const gapBetween = (one: Box, other: Box): number => Math.max(one.y0 - other.y1, other.y0 - one.y1);

export const middleX = ({ x0, x1 }: Span): number => (x0 + x1) / 2;

export const middleY = ({ y0, y1 }: { y0: number; y1: number }): number => (y0 + y1) / 2;

export const measureHeight = ({ y0, y1 }: { y0: number; y1: number }): number => y1 - y0;

/** The box around all boxes. */
export const enclose = (boxes: readonly Box[]): Box => {
  const around = {
    x0: Number.POSITIVE_INFINITY,
    x1: Number.NEGATIVE_INFINITY,
    y0: Number.POSITIVE_INFINITY,
    y1: Number.NEGATIVE_INFINITY,
  };
  for (const { x0, x1, y0, y1 } of boxes) {
    around.x0 = Math.min(around.x0, x0);
    around.x1 = Math.max(around.x1, x1);
    around.y0 = Math.min(around.y0, y0);
    around.y1 = Math.max(around.y1, y1);
  }
  return around;
};

/** The middle value; 0 for none. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
