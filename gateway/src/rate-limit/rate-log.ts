import type { RateFigures } from '@qsc/contracts';

/** The requests that passed in the last minute, oldest first, in milliseconds; those before `first` have left it. */
export type RateLog = { times: number[]; first: number };

/** Whether a request may pass, and what the rolling minute looks like after it. Times are Unix milliseconds. */
export type Decision = {
  allowed: boolean;
  limit: number;
  remaining: number;
  wholeAt: number;
  waitMs: number;
};

export const MINUTE_MS = 60_000;
export const SECOND_MS = 1_000;
const COMPACT_AT = 256;

export const emptyLog = (): RateLog => ({ times: [], first: 0 });

/** The time of the request that passed `back` requests ago; 1 is the last one. */
const getTime = (log: RateLog, back: number): number => log.times[log.times.length - back] ?? 0;

const forgetBefore = (log: RateLog, oldest: number): void => {
  while (log.first < log.times.length && (log.times[log.first] ?? 0) <= oldest) log.first += 1;
  if (log.first < COMPACT_AT || log.first * 2 < log.times.length) return;
  log.times.splice(0, log.first);
  log.first = 0;
};

/**
 * What a request at this instant would be answered, without counting it (decisions §4, "Rate limits"). The log is exact: no
 * rolling minute holds more than `requests_per_minute` and no rolling second more than `burst`. It keeps one number for
 * each request of the last minute, and answers by looking at two of them.
 */
export const peek = (log: RateLog, figures: RateFigures, clock: number): Decision => {
  const { requests_per_minute: limit, burst } = figures;
  const now = Math.max(clock, getTime(log, 1));
  forgetBefore(log, now - MINUTE_MS);
  const used = log.times.length - log.first;
  const minuteWait = used >= limit ? getTime(log, limit) + MINUTE_MS - now : 0;
  const secondWait = used >= burst ? getTime(log, burst) + SECOND_MS - now : 0;
  const waitMs = Math.max(minuteWait, secondWait, 0);
  return {
    allowed: waitMs === 0,
    limit,
    remaining: Math.max(limit - used, 0),
    wholeAt: used > 0 ? getTime(log, 1) + MINUTE_MS : now,
    waitMs,
  };
};

/** Counts a request that passed at this instant. */
export const record = (log: RateLog, clock: number): void => {
  log.times.push(Math.max(clock, getTime(log, 1)));
};

/** Lets a request pass and counts it, or refuses it and counts nothing. */
export const take = (log: RateLog, figures: RateFigures, clock: number): Decision => {
  const decision = peek(log, figures, clock);
  if (!decision.allowed) return decision;
  record(log, clock);
  return { ...decision, remaining: decision.remaining - 1, wholeAt: getTime(log, 1) + MINUTE_MS };
};
