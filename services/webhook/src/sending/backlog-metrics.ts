import { type Clock, type Collection, type Metrics, trusted } from '@qsc/service-kit';
import type { StoredDelivery } from '../delivery/delivery.store.ts';
import type { EndpointQueueRow } from './endpoint-queue.store.ts';

/** Counting stops here, so that a scrape stays cheap. */
const MAX_COUNT = 10_000;

type Parts = {
  deliveries: Collection<StoredDelivery>;
  queues: Collection<EndpointQueueRow>;
  metrics: Pick<Metrics, 'gauge'>;
  clock: Clock;
};

/** Shows how many deliveries wait, retries included, and for how long the oldest due one has been due. */
export const watchBacklog = ({ deliveries, queues, metrics, clock }: Parts): void => {
  metrics.gauge('webhook_waiting_deliveries', `Deliveries that wait for an attempt, counted up to ${MAX_COUNT}`, () =>
    deliveries.model.collection.countDocuments(
      { status: 'pending' },
      { hint: { webhook_id: 1, next_attempt_at: 1 }, limit: MAX_COUNT },
    ),
  );
  metrics.gauge(
    'webhook_oldest_due_seconds',
    'For how long what a webhook is sent next has been due, the longest, else 0',
    async () => {
      const now = clock();
      const [oldest] = await queues.find({ due_at: trusted({ $lte: now }) }, { sort: { due_at: 1 }, limit: 1 });
      return oldest ? (now.getTime() - oldest.due_at.getTime()) / 1000 : 0;
    },
  );
};
