import { ApiError, NetworkError, TimeoutError } from './errors.ts';

const STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** A longer wait is the caller's decision. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Passed to `onRetry` before a request is sent again. */
export type Retry = { operation: string; attempt: number; error: Error; delayMs: number };

export type RetryPolicy = {
  maxRetries: number;
  /**
   * Whether a second request has the same effect as the first. Without it a request is sent again only where the API says that
   * nothing was done (429).
   */
  isRepeatable: boolean;
  onRetry: (attempt: number, error: Error, delayMs: number) => void;
};

const isRetryable = (error: unknown, isRepeatable: boolean): error is Error => {
  if (error instanceof ApiError) return error.status === 429 || (isRepeatable && STATUSES.has(error.status));
  return isRepeatable && (error instanceof NetworkError || error instanceof TimeoutError);
};

/** `Retry-After` (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now; null where there is none. */
const retryAfterMs = (error: Error, now: number): number | null => {
  if (!(error instanceof ApiError)) return null;
  if (error.retryAfter !== null) return error.retryAfter * 1_000;
  const until = Date.parse(error.headers.get('retry-after') ?? '');
  return Number.isNaN(until) ? null : Math.max(until - now, 0);
};

/** How long to wait before the attempt after this one (from 0); null where it is not made. */
export const delayBefore = (attempt: number, error: Error, now = Date.now()): number | null => {
  const requestedMs = retryAfterMs(error, now);
  if (requestedMs !== null) return requestedMs <= LONGEST_RETRY_AFTER_MS ? requestedMs : null;
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS) * (0.5 + Math.random() / 2);
};

/** Waits. Throws the signal's reason when it is aborted meanwhile. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });

/** The result, or the signal's reason as soon as it is aborted; what was begun goes on unseen. */
export const abortable = async <Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const listening = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { signal: listening.signal });
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    listening.abort();
  }
};

/**
 * Makes attempts until one succeeds. Throws the error of the last one: of one that is final, or when there were `maxRetries` more,
 * or where the API asks for a longer wait than a minute.
 */
export const withRetries = async <Result>(
  attempt: () => Promise<Result>,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<Result> => {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count >= policy.maxRetries || !isRetryable(error, policy.isRepeatable)) throw error;
      const delayMs = delayBefore(count, error);
      if (delayMs === null) throw error;
      policy.onRetry(count + 1, error, delayMs);
      await pause(delayMs, signal);
    }
  }
};
