import { ApiError, NetworkError, TimeoutError } from '@qsc/client';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const LONGEST_RETRY_AFTER_MS = 15 * 60_000;
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** How long to wait before the same request is sent again; `limited` when it was only too soon. */
export type Wait = { ms: number; limited: boolean };

/**
 * Whether a request is worth sending again after an error, and after what time; null when the error is final. What the server says
 * in `Retry-After` is kept to; without it the waits grow.
 * @param attempt how often the request was sent before, from 0.
 */
export const waitAfter = (error: unknown, attempt: number): Wait | null => {
  if (error instanceof NetworkError || error instanceof TimeoutError)
    return { ms: growingWait(attempt), limited: false };
  if (!(error instanceof ApiError)) return null;
  if (!PASSING.has(error.status) && error.code !== 'idempotency_in_progress') return null;
  const waitMs = error.retryAfter === null ? growingWait(attempt) : error.retryAfter * 1000;
  return { ms: Math.min(waitMs, LONGEST_RETRY_AFTER_MS), limited: error.status === 429 };
};

/** The wait before the next attempt when nothing tells a better one: doubled each time, and spread. */
const growingWait = (attempt: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
