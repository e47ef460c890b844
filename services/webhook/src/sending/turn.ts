/** Lets one story wait until another one says that something has changed. */
export type Turn = {
  /** Something has changed: who waits goes on. */
  call(): void;
  /** The next call. What is asked for before a look at things misses none that comes during it. */
  next(): Promise<void>;
};

export const makeTurn = (): Turn => {
  let called = Promise.withResolvers<void>();
  return {
    call() {
      called.resolve();
      called = Promise.withResolvers();
    },
    next: () => called.promise,
  };
};

/** Whether it came about within that time. */
export const isWithin = async (ms: number, event: Promise<void>): Promise<boolean> => {
  const over = Promise.withResolvers<false>();
  const timer = setTimeout(() => over.resolve(false), ms);
  try {
    return await Promise.race([event.then(() => true), over.promise]);
  } finally {
    clearTimeout(timer);
  }
};
