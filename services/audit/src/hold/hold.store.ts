import {
  type Change,
  type Clock,
  type Collection,
  countSkipped,
  defineCollection,
  insert,
  type PageOf,
  pageMeta,
  toSort,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { HoldListQuery } from './hold.schemas.ts';
import { coversRecord, type HeldRecord, type Hold, type HoldLift } from './hold.ts';

/** Legal holds. Rows are inserted and never changed. */
export const holdDefinition = defineCollection({
  name: 'audit_hold',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    reason: z.string(),
    from: z.date().nullable(),
    to: z.date().nullable(),
    entity_types: z.array(z.string()),
    entity_ids: z.array(z.string()),
    placed_at: z.date(),
    placed_by: z.string(),
  }),
  indexes: [{ keys: { org_id: 1, placed_at: -1, _id: -1 } }],
});

/** The ends of holds; `_id` is the hold's, so that one is lifted once. Rows are inserted and never changed. */
export const holdLiftDefinition = defineCollection({
  name: 'audit_hold_lift',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    lifted_at: z.date(),
    lifted_by: z.string(),
    reason: z.string().nullable(),
  }),
  indexes: [{ keys: { org_id: 1 } }],
});

export type StoredHold = z.infer<typeof holdDefinition.shape>;
export type StoredHoldLift = z.infer<typeof holdLiftDefinition.shape>;

/** A hold with its end, as it is shown. */
export type ShownHold = Hold & { lifted_at: Date | null; lifted_by: string | null };

export type HoldStore = {
  find(orgId: string, id: string): Promise<{ hold: Hold; lift: HoldLift | null } | null>;
  list(orgId: string, query: HoldListQuery): Promise<PageOf<ShownHold>>;
  /** Those that were not lifted. */
  active(orgId: string): Promise<Hold[]>;
  /** Each with its lift; null where it was not lifted. */
  all(orgId: string): Promise<{ hold: Hold; lift: HoldLift | null }[]>;
  insert(hold: Hold): Change;
  insertLift(lift: HoldLift): Change;
};

const toHold = ({ _id, ...row }: StoredHold): Hold => ({ id: _id, ...row });
const toLift = ({ _id, ...row }: StoredHoldLift): HoldLift => ({ hold_id: _id, ...row });

type Parts = { holds: Collection<StoredHold>; lifts: Collection<StoredHoldLift> };

/** The store of holds in MongoDB. */
export const makeHoldStore = ({ holds, lifts }: Parts): HoldStore => {
  const all: HoldStore['all'] = async (org_id) => {
    const [found, ends] = await Promise.all([holds.find({ org_id }), lifts.find({ org_id })]);
    const byId = new Map(ends.map((end) => [end._id, toLift(end)]));
    return found.map((row) => ({ hold: toHold(row), lift: byId.get(row._id) ?? null }));
  };
  return {
    async find(org_id, _id) {
      const [hold, lift] = await Promise.all([holds.findOne({ org_id, _id }), lifts.findOne({ org_id, _id })]);
      return hold && { hold: toHold(hold), lift: lift && toLift(lift) };
    },
    async list(org_id, query) {
      const page = { sort: toSort(query.sort), skip: countSkipped(query), limit: query.per_page };
      const [found, total] = await Promise.all([holds.find({ org_id }, page), holds.count({ org_id })]);
      const ids = found.map(({ _id }) => _id);
      const ends = ids.length > 0 ? await lifts.find({ org_id, _id: trusted({ $in: ids }) }) : [];
      const byId = new Map(ends.map((end) => [end._id, end]));
      const data = found.map((row) => {
        const { lifted_at = null, lifted_by = null } = byId.get(row._id) ?? {};
        return { ...toHold(row), lifted_at, lifted_by };
      });
      return { data, meta: pageMeta(total, query) };
    },
    all,
    active: async (orgId) => (await all(orgId)).flatMap(({ hold, lift }) => (lift ? [] : hold)),
    insert: ({ id, ...hold }) => insert(holds, { _id: id, ...hold }),
    insertLift: ({ hold_id, ...lift }) => insert(lifts, { _id: hold_id, ...lift }),
  };
};

/** Whether a hold that was not lifted covers a record. */
export type IsHeld = (orgId: string, record: HeldRecord) => Promise<boolean>;

/** Decides by the current holds. */
export const makeIsHeld =
  ({ holds, clock }: { holds: Pick<HoldStore, 'active'>; clock: Clock }): IsHeld =>
  async (orgId, record) => {
    const now = clock();
    return (await holds.active(orgId)).some((hold) => coversRecord(hold, record, now));
  };
