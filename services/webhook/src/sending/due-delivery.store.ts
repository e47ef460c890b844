import type { Collection } from '@qsc/service-kit';
import { type StoredDelivery, toDelivery } from '../delivery/delivery.store.ts';
import type { Delivery } from '../delivery/delivery.ts';

type Lane = { webhookId: string; orgId: string };

export type DueDeliveryStore = {
  /** What is due, the longest waiting first. */
  due(lane: Lane, now: Date, limit: number): Promise<Delivery[]>;
  /** When the next one is due, those of `except` left out; null where none waits. */
  nextAt(lane: Lane, except: readonly string[]): Promise<Date | null>;
  /** Keeps what waits as skipped, since the webhook is disabled at that version; what a later one made to wait stays. */
  skipAll(lane: Lane, version: number): Promise<void>;
  /** Writes how attempts ended; one write for all. */
  record(deliveries: readonly Delivery[]): Promise<void>;
};

/**
 * An attempt that another replica has written already is not written again; a success is true whoever else tried. What was
 * asked for again while the attempt was under way keeps waiting, and its attempts begin after this one.
 */
const writeOf = ({ id, org_id, asked_by, ...delivery }: Delivery) => {
  const { status, attempts, response_status, response_body, error, duration_ms, last_attempt_at, next_attempt_at } =
    delivery;
  const guard = status === 'succeeded' ? { status: { $ne: 'succeeded' } } : { attempts: attempts - 1 };
  const result = { attempts, response_status, response_body, error, duration_ms, last_attempt_at };
  const isEnd = { $eq: [{ $ifNull: ['$asked_by', null] }, asked_by ?? null] };
  const end = { $cond: [isEnd, { $literal: { status, next_attempt_at } }, { former_attempts: attempts }] };
  // What a receiver answers is data: outside of a literal the database would read a `$` in it.
  const after = { $mergeObjects: ['$$ROOT', { $literal: result }, end] };
  return { updateOne: { filter: { _id: id, org_id, ...guard }, update: [{ $replaceWith: after }] } };
};

/** What lanes read and write of deliveries: bulk writes without a transaction, acknowledged by the majority's journals. */
export const makeDueDeliveryStore = (deliveries: Collection<StoredDelivery>): DueDeliveryStore => {
  const stored = deliveries.model.collection;
  const waiting = ({ webhookId, orgId }: Lane) => ({ webhook_id: webhookId, org_id: orgId, status: 'pending' });
  const inOrder = { next_attempt_at: 1 } as const;
  const hint = { webhook_id: 1, next_attempt_at: 1 } as const;
  return {
    async due(lane, now, limit) {
      const filter = { ...waiting(lane), next_attempt_at: { $lte: now } };
      const rows = await stored.find(filter, { hint }).sort(inOrder).limit(limit).toArray();
      return (rows as unknown as StoredDelivery[]).map(toDelivery);
    },
    async nextAt(lane, except) {
      const next = await stored.findOne({ ...waiting(lane), _id: { $nin: [...except] } } as never, {
        sort: inOrder,
        hint,
        projection: { next_attempt_at: 1 },
      });
      return (next as unknown as StoredDelivery | null)?.next_attempt_at ?? null;
    },
    async skipAll(lane, version) {
      const skipped = { $set: { status: 'skipped', next_attempt_at: null } };
      await stored.updateMany({ ...waiting(lane), webhook_version: { $not: { $gt: version } } }, skipped);
    },
    async record(done) {
      await stored.bulkWrite(done.map(writeOf) as never, { ordered: false });
    },
  };
};
