/** Numbers that look random and come the same again from the same seed. */
export type Random = {
  /** From 0 up to and without 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
};

/** A stream of numbers (mulberry32) for the seed. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: (from) => {
      const [first] = from;
      if (first === undefined) throw new Error('There is nothing to pick from.');
      return from[between(0, from.length - 1)] ?? first;
    },
  };
};
