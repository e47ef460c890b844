import type { Collection } from '@qsc/service-kit';
import { type StoredDelivery, toDelivery } from '../delivery/delivery.store.ts';
import type { Delivery } from '../delivery/delivery.ts';

type Lane = { webhookId: string; orgId: string };

export type DueDeliveryStore = {
  /** What is due, the longest waiting first. */
  due(lane: Lane, now: Date, limit: number): Promise<Delivery[]>;
  /** When the next one is due, those of `except` left out; null where none waits. */
  nextAt(lane: Lane, except: readonly string[]): Promise<Date | null>;
  /** Keeps what waits as skipped, since the webhook is disabled. */
  skipAll(lane: Lane, before: Date): Promise<void>;
  /** Writes how attempts ended; one write for all. */
  record(deliveries: readonly Delivery[]): Promise<void>;
};

/** An attempt that another replica has written already is not written again; a success is true whoever else tried. */
const writeOf = ({ id, org_id, ...delivery }: Delivery) => {
  const { status, attempts, response_status, response_body, error, duration_ms, last_attempt_at, next_attempt_at } =
    delivery;
  const guard = status === 'succeeded' ? { status: { $ne: 'succeeded' } } : { attempts: attempts - 1 };
  const result = { status, attempts, response_status, response_body, error, duration_ms };
  return {
    updateOne: {
      filter: { _id: id, org_id, ...guard },
      update: { $set: { ...result, last_attempt_at, next_attempt_at } },
    },
  };
};

/** What lanes read and write of deliveries: bulk writes without a transaction, acknowledged by the majority's journals. */
export const makeDueDeliveryStore = (deliveries: Collection<StoredDelivery>): DueDeliveryStore => {
  const stored = deliveries.model.collection;
  const waiting = ({ webhookId, orgId }: Lane) => ({ webhook_id: webhookId, org_id: orgId, status: 'pending' });
  const inOrder = { next_attempt_at: 1 } as const;
  return {
    async due(lane, now, limit) {
      const filter = { ...waiting(lane), next_attempt_at: { $lte: now } };
      const rows = await stored.find(filter).sort(inOrder).limit(limit).toArray();
      return (rows as unknown as StoredDelivery[]).map(toDelivery);
    },
    async nextAt(lane, except) {
      const next = await stored.findOne({ ...waiting(lane), _id: { $nin: [...except] } } as never, {
        sort: inOrder,
        projection: { next_attempt_at: 1 },
      });
      return (next as unknown as StoredDelivery | null)?.next_attempt_at ?? null;
    },
    async skipAll(lane, before) {
      const skipped = { $set: { status: 'skipped', next_attempt_at: null } };
      await stored.updateMany({ ...waiting(lane), created_at: { $lte: before } }, skipped);
    },
    async record(done) {
      await stored.bulkWrite(done.map(writeOf) as never, { ordered: false });
    },
  };
};
