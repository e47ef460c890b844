import { setTimeout as wait } from 'node:timers/promises';
import { errorFields, type Log } from '@qsc/service-kit';
import type { Delivery } from '../delivery/delivery.ts';

export type Recorder = {
  /** Resolves when the result is durable. Rejects when the process stops before. */
  record(delivery: Delivery): Promise<void>;
  /** Tries once more to write what waits. */
  stop(): Promise<void>;
};

type Parts = { write: (deliveries: readonly Delivery[]) => Promise<void>; log: Log };

type Waiting = { delivery: Delivery; done: PromiseWithResolvers<void> };

/** The most unrecorded deliveries of a process; with 8 KiB of each answer far below the limit of the database. */
const BATCH = 200;
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 1_000;

/** Writes the results of attempts. Those that come during a write are written together next. */
export const makeRecorder = ({ write, log }: Parts): Recorder => {
  const stopping = new AbortController();
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  const writeWithRetry = async (batch: readonly Waiting[]): Promise<void> => {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await write(batch.map(({ delivery }) => delivery));
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        log.warn('results could not be written and are retried', { attempt, ...errorFields(error) });
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LAST_PAUSE_MS);
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
  };

  const drain = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      const failure = await writeWithRetry(batch).catch((error: unknown) => ({ error }));
      for (const { done } of batch) {
        if (failure) done.reject(failure.error);
        else done.resolve();
      }
    }
    writing = undefined;
  };

  return {
    record(delivery) {
      const done = Promise.withResolvers<void>();
      waiting.push({ delivery, done });
      writing ??= drain();
      return done.promise;
    },
    async stop() {
      stopping.abort();
      await writing;
    },
  };
};
