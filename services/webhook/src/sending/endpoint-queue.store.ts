import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import { z } from 'zod';

/**
 * One endpoint queue for each webhook: which replica sends to it, and when there is something to send. It is shared, since
 * replicas look for work over all organisations.
 */
export const endpointQueueDefinition = defineCollection({
  name: 'endpoint_queue',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    holder: z.string().nullable(),
    /** The fencing token. It rises with every holder, and writes of an earlier holder are refused. */
    token: z.number().int(),
    lease_until: z.date(),
    /** When there may be something to send. Never before `open_until`, so that claims skip open breakers. */
    due_at: z.date(),
    /** Until when the breaker is open. Then one delivery alone probes the receiver. */
    open_until: z.date(),
    /** Rises when the receiver may be another one or back: results of an earlier incarnation are refused. */
    incarnation: z.number().int(),
    probing: z.boolean(),
    /** How recent attempts ended, by which the breaker opens. */
    tally: z.array(z.object({ from: z.number(), attempts: z.number().int(), failures: z.number().int() })),
  }),
  indexes: [{ keys: { due_at: 1 } }, { keys: { holder: 1 } }],
  shared: true,
});

export type EndpointQueueRow = z.infer<typeof endpointQueueDefinition.shape>;

/** The state of the breaker at the last write. */
type BreakerState = Pick<EndpointQueueRow, 'probing' | 'tally'>;

/** This process's lease of an endpoint queue. `dueAt` is since when there was something to send at the claim. */
export type QueueLease = {
  webhookId: string;
  orgId: string;
  token: number;
  incarnation: number;
  dueAt: Date;
} & BreakerState;

/** The times of a claim: `now` decides what is due, `leaseNow` which leases have run out. */
export type ClaimTimes = { now: Date; leaseNow: Date; leaseUntil: Date };

export type EndpointQueueStore = {
  /** The queue of a new webhook, for the commit of its creation. */
  insert(webhookId: string, orgId: string): Change;
  /** There is something to send to these webhooks now. Returns those without a queue: they were removed. */
  wake(webhookIds: readonly string[], now: Date): Promise<string[]>;
  /** There is something to send to a receiver of which nothing is known: its breaker closes. */
  resetReceiver(webhookId: string, now: Date): Promise<void>;
  /** Leases queues that have something to send and no live holder, except the given ones. */
  claim(times: ClaimTimes, except: readonly string[]): Promise<QueueLease[]>;
  /** Renews the leases of these queues and of no other: a queue that nobody works on runs out. Returns those still held. */
  renew(webhookIds: readonly string[], leaseUntil: Date): Promise<Set<string>>;
  /** Which of these have something to send. */
  findDue(webhookIds: readonly string[], now: Date): Promise<string[]>;
  /** Writes when there is something to send, and the breaker. False where another process holds the queue. */
  saveDue(lease: QueueLease, dueAt: Date, breaker: BreakerState): Promise<boolean>;
  /**
   * Releases the queue until that time; null until something comes. `saved` is the latest time of `saveDue`. False where the
   * queue is due now, another process holds it, or its time was changed since, by whichever clock.
   */
  release(lease: QueueLease, times: { saved: Date; now: Date; dueAt: Date | null }): Promise<boolean>;
  /** Releases the queue with an open breaker. False where another receiver failed, or another process holds the queue. */
  openBreaker(lease: QueueLease, until: Date): Promise<boolean>;
  /** Releases the queue as it is. */
  dropLease(lease: QueueLease): Promise<void>;
  /** Deletes the queue of a webhook that was removed. False as for `release`. */
  remove(lease: QueueLease, times: { saved: Date; now: Date }): Promise<boolean>;
};

const PAST = new Date(0);
/** The due time of an empty queue. */
const MAX_DATE = new Date(8.64e15);
const MAX_CLAIMS = 200;
const FREE = { holder: null, lease_until: PAST };
const CLOSED = { open_until: PAST, probing: false, tally: [] };

