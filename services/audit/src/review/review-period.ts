import { createHash } from 'node:crypto';
import type { Review } from './review.ts';

const DAY_MS = 86_400_000;

/** How many entries the random sample draws. */
export const SAMPLE_SIZE = 25;

export type ReviewPeriod = { from: Date; to: Date };

/** Until when a review covers the log: what happens after it was made is not part of it. */
const coveredUntil = ({ to, created_at }: Pick<Review, 'to' | 'created_at'>): number =>
  Math.min(to.getTime(), created_at.getTime() - 1);

/**
 * The next period to review: so many days from the first moment of the log that no review covers, or up to the next
 * review if that is earlier. It is due once it has ended.
 * @param reviews those of the log, not of the trails of records.
 */
export const findNextPeriod = (
  logStart: Date,
  reviews: readonly Pick<Review, 'from' | 'to' | 'created_at'>[],
  intervalDays: number,
): ReviewPeriod => {
  const inOrder = reviews
    .filter((review) => coveredUntil(review) >= Math.max(logStart.getTime(), review.from.getTime()))
    .sort((one, other) => one.from.getTime() - other.from.getTime());
  let from = logStart.getTime();
  let next = Number.POSITIVE_INFINITY;
  for (const review of inOrder) {
    if (review.from.getTime() > from) {
      next = review.from.getTime();
      break;
    }
    from = Math.max(from, coveredUntil(review) + 1);
  }
  return { from: new Date(from), to: new Date(Math.min(from + intervalDays * DAY_MS, next) - 1) };
};

/** Up to `SAMPLE_SIZE` sequence numbers of a range, in order; the same ones for the same organisation and period. */
export const drawSequences = (
  orgId: string,
  { from, to }: ReviewPeriod,
  { first, last }: { first: number; last: number },
): number[] => {
  const count = last - first + 1;
  if (count <= SAMPLE_SIZE) return Array.from({ length: Math.max(count, 0) }, (_, index) => first + index);
  const drawn = new Set<number>();
  for (let index = 0; drawn.size < SAMPLE_SIZE; index += 1) {
    const seed = `${orgId} ${from.toISOString()} ${to.toISOString()} ${index}`;
    drawn.add(first + (createHash('sha256').update(seed).digest().readUIntBE(0, 6) % count));
  }
  return [...drawn].sort((one, other) => one - other);
};
