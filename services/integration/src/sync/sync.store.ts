import {
  anyOf,
  type Change,
  type Collection,
  countSkipped,
  defineCollection,
  insert,
  notFound,
  type PageOf,
  pageMeta,
  replace,
  toSort,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { SyncListQuery } from './sync.schemas.ts';
import {
  CHANGE_ACTIONS,
  type PlannedChange,
  type RecordProblem,
  SYNC_STATUSES,
  SYNC_TRIGGERS,
  type Sync,
} from './sync.ts';

const RETENTION_SECONDS = 400 * 86_400;

const Problem = z.object({
  record_id: z.string(),
  error_code: z.string(),
  message: z.string(),
  field: z.string().nullable(),
});

const Planned = z.object({
  record_id: z.string(),
  entity_id: z.string().nullable(),
  action: z.enum(CHANGE_ACTIONS),
  /** JSON: targets have dots in their names. */
  fields: z.string(),
});

export const syncDefinition = defineCollection({
  name: 'sync',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    connection_name: z.string(),
    status: z.enum(SYNC_STATUSES),
    trigger: z.enum(SYNC_TRIGGERS),
    dry_run: z.boolean(),
    full: z.boolean(),
    records_attempted: z.number().int(),
    records_succeeded: z.number().int(),
    records_failed: z.number().int(),
    records_unchanged: z.number().int(),
    record_errors: z.array(Problem),
    changes: z.array(Planned),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    started_at: z.date(),
    completed_at: z.date().nullable(),
    requested_by: z.string().nullable(),
    held_deletions: z.number().int(),
    parked_records: z.number().int(),
    open_conflicts: z.number().int(),
    response_time_ms: z.number().int().nullable(),
    notified: z.array(z.object({ object: z.string(), external_ids: z.array(z.string()) })),
    done: z.array(z.string()),
    walked: z.object({ modifiedAt: z.string(), externalId: z.string() }).nullable(),
    retries: z.number().int(),
    next_at: z.date().nullable(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { connection_id: 1 }, unique: true, partial: { status: 'running' } },
    { keys: { next_at: 1 }, partial: { status: 'running' } },
    { keys: { org_id: 1, connection_id: 1, started_at: -1, _id: -1 } },
    { keys: { org_id: 1, connection_id: 1, status: 1, started_at: -1, _id: -1 } },
    { keys: { org_id: 1, connection_id: 1, completed_at: 1 } },
    { keys: { completed_at: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});

export type StoredSync = z.infer<typeof syncDefinition.shape>;

/** A synchronisation that a replica may continue. */
export type DueSync = Pick<Sync, 'id' | 'org_id' | 'connection_id'>;

/** A synchronisation without what a list does not show. */
export type SyncSummary = Omit<Sync, 'errors' | 'changes'>;

export type SyncStore = {
  find(orgId: string, id: string): Promise<Sync | null>;
  /** The synchronisation of the connection. Throws `not_found`. */
  get(orgId: string, connectionId: string, id: string): Promise<Sync>;
  list(orgId: string, connectionId: string, query: SyncListQuery): Promise<PageOf<SyncSummary>>;
  /** The one that runs; null where none does. */
  running(orgId: string, connectionId: string): Promise<Sync | null>;
  /**
   * Running ones that are due: the longest due one of each organisation, then the second of each, so that one with many does not
   * delay one with few.
   */
  due(now: Date, limit: number): Promise<DueSync[]>;
  /** The latest that has ended and was no dry run. */
  latest(orgId: string, connectionId: string): Promise<SyncSummary | null>;
  /** Those that ended since then and were no dry runs. */
  endedSince(orgId: string, connectionId: string, from: Date): Promise<SyncSummary[]>;
  /** Throws `DuplicateKey` in its commit while another one of the connection runs. */
  insert(sync: Sync): Change;
  /** The write of one that was read at the version before this one. */
  update(sync: Sync): Change;
};

const WITHOUT = ['record_errors', 'changes'] as const;
const ENDED = ['success', 'partial_success', 'failed'] as const;

const toSync = ({ _id, changes, record_errors, ...stored }: StoredSync): Sync => ({
  id: _id,
  ...stored,
  errors: record_errors as RecordProblem[],
  changes: changes.map((change) => ({ ...change, fields: JSON.parse(change.fields) as PlannedChange['fields'] })),
});

const toSummary = ({ _id, ...stored }: Omit<StoredSync, 'record_errors' | 'changes'>): SyncSummary => ({
  id: _id,
  ...stored,
});

const toStored = ({ id, changes, errors, done, notified, ...sync }: Sync): StoredSync => ({
  _id: id,
  ...sync,
  done: [...done],
  notified: notified.map(({ object, external_ids }) => ({ object, external_ids: [...external_ids] })),
  record_errors: [...errors],
  changes: changes.map((change) => ({ ...change, fields: JSON.stringify(change.fields) })),
});

/** The store of synchronisations in MongoDB. */
export const makeSyncStore = (syncs: Collection<StoredSync>): SyncStore => {
  const find = async (orgId: string, id: string): Promise<Sync | null> => {
    const stored = await syncs.findOne({ org_id: orgId, _id: id });
    return stored && toSync(stored);
  };
  const summaries = async (filter: Record<string, unknown>, page: object = {}): Promise<SyncSummary[]> =>
    (await syncs.find(filter, { ...page, without: WITHOUT })).map(toSummary);
  return {
    find,
    async get(orgId, connectionId, id) {
      const sync = await find(orgId, id);
      if (sync?.connection_id !== connectionId) throw notFound('synchronisation', id);
      return sync;
    },
    async list(orgId, connectionId, query) {
      const status = query.status ? { status: anyOf(query.status) } : {};
      const filter = { org_id: orgId, connection_id: connectionId, ...status };
      const order = { sort: toSort(query.sort), skip: countSkipped(query), limit: query.per_page };
      const [data, total] = await Promise.all([summaries(filter, order), syncs.count(filter)]);
      return { data, meta: pageMeta(total, query) };
    },
    async running(orgId, connectionId) {
      const stored = await syncs.findOne({ org_id: orgId, connection_id: connectionId, status: 'running' });
      return stored && toSync(stored);
    },
    async due(now, limit) {
      const rank = { partitionBy: '$org_id', sortBy: { next_at: 1 }, output: { rank: { $documentNumber: {} } } };
      const found = await syncs.model.collection
        .aggregate<DueSync & { _id: string }>([
          { $match: { status: 'running', next_at: { $lte: now } } },
          { $project: { org_id: 1, connection_id: 1, next_at: 1 } },
          { $setWindowFields: rank },
          { $sort: { rank: 1, next_at: 1 } },
          { $limit: limit },
        ])
        .toArray();
      return found.map(({ _id, org_id, connection_id }) => ({ id: _id, org_id, connection_id }));
    },
    async latest(orgId, connectionId) {
      const filter = {
        org_id: orgId,
        connection_id: connectionId,
        dry_run: false,
        status: trusted({ $in: [...ENDED] }),
      };
      return (await summaries(filter, { sort: { started_at: -1, _id: -1 }, limit: 1 }))[0] ?? null;
    },
    endedSince: (orgId, connectionId, from) =>
      summaries({
        org_id: orgId,
        connection_id: connectionId,
        dry_run: false,
        status: trusted({ $in: [...ENDED] }),
        completed_at: trusted({ $gte: from }),
      }),
    insert: (sync) => insert(syncs, toStored(sync)),
    update: (sync) => replace(syncs, toStored(sync), sync.version - 1),
  };
};
