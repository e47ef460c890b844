import { type Clock, type Collection, type Metrics, trusted } from '@qsc/service-kit';
import type { StoredDelivery } from '../delivery/delivery.store.ts';
import type { LaneRow } from './lane.store.ts';

/** Beyond so many nobody needs to know how many there are, and a scrape stays cheap. */
const COUNTED = 10_000;

type Parts = {
  deliveries: Collection<StoredDelivery>;
  lanes: Collection<LaneRow>;
  metrics: Pick<Metrics, 'gauge'>;
  clock: Clock;
};

/** Shows what waits to be sent, those that are to be tried again among it, and for how long what is next has been due. */
export const watchBacklog = ({ deliveries, lanes, metrics, clock }: Parts): void => {
  metrics.gauge('webhook_waiting_deliveries', `Deliveries that wait for an attempt, counted up to ${COUNTED}`, () =>
    deliveries.model.collection.countDocuments(
      { status: 'pending' },
      { hint: { webhook_id: 1, next_attempt_at: 1 }, limit: COUNTED },
    ),
  );
  metrics.gauge(
    'webhook_oldest_due_seconds',
    'For how long what a webhook is sent next has been due, the longest, else 0',
    async () => {
      const now = clock();
      const [oldest] = await lanes.find({ due_at: trusted({ $lte: now }) }, { sort: { due_at: 1 }, limit: 1 });
      return oldest ? (now.getTime() - oldest.due_at.getTime()) / 1000 : 0;
    },
  );
};
