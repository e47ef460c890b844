import type { Settled } from './sheet/settled.ts';

/** A source of made-up choices; the same seed gives the same choices on every machine. */
export type Random = {
  /** What is not left to chance. */
  settled: Settled;
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` different members of `list` in the list's own order; all of them where there are fewer. */
  some<T>(list: readonly T[], count: number): T[];
};

/**
 * Makes a source of choices out of any text (FNV-1a for the seed, mulberry32 for the numbers).
 * @param settled what a document shall say whatever the seed.
 */
export function createRandom(seed: string, settled: Settled = {}): Random {
  const next = mulberry32(hash(seed));
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    settled,
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => pickFrom(list, next()),
    some: (list, count) => chooseSome(list, count, next),
  };
}

function pickFrom<T>(list: readonly T[], share: number): T {
  const chosen = list[Math.floor(share * list.length)];
  if (chosen === undefined) throw new RangeError('cannot pick from an empty list');
  return chosen;
}

function chooseSome<T>(list: readonly T[], count: number, next: () => number): T[] {
  const kept = list.map((_, index) => ({ index, order: next() }));
  kept.sort((a, b) => a.order - b.order);
  const indexes = new Set(kept.slice(0, count).map((entry) => entry.index));
  return list.filter((_, index) => indexes.has(index));
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
