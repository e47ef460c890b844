import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { type Change, put, remove, replace } from '../mongo/change.ts';
import { type Collection, type CollectionDefinition, defineCollection, trusted } from '../mongo/collection.ts';

const DueRow = z.object({
  /** Organisation and key. */
  _id: z.string(),
  org_id: z.string(),
  due_at: z.date(),
  /** From when on it can be claimed: when it is due, when its claim runs out, or when it is to be tried again. */
  next_at: z.date(),
  attempts: z.number().int(),
  /** Raised by every claim and its end: the fencing token. A row of a key that had one before begins at another number. */
  version: z.number().int(),
  payload: z.record(z.string(), z.unknown()),
});

export type DueRow = z.infer<typeof DueRow>;

/** Declares the collection of a due-queue. It is shared, since claims go over all organisations. */
export const dueQueueDefinition = (name: string): CollectionDefinition<typeof DueRow, never> =>
  defineCollection({
    name,
    shape: DueRow,
    indexes: [{ keys: { next_at: 1 } }, { keys: { org_id: 1, next_at: 1 } }],
    shared: true,
  });

/** A row that this replica holds for now. */
export type Claimed = { row: DueRow; orgId: string; dueAt: Date; attempts: number };

export type DueQueue<Payload extends Record<string, unknown>> = {
  /** The row of that key, due at that moment; in the place of an earlier one, claimed or not. For the commit of its cause. */
  enqueue(orgId: string, key: string, due: { at: Date; payload: Payload }): Change;
  /** The change that takes the row of that key away, none where there is none. For a decision, which is decided again. */
  cancel(orgId: string, key: string): Promise<Change[]>;
  /** A due row, for this replica alone until the lease runs out; null when none is due. Organisations have their turns. */
  claim(): Promise<Claimed | null>;
  /** What the row carries. Throws where it does not have the shape of the queue. */
  parsePayload(claimed: Claimed): Payload;
  /** Makes the claim longer; false when the row was claimed by another, replaced or cancelled. */
  renew(claimed: Claimed): Promise<boolean>;
  /** Lets go of the row, which can be claimed again from then on. Does nothing where it is another's by now. */
  release(claimed: Claimed, from: Date): Promise<void>;
  /** The row is acted on. For the commit of the effect, which fails with `VersionConflict` when the claim was lost. */
  done(claimed: Claimed): Change;
  /** The row is to be acted on again at that moment. For the commit of the effect so far, as `done`. */
  again(claimed: Claimed, at: Date): Change;
};

type Parts<Payload> = {
  rows: Collection<DueRow>;
  payload: z.ZodType<Payload>;
  clock: Clock;
  /** How long a claim lasts unless it is renewed, in milliseconds. */
  leaseMs: number;
};

/** So many that a row is never taken for one of its key that was done or cancelled: whoever held that holds nothing. */
const FIRST_VERSIONS = 2 ** 47;

const BY_ORGANIZATION = { org_id: 1, next_at: 1 } as const;

/** Rows that wait for their time, each acted on once: effect and `done` are one commit, which a lost claim refuses. */
export const makeDueQueue = <Payload extends Record<string, unknown>>({
  rows,
  payload,
  clock,
  leaseMs,
}: Parts<Payload>): DueQueue<Payload> => {
  const stored = rows.model.collection;
  const leaseEnd = (): Date => new Date(clock().getTime() + leaseMs);
  let lastServed = '';

  const take = async (organizations: Record<string, unknown>, now: Date): Promise<DueRow | null> => {
    const due = { ...organizations, next_at: { $lte: now } };
    const claim = { $set: { next_at: leaseEnd() }, $inc: { version: 1, attempts: 1 } };
    const taken = await stored.findOneAndUpdate(due, claim, {
      sort: BY_ORGANIZATION,
      hint: BY_ORGANIZATION,
      returnDocument: 'after',
    });
    return taken as unknown as DueRow | null;
  };

  const change = async ({ row }: Claimed, by: Record<string, unknown>): Promise<boolean> => {
    const mine = { _id: row._id, version: row.version };
    return (await stored.updateOne(mine as never, by)).matchedCount === 1;
  };

  return {
    enqueue: (orgId, key, { at, payload: carried }) =>
      put(rows, {
        _id: `${orgId}/${key}`,
        org_id: orgId,
        due_at: at,
        next_at: at,
        attempts: 0,
        version: randomInt(FIRST_VERSIONS),
        payload: carried,
      }),
    async cancel(orgId, key) {
      const row = await rows.findOne({ _id: `${orgId}/${key}` });
      return row ? [remove(rows, row._id, row.version)] : [];
    },
    async claim() {
      const now = clock();
      if (!(await rows.findOne({ next_at: trusted({ $lte: now }) }))) return null;
      const row = (await take({ org_id: { $gt: lastServed } }, now)) ?? (await take({}, now));
      if (!row) return null;
      lastServed = row.org_id;
      const { org_id, due_at, attempts } = row;
      return { row, orgId: org_id, dueAt: due_at, attempts };
    },
    parsePayload: ({ row }) => payload.parse(row.payload),
    renew: (claimed) => change(claimed, { $set: { next_at: leaseEnd() } }),
    async release(claimed, from) {
      // The version ends the claim: a renewal that is on its way must not undo this.
      await change(claimed, { $set: { next_at: from }, $inc: { version: 1 } });
    },
    done: ({ row }) => remove(rows, row._id, row.version),
    again: ({ row }, at) => replace(rows, { ...row, next_at: at, version: row.version + 1 }, row.version),
  };
};
