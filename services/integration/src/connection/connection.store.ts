import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  notFound,
  type PageOf,
  remove,
  replace,
} from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import { CONNECTION_TYPES } from '../connector/registry.ts';
import type { ConnectionListQuery } from './connection.schemas.ts';
import { CONNECTION_STATUSES, type Connection, type ConnectionType } from './connection.ts';

/** Settings are checked when they are written, so their members are not repeated here. */
export const connectionDefinition = defineCollection({
  name: 'connection',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    name: z.string(),
    type: z.enum(CONNECTION_TYPES),
    status: z.enum(CONNECTION_STATUSES),
    problem: z.unknown(),
    authentication: z.unknown(),
    sealed: z.unknown(),
    endpoints: z.unknown(),
    sync_config: z.unknown(),
    conflict_resolution: z.unknown(),
    error_handling: z.unknown(),
    mappings: z.unknown(),
    next_sync_at: z.date().nullable(),
    created_at: z.date(),
    created_by: z.string(),
    updated_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { org_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, updated_at: -1, _id: -1 } },
    { keys: { org_id: 1, status: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, status: 1, updated_at: -1, _id: -1 } },
    { keys: { type: 1, _id: 1 } },
    { keys: { next_sync_at: 1 }, partial: { status: 'active' } },
  ],
});

type StoredConnection = z.infer<typeof connectionDefinition.shape>;

export type ConnectionStore = {
  find(orgId: string, id: string): Promise<Connection | null>;
  /** The connection of the organisation. Throws `not_found`. */
  get(orgId: string, id: string): Promise<Connection>;
  list(orgId: string, query: ConnectionListQuery): Promise<PageOf<Connection>>;
  /** Active connections of any organisation whose next synchronisation is due, the longest due first. */
  due(now: Date, limit: number): Promise<Connection[]>;
  /** The connections of these organisations, or those of them that may send, whatever their status. */
  listByOrganizations(orgIds: readonly string[], kind: 'all' | 'sending'): Promise<Connection[]>;
  /** The types of records of the mappings of all organisations. */
  listEntityTypes(): Promise<string[]>;
  /** Connections of that kind of any organisation, for messages that come from outside. */
  listByType(type: ConnectionType): Promise<Connection[]>;
  /**
   * Sets when the next synchronisation is due, beside the version: it is no setting. Nothing happens where the connection is
   * not active any more.
   */
  schedule(connection: Pick<Connection, 'id' | 'org_id'>, at: Date): Promise<void>;
  insert(connection: Connection): Change;
  /** The write of a connection that was read at the version before this one. */
  update(connection: Connection): Change;
  remove(connection: Connection): Change;
};

const toConnection = ({ _id, ...stored }: StoredConnection): Connection => ({ id: _id, ...stored }) as Connection;

const toStored = ({ id, ...connection }: Connection): StoredConnection => ({ _id: id, ...connection });

/** The store of connections in MongoDB. */
export const makeConnectionStore = (connections: Collection<StoredConnection>): ConnectionStore => {
  const stored = connections.model.collection as unknown as mongo.Collection<StoredConnection>;
  const find = async (orgId: string, id: string): Promise<Connection | null> => {
    const found = await connections.findOne({ org_id: orgId, _id: id });
    return found && toConnection(found);
  };
  return {
    find,
    async get(orgId, id) {
      const connection = await find(orgId, id);
      if (!connection) throw notFound('connection', id);
      return connection;
    },
    async list(orgId, query) {
      const filter = { org_id: orgId, ...(query.status ? { status: anyOf(query.status) } : {}) };
      return listPage(connections, { filter, query, show: toConnection });
    },
    async due(now, limit) {
      const filter = { status: 'active' as const, next_sync_at: { $lte: now } };
      return (await stored.find(filter).sort({ next_sync_at: 1 }).limit(limit).toArray()).map(toConnection);
    },
    async listByOrganizations(orgIds, kind) {
      const sending = kind === 'sending' ? { 'sync_config.direction': { $ne: 'inbound' as const } } : {};
      return (await stored.find({ org_id: { $in: [...orgIds] }, ...sending }).toArray()).map(toConnection);
    },
    listEntityTypes: async () => (await stored.distinct('mappings.entity_type' as never)) as string[],
    listByType: async (type) => (await stored.find({ type }).sort({ _id: 1 }).toArray()).map(toConnection),
    async schedule({ id, org_id }, at) {
      await stored.updateOne({ _id: id, org_id, status: 'active' }, { $set: { next_sync_at: at } });
    },
    insert: (connection) => insert(connections, toStored(connection)),
    update: (connection) => replace(connections, toStored(connection), connection.version - 1),
    remove: ({ id, version }) => remove(connections, id, version),
  };
};
