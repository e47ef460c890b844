import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  notFound,
  type PageOf,
  replace,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { LinkPage } from '../link/link.store.ts';
import type { MappingKey } from '../link/link.ts';
import type { FieldConflict } from '../merge/merge.ts';
import { buildOrphanFilter, type RemoveOrphans } from '../orphan/orphan.store.ts';
import type { ConflictId, ConflictListQuery } from './conflict.schemas.ts';
import {
  CONFLICT_STATUSES,
  type Conflict,
  type ConflictSubject,
  RESOLUTIONS,
  reviewConflicts,
  withdrawConflict,
} from './conflict.ts';

const CONNECTION_FIELDS = { org_id: 1, connection_id: 1 } as const;

/** JSON: a value may have names that a document of the database may not. */
const JsonText = z.string();

export const conflictDefinition = defineCollection({
  name: 'conflict',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    mapping_id: z.string(),
    link_id: z.string(),
    entity_type: z.string(),
    entity_id: z.string(),
    external_id: z.string(),
    field: z.string(),
    base_value: JsonText,
    local_value: JsonText,
    remote_value: JsonText,
    status: z.enum(CONFLICT_STATUSES),
    resolution: z.enum(RESOLUTIONS).nullable(),
    resolved_value: JsonText,
    reason: z.string().nullable(),
    resolved_at: z.date().nullable(),
    resolved_by: z.string().nullable(),
    created_at: z.date(),
    updated_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { org_id: 1, link_id: 1, field: 1 }, unique: true, partial: { status: 'open' } },
    { keys: { ...CONNECTION_FIELDS, mapping_id: 1, _id: 1 }, partial: { status: 'open' } },
    { keys: { ...CONNECTION_FIELDS, created_at: -1, _id: -1 } },
    { keys: { ...CONNECTION_FIELDS, updated_at: -1, _id: -1 } },
    { keys: { ...CONNECTION_FIELDS, status: 1, created_at: -1, _id: -1 } },
    { keys: { ...CONNECTION_FIELDS, status: 1, updated_at: -1, _id: -1 } },
    { keys: { ...CONNECTION_FIELDS, entity_id: 1, created_at: -1, _id: -1 } },
    { keys: { ...CONNECTION_FIELDS, entity_id: 1, updated_at: -1, _id: -1 } },
  ],
});

type StoredConflict = z.infer<typeof conflictDefinition.shape>;

export type ConflictStore = {
  /** Throws `not_found`. */
  get(orgId: string, id: ConflictId): Promise<Conflict>;
  list(orgId: string, connectionId: string, query: ConflictListQuery): Promise<PageOf<Conflict>>;
  /** The open ones of these links. */
  findOpen(orgId: string, linkIds: readonly string[]): Promise<Conflict[]>;
  countOpen(orgId: string, connectionId: string): Promise<number>;
  /** A part of a walk over the open ones of a mapping, in the order of their ids. */
  openAfter(key: MappingKey, page: LinkPage): Promise<Conflict[]>;
  /**
   * What a merge leaves of a link's conflicts: new ones are queued, `existing` ones (its open ones, `findOpen`) show their values
   * of now or are withdrawn. The commit fails with `VersionConflict` where somebody decided one meanwhile, and with
   * `DuplicateKey` where another synchronisation queued the same field.
   */
  open(
    subject: ConflictSubject,
    merged: { found: readonly FieldConflict[]; existing: readonly Conflict[] },
    now: Date,
  ): Change[];
  /** The write of a conflict that was read at the version before this one. */
  update(conflict: Conflict): Change;
  /** Withdraws what nobody need decide any more. */
  withdrawals(now: () => Date): RemoveOrphans;
};

const toConflict = ({
  _id,
  base_value,
  local_value,
  remote_value,
  resolved_value,
  ...stored
}: StoredConflict): Conflict => ({
  id: _id,
  ...stored,
  base_value: JSON.parse(base_value),
  local_value: JSON.parse(local_value),
  remote_value: JSON.parse(remote_value),
  resolved_value: JSON.parse(resolved_value),
});

const toStored = ({
  id,
  base_value,
  local_value,
  remote_value,
  resolved_value,
  ...conflict
}: Conflict): StoredConflict => ({
  _id: id,
  ...conflict,
  base_value: JSON.stringify(base_value),
  local_value: JSON.stringify(local_value),
  remote_value: JSON.stringify(remote_value),
  resolved_value: JSON.stringify(resolved_value),
});

/** The store of conflicts in MongoDB. */
export const makeConflictStore = (conflicts: Collection<StoredConflict>): ConflictStore => {
  const update = (conflict: Conflict): Change => replace(conflicts, toStored(conflict), conflict.version - 1);
  return {
    async get(orgId, { connection_id, conflict_id }) {
      const stored = await conflicts.findOne({ org_id: orgId, _id: conflict_id });
      if (stored?.connection_id !== connection_id) throw notFound('conflict', conflict_id);
      return toConflict(stored);
    },
    async list(orgId, connectionId, query) {
      const { status, entity_id } = query;
      const requested = {
        ...(status ? { status: anyOf(status) } : {}),
        ...(entity_id ? { entity_id: anyOf(entity_id) } : {}),
      };
      const filter = { org_id: orgId, connection_id: connectionId, ...requested };
      return listPage(conflicts, { filter, query, show: toConflict });
    },
    async findOpen(orgId, linkIds) {
      const filter = { org_id: orgId, link_id: trusted({ $in: [...linkIds] }), status: 'open' as const };
      return (await conflicts.find(filter)).map(toConflict);
    },
    countOpen: (orgId, connectionId) => conflicts.count({ org_id: orgId, connection_id: connectionId, status: 'open' }),
    async openAfter({ orgId, connectionId, mappingId }, { after, limit }) {
      const key = { org_id: orgId, connection_id: connectionId, mapping_id: mappingId };
      const filter = { ...key, status: 'open' as const, _id: trusted({ $gt: after }) };
      return (await conflicts.find(filter, { sort: { _id: 1 }, limit })).map(toConflict);
    },
    open(subject, merged, now) {
      const { opened, changed } = reviewConflicts(subject, merged, now);
      return [...opened.map((conflict) => insert(conflicts, toStored(conflict))), ...changed.map(update)];
    },
    update,
    withdrawals: (now) => async (orphan, limit) => {
      const rows = await conflicts.find({ ...buildOrphanFilter(orphan), status: 'open' }, { limit });
      return rows.map((row) => update(withdrawConflict(toConflict(row), now())));
    },
  };
};
