/** Stops the sending to a receiver that fails (decisions, "Webhooks"). It is asked before each attempt. */
export type Breaker = {
  /** How an attempt ended. */
  note(isSuccess: boolean, now: Date): void;
  /** Until when nothing is sent; null while it is closed. */
  openUntil(): Date | null;
  /** One delivery alone may show that the receiver is back. */
  isProbing(): boolean;
  /** Every attempt of late has failed. */
  isFailing(): boolean;
  /** How the attempts of late ended, for whoever sends next. */
  tally(): Bucket[];
};

const SPAN_MS = 5 * 60_000;
const BUCKET_MS = 10_000;
const LEAST_ATTEMPTS = 10;
const FAILED_SHARE = 0.7;
const OPEN_MS = 30_000;

/** How many attempts ended in one span of ten seconds. */
export type Bucket = { from: number; attempts: number; failures: number };

/** Opens for 30 s when 70 % of at least ten attempts within five minutes have failed, or the one that probes has. */
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
    note(isSuccess, now) {
      const hasFailed = isProbing ? !isSuccess : count(isSuccess, now.getTime());
      if (hasFailed) openUntil ??= new Date(now.getTime() + OPEN_MS);
      else isProbing = false;
    },
    openUntil: () => openUntil,
    isProbing: () => isProbing,
    isFailing: () =>
      isProbing || (buckets.length > 0 && buckets.every(({ attempts, failures }) => failures === attempts)),
    tally: () => [...buckets],
  };
};
