import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import { z } from 'zod';

/**
 * One lane for each webhook: who sends to it now, and from when on there is something to send. It is shared, since replicas
 * look for work over all organisations.
 */
export const laneDefinition = defineCollection({
  name: 'lane',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    holder: z.string().nullable(),
    /** Rises with every holder: what an earlier one writes of the lane is refused. */
    token: z.number().int(),
    lease_until: z.date(),
    /** From when on there may be something to send; never before `open_until`, so that claims pass over open breakers. */
    due_at: z.date(),
    /** The breaker: nothing is sent before, and one delivery alone after it. */
    open_until: z.date(),
    /** Rises when the receiver may be another one or back: what was learnt of it before is refused. */
    receiver: z.number().int(),
    probing: z.boolean(),
    /** How attempts of late ended, by which the breaker opens. */
    tally: z.array(z.object({ from: z.number(), attempts: z.number().int(), failures: z.number().int() })),
  }),
  indexes: [{ keys: { due_at: 1 } }, { keys: { holder: 1 } }],
  shared: true,
});

export type LaneRow = z.infer<typeof laneDefinition.shape>;

/** What the breaker knew when the lane came to rest. */
type BreakerState = Pick<LaneRow, 'probing' | 'tally'>;

/** A lane that this process holds; `dueAt` is from when on there was something to send when it was taken. */
export type Hold = { webhookId: string; orgId: string; token: number; receiver: number; dueAt: Date } & BreakerState;

/** The times of a claim: `now` by which work is due, `leaseNow` by which leases run. */
export type ClaimTimes = { now: Date; leaseNow: Date; leaseUntil: Date };

export type LaneStore = {
  /** The lane of a new webhook, for the commit of its creation. */
  insert(webhookId: string, orgId: string): Change;
  /** There is something to send to these webhooks now. Gives those that have no lane: they were removed. */
  wake(webhookIds: readonly string[], now: Date): Promise<string[]>;
  /** There is something to send to a receiver of which nothing is known: its breaker closes. */
  begin(webhookId: string, now: Date): Promise<void>;
  /** Takes lanes that have something to send and no living holder; those of `except` stay as they are. */
  claim(times: ClaimTimes, except: readonly string[]): Promise<Hold[]>;
  /** Makes the leases of these lanes longer, and of no other: one that nobody works on runs out. Gives those that are still
   * this process's. */
  renew(webhookIds: readonly string[], leaseUntil: Date): Promise<Set<string>>;
  /** Which of these have something to send. */
  dueAmong(webhookIds: readonly string[], now: Date): Promise<string[]>;
  /** Says from when on there is something to send. False when the lane is another's. */
  rest(hold: Hold, dueAt: Date, breaker: BreakerState): Promise<boolean>;
  /**
   * Gives the lane back, to be due at that time (null: when something comes). `said` is what `rest` said last. False where it is
   * due now, another's, or somebody has said something else since, by whichever clock.
   */
  release(hold: Hold, times: { said: Date; now: Date; dueAt: Date | null }): Promise<boolean>;
  /** Gives the lane back with its breaker open. False where it was another receiver that failed, or the lane is another's. */
  open(hold: Hold, until: Date): Promise<boolean>;
  /** Gives the lane back as it is. */
  letGo(hold: Hold): Promise<void>;
  /** Takes the lane of a webhook away that is there no more; false as for `release`. */
  retire(hold: Hold, times: { said: Date; now: Date }): Promise<boolean>;
};

const NEVER = new Date(0);
/** Nothing to send, until something is. */
const SOME_DAY = new Date(8.64e15);
const AT_ONCE = 200;
const FREE = { holder: null, lease_until: NEVER };
const CLOSED = { open_until: NEVER, probing: false, tally: [] };

