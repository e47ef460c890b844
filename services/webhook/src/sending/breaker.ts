/** The circuit breaker of a receiver (decisions, "Webhooks"), checked before each attempt. */
export type Breaker = {
  /** Counts the result of an attempt. */
  record(isSuccess: boolean, now: Date): void;
  /** Until when nothing is sent; null while it is closed. */
  openUntil(): Date | null;
  /** Half open: one delivery alone probes the receiver. */
  isProbing(): boolean;
  /** The results of recent attempts, for the next holder. */
  tally(): Bucket[];
};

const SPAN_MS = 5 * 60_000;
const BUCKET_MS = 10_000;
const LEAST_ATTEMPTS = 10;
const FAILED_SHARE = 0.7;
const OPEN_MS = 30_000;

/** The attempts of one span of ten seconds. */
export type Bucket = { from: number; attempts: number; failures: number };

/** Opens for 30 s when 70 % of at least ten attempts within five minutes have failed, or the probe has. */
export const makeBreaker = ({ probing, tally }: { probing: boolean; tally: readonly Bucket[] }): Breaker => {
  let buckets: readonly Bucket[] = tally;
  let isProbing = probing;
  let openUntil: Date | null = null;

  const count = (isSuccess: boolean, at: number): boolean => {
    const from = at - (at % BUCKET_MS);
    buckets = buckets.filter((bucket) => bucket.from > at - SPAN_MS);
    const known = buckets.find((bucket) => bucket.from === from) ?? { from, attempts: 0, failures: 0 };
    const counted = { from, attempts: known.attempts + 1, failures: known.failures + (isSuccess ? 0 : 1) };
    buckets = [...buckets.filter((bucket) => bucket.from !== from), counted];
    const attempts = buckets.reduce((sum, one) => sum + one.attempts, 0);
    const failures = buckets.reduce((sum, one) => sum + one.failures, 0);
    return attempts >= LEAST_ATTEMPTS && failures >= FAILED_SHARE * attempts;
  };

  return {
    record(isSuccess, now) {
      const hasFailed = isProbing ? !isSuccess : count(isSuccess, now.getTime());
      if (hasFailed) openUntil ??= new Date(now.getTime() + OPEN_MS);
      else isProbing = false;
    },
    openUntil: () => openUntil,
    isProbing: () => isProbing,
    tally: () => [...buckets],
  };
};
