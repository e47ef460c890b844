import { setTimeout as wait } from 'node:timers/promises';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { errorFields, type Log } from '../log.ts';
import type { Delivery } from './delivery.ts';

type Parts<Item> = {
  size: number;
  /** How long the first of a batch waits for others. */
  afterMs: number;
  /** Makes the effect of a batch durable. Called again with the same items until it does not throw. */
  write: (items: readonly Item[]) => Promise<void>;
  log: Log;
};

export type Batches<Item> = {
  add(item: Item, delivery: Delivery): void;
  /** Adds one that waits for no others. */
  addNow(item: Item, delivery: Delivery): void;
  /** Ends after the batch that is being written; what was not written is delivered again. */
  stop(): Promise<void>;
};

const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 2_000;
const ATTEMPTS_BEFORE_ERROR = 10;

/** Gathers deliveries into batches, one after the other in their order. A delivery is acknowledged after its batch is written. */
export const makeBatches = <Item>({ size, afterMs, write, log }: Parts<Item>): Batches<Item> => {
  let waiting: { item: Item; delivery: Delivery }[] = [];
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const writeWithRetries = async (items: readonly Item[]): Promise<boolean> => {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      try {
        await write(items);
        return true;
      } catch (error) {
        const level = attempt < ATTEMPTS_BEFORE_ERROR ? 'warn' : 'error';
        log[level]('a batch could not be written; it is tried again', { attempt, ...errorFields(error) });
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LAST_PAUSE_MS);
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return false;
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0 && !stopping.signal.aborted) {
      const batch = waiting.splice(0, size);
      if (await writeWithRetries(batch.map(({ item }) => item))) for (const { delivery } of batch) delivery.ack();
    }
    writing = undefined;
  };

  /** Writes outside of any trace: a batch is of many, and would else be part of that of its first delivery. */
  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!stopping.signal.aborted) writing ??= context.with(ROOT_CONTEXT, drain);
  };

  const put = (item: Item, delivery: Delivery): void => {
    // What came by a channel that is gone comes again by the next one.
    if (waiting[0]?.delivery.isOpen() === false) waiting = waiting.filter((one) => one.delivery.isOpen());
    waiting.push({ item, delivery });
  };

  return {
    add(item, delivery) {
      put(item, delivery);
      if (writing) return;
      if (waiting.length >= size) begin();
      else timer ??= setTimeout(begin, afterMs);
    },
    addNow(item, delivery) {
      put(item, delivery);
      begin();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await writing;
    },
  };
};