/** The store of lanes; `holder` names this process. Its writes are single updates that the token guards. */
export const makeLaneStore = (lanes: Collection<LaneRow>, holder: string): LaneStore => {
  const stored = lanes.model.collection;
  const mine = ({ webhookId, token }: Hold) => ({ _id: webhookId, holder, token });
  /** The lane as this process left it: who wakes it writes another time, which is not later by this clock only. */
  const atRest = (hold: Hold, { said, now }: { said: Date; now: Date }) => ({
    ...mine(hold),
    due_at: { $eq: said, $gt: now },
  });
  const set = async (filter: Record<string, unknown>, change: Partial<LaneRow>): Promise<boolean> =>
    (await stored.updateOne(filter as never, { $set: change })).matchedCount === 1;

  const readMine = async (filter: Record<string, unknown>): Promise<LaneRow[]> =>
    (await stored.find({ ...filter, holder } as never).toArray()) as unknown as LaneRow[];

  return {
    insert: (webhookId, orgId) =>
      insert(lanes, {
        ...{ _id: webhookId, org_id: orgId, ...FREE },
        ...{ token: 0, due_at: SOME_DAY, receiver: 0, ...CLOSED },
      }),
    async wake(ids, now) {
      if (ids.length === 0) return [];
      const soonest = [{ $set: { due_at: { $max: [now, '$open_until'] } } }];
      await stored.updateMany({ _id: { $in: [...ids] }, due_at: { $gt: now } } as never, soonest);
      const there = new Set(await idsOf(stored.find({ _id: { $in: [...ids] } } as never), ids.length));
      return ids.filter((id) => !there.has(id));
    },
    async begin(id, now) {
      const anew = { $set: { ...CLOSED, due_at: now }, $inc: { receiver: 1 } };
      await stored.updateOne({ _id: id } as never, anew as never);
    },
    async claim({ now, leaseNow, leaseUntil }, except) {
      const free = { due_at: { $lte: now }, lease_until: { $lte: leaseNow } };
      const ids = await idsOf(
        stored.find({ ...free, _id: { $nin: [...except] } } as never).sort({ due_at: 1 }),
        AT_ONCE,
      );
      if (ids.length === 0) return [];
      // A lane that an earlier release made gets its first receiver here.
      const claim = { $set: { holder, lease_until: leaseUntil }, $inc: { token: 1, receiver: 0 } };
      await stored.updateMany({ ...free, _id: { $in: ids } } as never, claim);
      const taken = await readMine({ _id: { $in: ids } });
      return taken.map(({ _id, org_id, due_at, token, receiver, probing, tally }) => ({
        ...{ webhookId: _id, orgId: org_id, dueAt: due_at },
        ...{ token, receiver, probing, tally },
      }));
    },
    async renew(ids, leaseUntil) {
      if (ids.length === 0) return new Set();
      const worked = { _id: { $in: [...ids] } };
      await stored.updateMany({ ...worked, holder } as never, { $set: { lease_until: leaseUntil } });
      return new Set((await readMine(worked)).map(({ _id }) => _id));
    },
    dueAmong: (ids, now) => idsOf(stored.find({ _id: { $in: [...ids] }, due_at: { $lte: now } } as never), ids.length),
    async rest(hold, dueAt, breaker) {
      const isSame = { $eq: ['$receiver', hold.receiver] };
      const learnt = { $cond: [isSame, { $literal: breaker }, {}] };
      const after = { $mergeObjects: ['$$ROOT', { due_at: dueAt }, learnt] };
      return (await stored.updateOne(mine(hold) as never, [{ $replaceWith: after }])).matchedCount === 1;
    },
    release: (hold, { dueAt, ...times }) => set(atRest(hold, times), { ...FREE, due_at: dueAt ?? SOME_DAY }),
    open: (hold, until) =>
      set(
        { ...mine(hold), receiver: hold.receiver },
        { ...FREE, due_at: until, open_until: until, probing: true, tally: [] },
      ),
    letGo: async (hold) => void (await set(mine(hold), FREE)),
    retire: async (hold, times) => (await stored.deleteOne(atRest(hold, times) as never)).deletedCount === 1,
  };
};

type Found = { limit(count: number): Found; project(fields: object): Found; toArray(): Promise<unknown[]> };

const idsOf = async (found: unknown, limit: number): Promise<string[]> => {
  const rows = await (found as Found).limit(limit).project({ _id: 1 }).toArray();
  return (rows as { _id: string }[]).map(({ _id }) => _id);
};
