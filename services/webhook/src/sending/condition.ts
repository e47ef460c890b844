/** A condition that one task waits for and others signal. */
export type Condition = {
  /** Wakes everyone that waits. */
  notify(): void;
  /** Resolves at the next notification. Take it before reading the state: then no change during the read is missed. */
  next(): Promise<void>;
};

/** A new condition, without a notification yet. */
export const makeCondition = (): Condition => {
  let next = Promise.withResolvers<void>();
  return {
    notify() {
      next.resolve();
      next = Promise.withResolvers();
    },
    next: () => next.promise,
  };
};

/** Whether the promise resolves within that time. */
export const resolvesWithin = async (ms: number, promise: Promise<void>): Promise<boolean> => {
  const timeout = Promise.withResolvers<false>();
  const timer = setTimeout(() => timeout.resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};
