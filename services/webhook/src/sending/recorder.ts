import { setTimeout as wait } from 'node:timers/promises';
import { errorFields, type Log } from '@qsc/service-kit';
import type { Delivery } from '../delivery/delivery.ts';

export type Recorder = {
  /** Resolves when it is durable how the attempt ended. Rejects when the process stops before. */
  record(delivery: Delivery): Promise<void>;
  /** Ends after one more try to write what waits. */
  stop(): Promise<void>;
};

type Parts = { write: (deliveries: readonly Delivery[]) => Promise<void>; log: Log };

type Waiting = { delivery: Delivery; done: PromiseWithResolvers<void> };

/** As many as a process has in hand at most; with 8 KiB of each answer far less than the database takes at once. */
const BATCH = 200;
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 1_000;

/** Writes how attempts ended, those that end while a write is under way together in the next. */
export const makeRecorder = ({ write, log }: Parts): Recorder => {
  const stopping = new AbortController();
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  const writePatiently = async (batch: readonly Waiting[]): Promise<void> => {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await write(batch.map(({ delivery }) => delivery));
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        log.warn('results could not be written; they are tried again', { attempt, ...errorFields(error) });
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LAST_PAUSE_MS);
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
  };

  const drain = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      const fault = await writePatiently(batch).catch((error: unknown) => ({ error }));
      for (const { done } of batch) {
        if (fault) done.reject(fault.error);
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
