import type { Collection } from '@qsc/service-kit';
import { type StoredDelivery, toDelivery } from '../delivery/delivery.store.ts';
import type { Delivery } from '../delivery/delivery.ts';

type Target = { webhookId: string; orgId: string };

export type DueDeliveryStore = {
  /** The due deliveries, the longest waiting first. */
  due(target: Target, now: Date, limit: number): Promise<Delivery[]>;
  /** When the next delivery is due, except the given ones; null where none waits. */
  nextAt(target: Target, except: readonly string[]): Promise<Date | null>;
  /**
   * Marks pending deliveries as skipped, since the webhook is disabled at that version. Those that became pending by a later
   * version stay. `Infinity` where the webhook was removed: none stays.
   */
  skipAll(target: Target, version: number): Promise<void>;
  /** Writes the results of attempts, one for each delivery, in one write. */
  record(deliveries: readonly Delivery[]): Promise<void>;
};

/** What one attempt writes: its result and, unless the delivery was sent again meanwhile, its new state. */
const toWrite = ({ status, attempts, former_attempts, next_attempt_at, resend_task_id, ...delivery }: Delivery) => {
  const { request_url, response_status, response_body, error, duration_ms, last_attempt_at } = delivery;
  const result = { attempts, request_url, response_status, response_body, error, duration_ms, last_attempt_at };
  return { result, end: { status, former_attempts, next_attempt_at }, resend_task_id: resend_task_id ?? null };
};

/**
 * One update for all results, by a list in which each delivery finds its own: one update each costs the database three times
 * as much. An attempt that another replica has recorded is not recorded again, but a success replaces a failure. A delivery
 * that was sent again during the attempt stays pending, and its schedule starts after this attempt.
 */
const buildUpdate = (done: readonly Delivery[]) => {
  const ids = done.map(({ id }) => id);
  // An answer is data: without `$literal` the database would interpret a `$` in it.
  const own = { $arrayElemAt: [{ $literal: done.map(toWrite) }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] };
  const isOtherAttempt = { $ne: ['$attempts', { $subtract: ['$$own.result.attempts', 1] }] };
  const isSuccess = { $eq: ['$$own.end.status', 'succeeded'] };
  const isRecorded = { $cond: [isSuccess, { $eq: ['$status', 'succeeded'] }, isOtherAttempt] };
  const isCurrent = { $eq: [{ $ifNull: ['$resend_task_id', null] }, '$$own.resend_task_id'] };
  const end = { $cond: [isCurrent, '$$own.end', { former_attempts: '$$own.result.attempts' }] };
  const after = { $cond: [isRecorded, '$$ROOT', { $mergeObjects: ['$$ROOT', '$$own.result', end] }] };
  const orgIds = [...new Set(done.map(({ org_id }) => org_id))];
  return {
    filter: { _id: { $in: ids }, org_id: { $in: orgIds } },
    update: [{ $replaceWith: { $let: { vars: { own }, in: after } } }],
  };
};

/** The reads and writes of endpoint queues: without a transaction, acknowledged by the majority's journals. */
export const makeDueDeliveryStore = (deliveries: Collection<StoredDelivery>): DueDeliveryStore => {
  const stored = deliveries.model.collection;
  const waiting = ({ webhookId, orgId }: Target) => ({ webhook_id: webhookId, org_id: orgId, status: 'pending' });
  const inOrder = { next_attempt_at: 1 } as const;
  const hint = { webhook_id: 1, next_attempt_at: 1 } as const;
  return {
    async due(target, now, limit) {
      const filter = { ...waiting(target), next_attempt_at: { $lte: now } };
      const rows = await stored.find(filter, { hint }).sort(inOrder).limit(limit).toArray();
      return (rows as unknown as StoredDelivery[]).map(toDelivery);
    },
    async nextAt(target, except) {
      const next = await stored.findOne({ ...waiting(target), _id: { $nin: [...except] } } as never, {
        sort: inOrder,
        hint,
        projection: { next_attempt_at: 1 },
      });
      return (next as unknown as StoredDelivery | null)?.next_attempt_at ?? null;
    },
    async skipAll(target, version) {
      const skipped = { $set: { status: 'skipped', next_attempt_at: null } };
      await stored.updateMany({ ...waiting(target), webhook_version: { $not: { $gt: version } } }, skipped);
    },
    async record(done) {
      const { filter, update } = buildUpdate(done);
      await stored.updateMany(filter as never, update, { hint: { _id: 1 } });
    },
  };
};
