import {
  type Change,
  type Collection,
  countSkipped,
  defineCollection,
  insert,
  type Kit,
  type PageOf,
  pageMeta,
  put,
  replace,
} from '@qsc/service-kit';
import { z } from 'zod';
import { holdDefinition, holdLiftDefinition, makeHoldStore } from '../hold/hold.store.ts';
import type { HistoryQuery } from './retention.schemas.ts';
import { type RetentionPolicy, standardPolicy } from './retention.ts';

/** The versions of policies. Rows are inserted and never changed; the standard policy is version 1 and has none. */
export const retentionDefinition = defineCollection({
  name: 'audit_retention',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    policy_id: z.string(),
    version: z.number().int(),
    name: z.string(),
    retention_period_years: z.number().int(),
    applies_to: z.array(z.string()),
    archive_after_years: z.number().int(),
    archive_storage: z.enum(['file_store']),
    deletion_policy: z.enum(['never', 'after_retention']),
    exceptions: z.array(
      z.object({ entity_types: z.array(z.string()), retention_period_years: z.number().int(), reason: z.string() }),
    ),
    changed_at: z.date(),
    changed_by: z.string(),
  }),
  indexes: [{ keys: { org_id: 1, version: -1 }, unique: true }],
});

/** Changes of what decides on removal, counted for each organisation: `_id` is its id. */
export const turnDefinition = defineCollection({
  name: 'audit_retention_turn',
  shape: z.object({ _id: z.string(), version: z.number().int() }),
  indexes: [],
  shared: true,
});

export type StoredPolicy = z.infer<typeof retentionDefinition.shape>;
export type RetentionTurnRow = z.infer<typeof turnDefinition.shape>;

export type RetentionStore = {
  /** The current policy; the standard one where none was set. */
  current(orgId: string): Promise<RetentionPolicy>;
  /** The versions of the policy; the standard one is the first of them. */
  history(orgId: string, query: HistoryQuery): Promise<PageOf<RetentionPolicy>>;
  insert(orgId: string, policy: RetentionPolicy): Change;
};

const toPolicy = ({ _id, org_id: _org, ...policy }: StoredPolicy): RetentionPolicy => policy;

/** The store of policies in MongoDB. */
export const makeRetentionStore = (rows: Collection<StoredPolicy>): RetentionStore => ({
  async current(orgId) {
    const [row] = await rows.find({ org_id: orgId }, { sort: { version: -1 }, limit: 1 });
    return row ? toPolicy(row) : standardPolicy(orgId);
  },
  async history(orgId, query) {
    const stored = (await rows.find({ org_id: orgId }, { sort: { version: 1 } })).map(toPolicy);
    const all = [standardPolicy(orgId), ...stored];
    const ordered = query.sort === 'version' ? all : all.toReversed();
    return {
      data: ordered.slice(countSkipped(query), countSkipped(query) + query.per_page),
      meta: pageMeta(all.length, query),
    };
  },
  insert: (orgId, { changed_at, changed_by, ...policy }) =>
    insert(rows, {
      ...policy,
      _id: `${policy.policy_id}/${policy.version}`,
      org_id: orgId,
      changed_at: changed_at as Date,
      changed_by: changed_by as string,
    }),
});

/** Serialises removals with policies and holds that are committed meanwhile. */
export type RetentionTurn = {
  /** For the commit of a policy or a hold. */
  taken(orgId: string): Change;
  /** Read before policy and holds are, for the commit of a removal: it is refused when either changed since. */
  unchanged(orgId: string): Promise<Change>;
};

/** The turns in MongoDB. */
export const makeRetentionTurn = (rows: Collection<RetentionTurnRow>): RetentionTurn => ({
  taken: (orgId) => put(rows, { _id: orgId, version: 1 }),
  async unchanged(orgId) {
    const row = await rows.findOne({ _id: orgId });
    return row
      ? replace(rows, { ...row, version: row.version + 1 }, row.version)
      : insert(rows, { _id: orgId, version: 1 });
  },
});

/** Policies and holds, as both programs read them. */
export const openRetention = ({ open }: Pick<Kit, 'open'>) => ({
  policies: makeRetentionStore(open(retentionDefinition)),
  holds: makeHoldStore({ holds: open(holdDefinition), lifts: open(holdLiftDefinition) }),
  turn: makeRetentionTurn(open(turnDefinition)),
});
