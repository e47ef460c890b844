import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import { type Collection, trusted } from '../mongo/collection.ts';
import type { OutboxRow } from '../mongo/system-collections.ts';

/** Beyond so many nobody needs to know how many there are, and a scrape stays cheap. */
const COUNTED = 10_000;
/** Of so many that were claimed longest ago the oldest is looked for. */
const LOOKED_AT = 500;

const unsent = () => ({ claimed_until: trusted({ $exists: true }) });

/** Shows what is committed and the broker has not confirmed: how many, and for how long the oldest waits. */
export const watchOutbox = (
  outbox: Collection<OutboxRow>,
  { metrics, clock }: { metrics: Pick<Metrics, 'gauge'>; clock: Clock },
): void => {
  metrics.gauge(
    'outbox_unsent_messages',
    `Committed events and tasks without a confirm, counted up to ${COUNTED}`,
    () => outbox.count(unsent(), { limit: COUNTED }),
  );
  metrics.gauge(
    'outbox_oldest_unsent_seconds',
    'Age of the oldest event or task without a confirm, else 0',
    async () => {
      const rows = await outbox.find(unsent(), { sort: { claimed_until: 1 }, limit: LOOKED_AT, without: ['body'] });
      if (rows.length === 0) return 0;
      return Math.max(0, clock().getTime() - Math.min(...rows.map(({ created_at }) => created_at.getTime()))) / 1000;
    },
  );
};
