import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  type PageOf,
  remove,
  replace,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { MappingKey } from '../link/link.ts';
import { buildOrphanFilter, type RemoveOrphans } from '../orphan/orphan.store.ts';
import type { ParkedListQuery } from './parked.schemas.ts';
import type { ParkedRecord } from './parked.ts';

export const parkedDefinition = defineCollection({
  name: 'parked_record',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    mapping_id: z.string(),
    record_id: z.string(),
    external_id: z.string().nullable(),
    entity_id: z.string().nullable(),
    error_code: z.string(),
    message: z.string(),
    field: z.string().nullable(),
    attempts: z.number().int(),
    remote_hash: z.string().nullable(),
    sync_id: z.string(),
    parked_at: z.date(),
    last_attempt_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { org_id: 1, connection_id: 1, mapping_id: 1, record_id: 1 }, unique: true },
    { keys: { org_id: 1, connection_id: 1, parked_at: -1, _id: -1 } },
    { keys: { org_id: 1, connection_id: 1, error_code: 1, parked_at: -1, _id: -1 } },
    { keys: { org_id: 1, connection_id: 1, mapping_id: 1, _id: 1 } },
  ],
});

export type StoredParked = z.infer<typeof parkedDefinition.shape>;

export type ParkedStore = {
  list(orgId: string, connectionId: string, query: ParkedListQuery): Promise<PageOf<ParkedRecord>>;
  count(orgId: string, connectionId: string): Promise<number>;
  /** Of all organisations together. */
  countAll(): Promise<number>;
  /** Those of these keys. */
  findByRecordId(mappingKey: MappingKey, recordIds: readonly string[]): Promise<ParkedRecord[]>;
  /** A part of a walk over those of a mapping, in the order of their ids. */
  walk(mappingKey: MappingKey, page: { after: string; limit: number }): Promise<ParkedRecord[]>;
  /** The write of a record that was read at the version before this one, or of a new one. */
  save(parked: ParkedRecord): Change;
  remove(parked: ParkedRecord): Change;
  removals: RemoveOrphans;
};

const toParked = ({ _id, ...stored }: StoredParked): ParkedRecord => ({ id: _id, ...stored });

/** The store of parked records in MongoDB. */
export const makeParkedStore = (rows: Collection<StoredParked>): ParkedStore => {
  const buildFilter = ({ orgId, connectionId, mappingId }: MappingKey) => ({
    org_id: orgId,
    connection_id: connectionId,
    mapping_id: mappingId,
  });
  return {
    async list(orgId, connectionId, query) {
      const code = query.error_code ? { error_code: anyOf(query.error_code) } : {};
      const filter = { org_id: orgId, connection_id: connectionId, ...code };
      return listPage(rows, { filter, query, show: toParked });
    },
    count: (orgId, connectionId) => rows.count({ org_id: orgId, connection_id: connectionId }),
    countAll: () => rows.model.collection.estimatedDocumentCount(),
    findByRecordId: async (mappingKey, ids) =>
      (await rows.find({ ...buildFilter(mappingKey), record_id: trusted({ $in: [...ids] }) })).map(toParked),
    walk: async (mappingKey, { after, limit }) =>
      (await rows.find({ ...buildFilter(mappingKey), _id: trusted({ $gt: after }) }, { sort: { _id: 1 }, limit })).map(
        toParked,
      ),
    save({ id, ...parked }) {
      const doc = { _id: id, ...parked };
      return parked.version === 1 ? insert(rows, doc) : replace(rows, doc, parked.version - 1);
    },
    remove: ({ id, version }) => remove(rows, id, version),
    removals: async (orphan, limit) =>
      (await rows.find(buildOrphanFilter(orphan), { limit })).map(({ _id, version }) => remove(rows, _id, version)),
  };
};