/** The store of endpoint queues; `holder` names this process. Its writes are single updates that the token guards. */
export const makeEndpointQueueStore = (queues: Collection<EndpointQueueRow>, holder: string): EndpointQueueStore => {
  const stored = queues.model.collection;
  const held = ({ webhookId, token }: QueueLease) => ({ _id: webhookId, holder, token });
  /** The queue as this process saved it. `wake` writes another time, which may be later by this process's clock. */
  const unchanged = (lease: QueueLease, { saved, now }: { saved: Date; now: Date }) => ({
    ...held(lease),
    due_at: { $eq: saved, $gt: now },
  });
  const set = async (filter: Record<string, unknown>, change: Partial<EndpointQueueRow>): Promise<boolean> =>
    (await stored.updateOne(filter as never, { $set: change })).matchedCount === 1;

  const findHeld = async (filter: Record<string, unknown>): Promise<EndpointQueueRow[]> =>
    (await stored.find({ ...filter, holder } as never).toArray()) as unknown as EndpointQueueRow[];

  return {
    insert: (webhookId, orgId) =>
      insert(queues, {
        _id: webhookId,
        org_id: orgId,
        ...FREE,
        token: 0,
        due_at: MAX_DATE,
        incarnation: 0,
        ...CLOSED,
      }),
    async wake(ids, now) {
      if (ids.length === 0) return [];
      const soonest = [{ $set: { due_at: { $max: [now, '$open_until'] } } }];
      await stored.updateMany({ _id: { $in: [...ids] }, due_at: { $gt: now } } as never, soonest);
      const existing = new Set(await findIds(stored.find({ _id: { $in: [...ids] } } as never), ids.length));
      return ids.filter((id) => !existing.has(id));
    },
    async resetReceiver(id, now) {
      const reset = { $set: { ...CLOSED, due_at: now }, $inc: { incarnation: 1 } };
      await stored.updateOne({ _id: id } as never, reset as never);
    },
    async claim({ now, leaseNow, leaseUntil }, except) {
      const free = { due_at: { $lte: now }, lease_until: { $lte: leaseNow } };
      const ids = await findIds(
        stored.find({ ...free, _id: { $nin: [...except] } } as never).sort({ due_at: 1 }),
        MAX_CLAIMS,
      );
      if (ids.length === 0) return [];
      const claim = { $set: { holder, lease_until: leaseUntil }, $inc: { token: 1 } };
      await stored.updateMany({ ...free, _id: { $in: ids } } as never, claim);
      const claimed = await findHeld({ _id: { $in: ids } });
      return claimed.map(({ _id, org_id, due_at, token, incarnation, probing, tally }) => ({
        webhookId: _id,
        orgId: org_id,
        dueAt: due_at,
        token,
        incarnation,
        probing,
        tally,
      }));
    },
    async renew(ids, leaseUntil) {
      if (ids.length === 0) return new Set();
      const renewed = { _id: { $in: [...ids] } };
      await stored.updateMany({ ...renewed, holder } as never, { $set: { lease_until: leaseUntil } });
      return new Set((await findHeld(renewed)).map(({ _id }) => _id));
    },
    findDue: (ids, now) => findIds(stored.find({ _id: { $in: [...ids] }, due_at: { $lte: now } } as never), ids.length),
    async saveDue(lease, dueAt, breaker) {
      const isSame = { $eq: ['$incarnation', lease.incarnation] };
      const state = { $cond: [isSame, { $literal: breaker }, {}] };
      const after = { $mergeObjects: ['$$ROOT', { due_at: dueAt }, state] };
      return (await stored.updateOne(held(lease) as never, [{ $replaceWith: after }])).matchedCount === 1;
    },
    release: (lease, { dueAt, ...times }) => set(unchanged(lease, times), { ...FREE, due_at: dueAt ?? MAX_DATE }),
    openBreaker: (lease, until) =>
      set(
        { ...held(lease), incarnation: lease.incarnation },
        { ...FREE, due_at: until, open_until: until, probing: true, tally: [] },
      ),
    dropLease: async (lease) => void (await set(held(lease), FREE)),
    remove: async (lease, times) => (await stored.deleteOne(unchanged(lease, times) as never)).deletedCount === 1,
  };
};

type Found = { limit(count: number): Found; project(fields: object): Found; toArray(): Promise<unknown[]> };

const findIds = async (found: unknown, limit: number): Promise<string[]> => {
  const rows = await (found as Found).limit(limit).project({ _id: 1 }).toArray();
  return (rows as { _id: string }[]).map(({ _id }) => _id);
};
