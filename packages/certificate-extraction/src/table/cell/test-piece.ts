import type { Segment } from '../segment/segment.ts';

/** True for "1", "2", "3": test pieces, counted. */
export const isCounted = (segments: readonly Segment[]): boolean =>
  segments.every(({ text }, at) => text === `${at + 1}`);
