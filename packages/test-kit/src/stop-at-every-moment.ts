import { setTimeout as wait } from 'node:timers/promises';

const MOMENTS = 100;
const SHORTEST_SPAN_MS = 500;
const AT_ONCE = 8;

type Running = { stop(): Promise<void> };
type Start = (signal: AbortSignal) => Promise<Running>;

const stopAfter = async (ms: number, start: Start, mayGiveUp: boolean): Promise<void> => {
  const told = new AbortController();
  const starting = start(told.signal).catch((error: unknown) => {
    if (error !== told.signal.reason && !mayGiveUp) throw error;
  });
  await Promise.all([starting, wait(ms).then(() => told.abort())]);
  await (await starting)?.stop();
};

/** How long the start takes on this machine beside others, and half as long again; half a second at least. */
const spanOf = async (start: Start): Promise<number> => {
  const began = performance.now();
  const { signal } = new AbortController();
  const started = await Promise.all(Array.from({ length: AT_ONCE }, () => start(signal)));
  const tookMs = performance.now() - began;
  await Promise.all(started.map((running) => running.stop()));
  return Math.max(SHORTEST_SPAN_MS, 1.5 * tookMs);
};

/**
 * Starts a program over and over, and tells each to stop at another moment of its start: after 0, 5, 10 … 500 ms, or in
 * longer steps where a start takes longer. Resolves when every stop has ended, and rejects when a start fails for another
 * reason. A stop that does not end is for the test's own timeout.
 * @param whole a start that comes to its end, where `start` does not; then it may give up by itself too.
 */
export const stopAtEveryMoment = async (start: Start, whole: Start = start): Promise<void> => {
  const step = (await spanOf(whole)) / MOMENTS;
  const left = Array.from({ length: MOMENTS + 1 }, (_, index) => index * step);
  const worker = async (): Promise<void> => {
    for (let ms = left.shift(); ms !== undefined; ms = left.shift()) await stopAfter(ms, start, start !== whole);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};
