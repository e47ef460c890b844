import type { Collection } from '@qsc/service-kit';
import { type StoredDelivery, toDelivery } from '../delivery/delivery.store.ts';
import type { Delivery } from '../delivery/delivery.ts';

type Lane = { webhookId: string; orgId: string };

export type DueDeliveryStore = {
  /** What is due, the longest waiting first. */
  due(lane: Lane, now: Date, limit: number): Promise<Delivery[]>;
  /** When the next one is due, those of `except` left out; null where none waits. */
  nextAt(lane: Lane, except: readonly string[]): Promise<Date | null>;
  /**
   * Keeps what waits as skipped, since the webhook is disabled at that version; what a later one made to wait stays. `Infinity`
   * where the webhook was removed: nothing stays.
   */
  skipAll(lane: Lane, version: number): Promise<void>;
  /** Writes how attempts ended, of one delivery each; one write for all. */
  record(deliveries: readonly Delivery[]): Promise<void>;
};

/** What one attempt writes: its result, and, where it is the end of what was asked for, what the delivery is from then on. */
const writeOf = ({ status, attempts, former_attempts, next_attempt_at, asked_by, ...delivery }: Delivery) => {
  const { request_url, response_status, response_body, error, duration_ms, last_attempt_at } = delivery;
  const result = { attempts, request_url, response_status, response_body, error, duration_ms, last_attempt_at };
  return { result, end: { status, former_attempts, next_attempt_at }, asked_by: asked_by ?? null };
};

/**
 * One update for all that ended, by a list in which each delivery finds its own: an update of each would cost the database
 * three times as much. An attempt that another replica has written already is not written again; a success is true whoever
 * else tried. What was asked for again while the attempt was under way keeps waiting, and its attempts begin after this one.
 */
const updateOf = (done: readonly Delivery[]) => {
  const ids = done.map(({ id }) => id);
  // What a receiver answers is data: outside of a literal the database would read a `$` in it.
  const own = { $arrayElemAt: [{ $literal: done.map(writeOf) }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] };
  const isTold = { $ne: ['$attempts', { $subtract: ['$$own.result.attempts', 1] }] };
  const isSuccess = { $eq: ['$$own.end.status', 'succeeded'] };
  const isKnown = { $cond: [isSuccess, { $eq: ['$status', 'succeeded'] }, isTold] };
  const isEnd = { $eq: [{ $ifNull: ['$asked_by', null] }, '$$own.asked_by'] };
  const end = { $cond: [isEnd, '$$own.end', { former_attempts: '$$own.result.attempts' }] };
  const after = { $cond: [isKnown, '$$ROOT', { $mergeObjects: ['$$ROOT', '$$own.result', end] }] };
  const orgIds = [...new Set(done.map(({ org_id }) => org_id))];
  return {
    filter: { _id: { $in: ids }, org_id: { $in: orgIds } },
    update: [{ $replaceWith: { $let: { vars: { own }, in: after } } }],
  };
};

/** What lanes read and write of deliveries: writes without a transaction, acknowledged by the majority's journals. */
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
      const { filter, update } = updateOf(done);
      await stored.updateMany(filter as never, update, { hint: { _id: 1 } });
    },
  };
};
