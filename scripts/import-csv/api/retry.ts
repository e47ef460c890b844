const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const LONGEST_TOLD_MS = 15 * 60_000;
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** An answer as far as it decides whether to ask again. */
export type Reply = { status: number; retryAfter: string | null; code: string | null };

/** How long to wait before the same request is sent again; `limited` when it was only too soon. */
export type Wait = { ms: number; limited: boolean };

/**
 * Whether an answer is worth asking again, and after what time; null when it is final. What the server says in
 * `Retry-After` is kept to; without it the waits grow.
 * @param attempt how often the request was sent before, from 0.
 */
export const waitAfter = ({ status, retryAfter, code }: Reply, attempt: number): Wait | null => {
  const isPassing = PASSING.has(status) || (status === 409 && code === 'idempotency_in_progress');
  if (!isPassing) return null;
  const told = toldMs(retryAfter);
  return { ms: told === null ? growingWait(attempt) : Math.min(told, LONGEST_TOLD_MS), limited: status === 429 };
};

/** The wait before the next attempt when nothing tells a better one: doubled each time, and spread. */
export const growingWait = (attempt: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);

const toldMs = (retryAfter: string | null): number | null => {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? null : Math.max(until - Date.now(), 0);
};
