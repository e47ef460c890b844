import type { Clocks } from '../../src/pool/document-limit.ts';

/** A clock that stands until it is set. */
export type HandClock = {
  now: () => number;
  set(at: number): void;
  /** Waits until the clock was read so many times more. */
  read(times: number): Promise<void>;
};

export const makeHandClock = (): HandClock => {
  let at = 0;
  let waiting: (() => void)[] = [];
  const readOnce = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return {
    now() {
      for (const resolve of waiting) resolve();
      waiting = [];
      return at;
    },
    set(next) {
      at = next;
    },
    async read(times) {
      for (let time = 0; time < times; time++) await readOnce();
    },
  };
};

/** Clocks of which the one of work is a test's, and on the wall nothing passes. */
export const toClocks = ({ now }: HandClock): Clocks => ({ work: now, wall: () => 0 });
