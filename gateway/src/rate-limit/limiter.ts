import type { RateFigures } from '@qsc/contracts';
import type { Decision } from './rate-log.ts';

/** Counts requests by a key: an organisation, or a client's address. */
export type Limiter = {
  /** Lets a request pass and counts it, or refuses it and counts nothing. */
  take(key: string, figures: RateFigures): Promise<Decision> | Decision;
  /** What `take` would answer, counting nothing. */
  peek(key: string, figures: RateFigures): Promise<Decision> | Decision;
};

/** Tells the time in Unix milliseconds. */
export type Milliseconds = () => number;

/** A clock that never goes back, so that a correction of the system's time neither opens nor closes a limit. */
export const steadyClock: Milliseconds = () => Math.floor(performance.timeOrigin + performance.now());
