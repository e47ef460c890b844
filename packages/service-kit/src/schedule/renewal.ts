import type { Clock } from '../clock.ts';

/** Somebody else may do this work now: what was started must not go on. */
export class LeaseLost extends Error {
  constructor(what: string) {
    super(`The hold on ${what} was lost.`);
    this.name = 'LeaseLost';
  }
}

/** A hold that is renewed. `signal` fires as soon as it is lost; `stop` ends the renewing and leaves the hold as it is. */
export type Renewal = { signal: AbortSignal; stop(): void };

type Parts = {
  /** What is held, for the error. */
  what: string;
  /** Until when it was given. */
  until: Date;
  /** Makes the hold longer; false when it is another's by now. */
  renew: () => Promise<boolean>;
  leaseMs: number;
  renewEveryMs: number;
  clock: Clock;
};

/**
 * Renews a hold that was just taken. It is lost when a renewal finds it with somebody else, and when its time is over by
 * the clock before a renewal came through: the database may be away, or say nothing.
 */
export const renewUntilLost = ({ what, until: given, renew, leaseMs, renewEveryMs, clock }: Parts): Renewal => {
  const lost = new AbortController();
  let until = given.getTime();
  let renewing = false;

  const lose = (): void => {
    clearInterval(timer);
    lost.abort(new LeaseLost(what));
  };

  const renewOnce = async (): Promise<void> => {
    const requested = clock().getTime();
    renewing = true;
    try {
      if (await renew()) until = requested + leaseMs;
      else lose();
    } catch {
      // Held until its time is over, whatever the reason.
    } finally {
      renewing = false;
    }
  };

  const timer = setInterval(() => {
    if (clock().getTime() >= until) return lose();
    if (!renewing) void renewOnce();
  }, renewEveryMs);

  return { signal: lost.signal, stop: () => clearInterval(timer) };
};
