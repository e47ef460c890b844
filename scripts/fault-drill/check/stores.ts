import { type Db, MongoClient } from 'mongodb';
import { KEEPERS, type Keeper } from '../mesh/drill-plan.ts';
import { countMessages } from '../mesh/queues.ts';

export type Changes = Record<string, unknown>;
export type StoredRecord = { id: string; name: string; version: number; counter: number; marks: string[] };
export type StoredHistory = { entityId: string; version: number; changes: Changes };
export type StoredEntry = {
  eventId: string;
  sequence: number;
  entityId: string;
  version: number | null;
  changes: Changes;
};

/**
 * What an organisation has on disk; `counted` is what the running totals say of its records, `projected` what the drill's read
 * model holds of them.
 */
export type Stored = {
  records: StoredRecord[];
  projected: StoredRecord[];
  counted: number;
  history: StoredHistory[];
  entries: StoredEntry[];
};

/** What is still under way. `unheard`: lost queues for which a service has yet to send its events again. */
export type UnderWay = { outboxes: number; queues: number; parked: number; unheard: number };

/** MongoDB and RabbitMQ, looked at past the services. */
export type Stores = {
  stored(orgId: string): Promise<Stored>;
  countEntries(orgId: string): Promise<number>;
  /** How many entries and projected records are missing beside what entity has. */
  countMissing(orgId: string): Promise<number>;
  /** The version of a record in the drill's read model, 0 when it has none. */
  projectedVersion(id: string): Promise<number>;
  /** Which events entity's outbox does not hold as unconfirmed. */
  taken(eventIds: readonly string[]): Promise<string[]>;
  underWay(): Promise<UnderWay>;
  close(): Promise<void>;
};

type Options = { mongodbUri: string; amqpUrl: string; prefix: (name: Keeper) => string };

type EntityDocument = { _id: string; name: string; version: number; attributes: Record<string, unknown> };
type HistoryDocument = { entity_id: string; version: number; changes: Changes };
type EntryDocument = {
  event_id: string;
  sequence: number;
  entity_id: string;
  entity_type: string;
  entity_version: number | null;
  changes: string;
};

/** Opens both for looking. */
export const openStores = ({ mongodbUri, amqpUrl, prefix }: Options): Stores => {
  const client = new MongoClient(mongodbUri, { readConcernLevel: 'majority', serverSelectionTimeoutMS: 20_000 });
  const database = (name: Keeper): Db => client.db(`${prefix(name)}${name}`);
  const entries = () => database('audit').collection<EntryDocument>('audit_entry');
  const countEntries = (orgId: string) => entries().countDocuments({ org_id: orgId } as never);
  return {
    stored: async (orgId) => ({
      records: await readRecords(database('entity'), 'entity', orgId),
      projected: await readRecords(database('projector'), 'entity_view', orgId),
      counted: await readCounted(database('entity'), orgId),
      history: await readHistory(database('entity'), orgId),
      entries: (
        await entries()
          .find({ org_id: orgId } as never)
          .sort({ sequence: 1 })
          .toArray()
      ).map(toEntry),
    }),
    countEntries,
    countMissing: async (orgId) => {
      const [versions, entered, stale] = await Promise.all([
        database('entity').collection('entity_history').countDocuments({ org_id: orgId }),
        countEntries(orgId),
        countStale(database('entity'), database('projector'), orgId),
      ]);
      return Math.max(versions - entered, 0) + stale;
    },
    projectedVersion: async (id) => {
      const found = await database('projector').collection<EntityDocument>('entity_view').findOne({ _id: id });
      return found?.version ?? 0;
    },
    taken: async (eventIds) => {
      const outbox = database('entity').collection<{ _id: string }>('outbox');
      const open = await outbox.find({ _id: { $in: [...eventIds] }, confirmed_at: null } as never).toArray();
      const ids = new Set(open.map(({ _id }) => _id));
      return eventIds.filter((id) => !ids.has(id));
    },
    underWay: async () => {
      const outboxes = await Promise.all(
        KEEPERS.map((name) => database(name).collection('outbox').countDocuments({ confirmed_at: null })),
      );
      const unheard = await countUnheard(KEEPERS.map(database));
      return { outboxes: outboxes.reduce((sum, count) => sum + count, 0), unheard, ...(await countMessages(amqpUrl)) };
    },
    close: () => client.close(),
  };
};

const readRecords = async (database: Db, collection: string, orgId: string): Promise<StoredRecord[]> => {
  const found = database.collection<EntityDocument>(collection).find({ org_id: orgId } as never);
  return (await found.toArray()).map(({ _id, name, version, attributes: { counter, ...marks } }) => ({
    id: _id,
    name,
    version,
    counter: Number(counter ?? 0),
    marks: Object.keys(marks),
  }));
};

const countStale = async (entity: Db, projector: Db, orgId: string): Promise<number> => {
  const versionsIn = async (database: Db, collection: string) => {
    const found = database.collection<EntityDocument>(collection).find({ org_id: orgId } as never);
    return new Map((await found.project({ version: 1 }).toArray()).map(({ _id, version }) => [_id, version]));
  };
  const [records, projected] = await Promise.all([versionsIn(entity, 'entity'), versionsIn(projector, 'entity_view')]);
  return [...records].filter(([id, version]) => projected.get(id) !== version).length;
};

type EpochDocument = { _id: string; epoch: string };

const countUnheard = async (databases: readonly Db[]): Promise<number> => {
  const read = async (database: Db) => {
    const rows = await database.collection<EpochDocument>('queue_epoch').find().toArray();
    return new Map(rows.map(({ _id, epoch }) => [_id, epoch]));
  };
  const epochs = await Promise.all(databases.map(read));
  const own = epochs.flatMap((known) => [...known].filter(([id]) => !id.startsWith('heard/')));
  return epochs.flatMap((known) => own.filter(([queue, epoch]) => known.get(`heard/${queue}`) !== epoch)).length;
};

const readCounted = async (entity: Db, orgId: string): Promise<number> => {
  const parts = await entity
    .collection<{ count: number }>('entity_total')
    .find({ org_id: orgId } as never)
    .toArray();
  return parts.reduce((sum, { count }) => sum + count, 0);
};

const readHistory = async (entity: Db, orgId: string): Promise<StoredHistory[]> => {
  const found = entity.collection<HistoryDocument>('entity_history').find({ org_id: orgId } as never);
  return (await found.toArray()).map(({ entity_id, version, changes }) => ({ entityId: entity_id, version, changes }));
};

const toEntry = ({ event_id, sequence, entity_id, entity_version, changes }: EntryDocument): StoredEntry => ({
  eventId: event_id,
  sequence,
  entityId: entity_id,
  version: entity_version,
  changes: JSON.parse(changes) as Changes,
});
