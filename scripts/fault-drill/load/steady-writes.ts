import { makeRandom } from '../random.ts';
import { makePacer } from './pacer.ts';
import { runPartnerChanges } from './partner-changes.ts';
import type { Pen } from './pen.ts';
import { runWriters } from './writers.ts';

type Parts = { pens: readonly Pen[]; rate: number; seed: number; stopped: AbortSignal };

/** Writes at a steady rate. */
export type SteadyWrites = {
  /** Aborted when no further write is begun. */
  over: AbortSignal;
  /** Begins no further write. */
  stop(): void;
  /** Resolves when what was begun has ended, and the external systems were synchronised. */
  ended(): Promise<void>;
};

const TICK_MS = 100;

/** Begins so many writes a second and changes the external systems, until it is stopped. */
export const startSteadyWrites = ({ pens, rate, seed, stopped }: Parts): SteadyWrites => {
  const pacer = makePacer(Number.MAX_SAFE_INTEGER);
  const beganAt = Date.now();
  const ticking = setInterval(() => pacer.allow(((Date.now() - beganAt) * rate) / 1000), TICK_MS);
  const over = new AbortController();
  const stop = () => {
    clearInterval(ticking);
    pacer.end();
    over.abort();
  };
  stopped.addEventListener('abort', stop);
  const changes = runPartnerChanges({ pens, seed, stopped, random: makeRandom(seed + 1) });
  const writing = runWriters({ pens, pacer, seed });
  return {
    over: over.signal,
    stop,
    async ended() {
      await writing;
      await changes.end();
      stopped.removeEventListener('abort', stop);
    },
  };
};
