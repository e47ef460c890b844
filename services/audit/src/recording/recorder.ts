import type { Consumer, Delivery, Log, QueueDefinition } from '@qsc/service-kit';
import type { RecordedAction } from '../entry/entry.ts';
import { actionOf } from './action.ts';
import type { ChainWriter } from './chain-writer.ts';
import type { RecorderMetrics } from './recorder-metrics.ts';

type Parts = { queue: QueueDefinition; writer: ChainWriter; log: Log; metrics: RecorderMetrics };

export type Recorder = {
  consumer: Consumer;
  /** Ends after the batch that is being written. What was not written is delivered again to whoever consumes next. */
  stop(): Promise<void>;
};

type Waiting = { action: RecordedAction; delivery: Delivery };

const BATCH_ENTRIES = 200;
const BATCH_MS = 15;
const PREFETCH = 2 * BATCH_ENTRIES;
const STOP_MS = 5_000;

/**
 * Records what one queue delivers, in batches of up to 200 entries or 15 ms, whichever is first. A delivery is
 * acknowledged only after its entry is durable, and never sent back: what cannot be written now waits here.
 */
export const makeRecorder = ({ queue, writer, log, metrics }: Parts): Recorder => {
  const waiting: Waiting[] = [];
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let stopped = false;

  const writeBatch = async (): Promise<void> => {
    const batch = waiting.splice(0, BATCH_ENTRIES);
    const entries = await writer.write(
      batch.map(({ action }) => action),
      abort.signal,
    );
    for (const { delivery } of batch) delivery.ack();
    if (entries.length > 0) metrics.recorded(entries);
  };

  const drain = async (): Promise<void> => {
    try {
      while (waiting.length > 0 && !stopped) await writeBatch();
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      writing = undefined;
    }
  };

  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!writing && !stopped) writing = drain();
  };

  const park = (delivery: Delivery): void => {
    log.error('a message that is not an event was parked', { queue: queue.name });
    metrics.parked();
    delivery.park();
  };

  const keep = (delivery: Delivery, action: RecordedAction): void => {
    waiting.push({ action, delivery });
    if (writing) return;
    if (waiting.length >= BATCH_ENTRIES) begin();
    else timer ??= setTimeout(begin, BATCH_MS);
  };

  const take = (delivery: Delivery): void => {
    if (stopped) return;
    const action = actionOf(delivery.body);
    if (action) keep(delivery, action);
    else park(delivery);
  };

  return {
    consumer: { queue, prefetch: PREFETCH, onDelivery: take },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const force = setTimeout(() => abort.abort(), STOP_MS);
      await writing;
      clearTimeout(force);
    },
  };
};
