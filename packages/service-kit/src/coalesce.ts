/** Concurrent callers of a key share one run of the work. */
export type Coalesced<Result> = {
  run(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Callers from now on share no run that is under way. */
  clear(): void;
};

/** Shares runs that are under way; an ended one is forgotten, whatever its result. */
export const makeCoalesced = <Result>(): Coalesced<Result> => {
  const underWay = new Map<string, Promise<Result>>();
  return {
    run(key, work) {
      const present = underWay.get(key);
      if (present) return present;
      const started = work().finally(() => {
        if (underWay.get(key) === started) underWay.delete(key);
      });
      underWay.set(key, started);
      return started;
    },
    clear: () => underWay.clear(),
  };
};
