import { SPEEDS, type Speed } from './pace.ts';

/** The right to one request; called once, it gives the right back. */
export type Release = () => void;

export type Slots = { take(speed: Speed): Promise<Release> };

/** The most requests of a process. Each may go to the same origin, where many webhooks can be. */
export const REQUESTS_AT_ONCE = 200;

/**
 * How many requests receivers of that speed may have, those of slower ones counted in: whatever the slow ones do, one that
 * nobody knows yet finds a place to show what it is, and one that is fast always does.
 */
const LIMITS: Record<Speed, number> = { slow: 100, unknown: 150, fast: REQUESTS_AT_ONCE };

/** Requests that may be under way or not yet recorded. Who waits is served in turn, one speed after the other. */
export const makeSlots = (limits: Record<Speed, number> = LIMITS): Slots => {
  const waiting: Record<Speed, (() => void)[]> = { slow: [], unknown: [], fast: [] };
  const taken: Record<Speed, number> = { slow: 0, unknown: 0, fast: 0 };
  let order: readonly Speed[] = SPEEDS;

  const isFree = (speed: Speed): boolean => {
    let sum = 0;
    return SPEEDS.every((one, index) => {
      sum += taken[one];
      return index < SPEEDS.indexOf(speed) || sum < limits[one];
    });
  };

  const occupy = (speed: Speed): Release => {
    taken[speed] += 1;
    return () => {
      taken[speed] -= 1;
      serve();
    };
  };

  /** What one gives back is one place: no more than one of those who wait can have it. */
  const serve = (): void => {
    for (const speed of order) {
      const next = isFree(speed) ? waiting[speed].shift() : undefined;
      if (!next) continue;
      order = [...order.filter((one) => one !== speed), speed];
      next();
      return;
    }
  };

  return {
    take(speed) {
      if (isFree(speed)) return Promise.resolve(occupy(speed));
      return new Promise((resolve) => {
        waiting[speed].push(() => resolve(occupy(speed)));
      });
    },
  };
};
