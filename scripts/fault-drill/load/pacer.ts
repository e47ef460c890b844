/** Lets writes go on only as far as the faults have come, so that they are spread over all of them. */
export type Pacer = {
  /** The number of the next write, as soon as it may begin; null when there are no more. */
  take(): Promise<number | null>;
  /** Allows the writes below this number. */
  allow(upTo: number): void;
  /** Resolves when so many writes are done. */
  reached(count: number): Promise<void>;
  done(): void;
  /** Ends it: no further write begins. */
  end(): void;
};

type Waiter = { fits: () => boolean; resolve: () => void };

/** A pace for the number of writes; none is allowed yet. */
export const makePacer = (total: number): Pacer => {
  let [started, allowed, finished, ended] = [0, 0, 0, false];
  let waiting: Waiter[] = [];
  const wake = (): void => {
    const ready = waiting.filter(({ fits }) => fits());
    waiting = waiting.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve();
  };
  const until = (fits: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ fits, resolve });
      wake();
    });
  return {
    async take() {
      for (;;) {
        if (ended || started >= total) return null;
        if (started < allowed) {
          started += 1;
          return started - 1;
        }
        await until(() => ended || started < allowed || started >= total);
      }
    },
    allow(upTo) {
      allowed = Math.max(allowed, Math.min(upTo, total));
      wake();
    },
    reached: (count) => until(() => ended || finished >= Math.min(count, total)),
    done() {
      finished += 1;
      wake();
    },
    end() {
      ended = true;
      wake();
    },
  };
};
