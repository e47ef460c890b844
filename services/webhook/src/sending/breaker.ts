/** Stops the sending to a receiver that fails (decisions, "Webhooks"). It is asked before each attempt. */
export type Breaker = {
  /** How an attempt ended. */
  note(isSuccess: boolean, now: Date): void;
  /** Until when nothing is sent; null while it is closed. */
  openUntil(): Date | null;
  /** One delivery alone may show that the receiver is back. */
  isProbing(): boolean;
};

const SPAN_MS = 5 * 60_000;
const BUCKET_MS = 10_000;
const LEAST_ATTEMPTS = 10;
const FAILED_SHARE = 0.7;
const OPEN_MS = 30_000;

type Bucket = { from: number; attempts: number; failures: number };

/** Opens for 30 s when 70 % of at least ten attempts within five minutes have failed, or the one that probes has. */
export const makeBreaker = (probing: boolean): Breaker => {
  let buckets: Bucket[] = [];
  let isProbing = probing;
  let openUntil: Date | null = null;

  const count = (isSuccess: boolean, at: number): boolean => {
    const from = at - (at % BUCKET_MS);
    buckets = buckets.filter((bucket) => bucket.from > at - SPAN_MS);
    const bucket = buckets.find((known) => known.from === from) ?? { from, attempts: 0, failures: 0 };
    if (bucket.attempts === 0) buckets.push(bucket);
    bucket.attempts += 1;
    if (!isSuccess) bucket.failures += 1;
    const attempts = buckets.reduce((sum, one) => sum + one.attempts, 0);
    const failures = buckets.reduce((sum, one) => sum + one.failures, 0);
    return attempts >= LEAST_ATTEMPTS && failures >= FAILED_SHARE * attempts;
  };

  return {
    note(isSuccess, now) {
      const hasFailed = isProbing ? !isSuccess : count(isSuccess, now.getTime());
      if (hasFailed) openUntil ??= new Date(now.getTime() + OPEN_MS);
      else isProbing = false;
    },
    openUntil: () => openUntil,
    isProbing: () => isProbing,
  };
};
