import { type Consumer, type Log, makeBatches, type QueueDefinition } from '@qsc/service-kit';
import type { RecordedAction } from '../entry/entry.ts';
import { parseAction } from './action.ts';
import type { ChainWriter } from './chain-writer.ts';
import type { RecorderMetrics } from './recorder-metrics.ts';

type Parts = { queue: QueueDefinition; writer: ChainWriter; log: Log; metrics: RecorderMetrics };

export type Recorder = {
  consumer: Consumer;
  /** Ends after the current batch. Other deliveries are redelivered to the next consumer. */
  stop(): Promise<void>;
};

const BATCH_ENTRIES = 200;
const BATCH_MS = 15;

/**
 * Records the deliveries of one queue, in batches of up to 200 entries or 15 ms, whichever is first. A delivery is acknowledged
 * only after its entry is durable, and never sent back: what cannot be written now waits here.
 */
export const makeRecorder = ({ queue, writer, log, metrics }: Parts): Recorder => {
  const batches = makeBatches<RecordedAction>({
    size: BATCH_ENTRIES,
    afterMs: BATCH_MS,
    log,
    async write(actions) {
      const entries = await writer.write(actions);
      if (entries.length > 0) metrics.recorded(entries);
    },
  });

  return {
    consumer: {
      queue,
      prefetch: 2 * BATCH_ENTRIES,
      onDelivery(delivery) {
        const action = parseAction(delivery.body);
        if (action === 'none') return delivery.ack();
        if (action) return batches.add(action, delivery);
        log.error('a message that is not an event was parked', { queue: queue.name });
        metrics.parked();
        delivery.park();
      },
    },
    stop: batches.stop,
  };
};
