import { setTimeout as wait } from 'node:timers/promises';

const MOMENTS_MS = Array.from({ length: 101 }, (_, index) => index * 5);
const AT_ONCE = 8;

type Running = { stop(): Promise<void> };

const stopAfter = async (ms: number, start: (signal: AbortSignal) => Promise<Running>): Promise<void> => {
  const told = new AbortController();
  const starting = start(told.signal).catch((error: unknown) => {
    if (error !== told.signal.reason) throw error;
  });
  await Promise.all([starting, wait(ms).then(() => told.abort())]);
  await (await starting)?.stop();
};

/**
 * Starts a program over and over, and tells each to stop 0, 5, 10 … 500 ms after its start has begun. Resolves when every
 * stop has ended, and rejects when a start fails for another reason. A stop that does not end is for the test's own timeout.
 */
export const stopAtEveryMoment = async (start: (signal: AbortSignal) => Promise<Running>): Promise<void> => {
  const left = [...MOMENTS_MS];
  const worker = async (): Promise<void> => {
    for (let ms = left.shift(); ms !== undefined; ms = left.shift()) await stopAfter(ms, start);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};
