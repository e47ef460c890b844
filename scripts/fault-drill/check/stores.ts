import { parkingQueueOf, QUEUES } from '@qsc/contracts/events';
import amqp from 'amqplib';
import { type Db, MongoClient } from 'mongodb';
import { KEEPERS, type Keeper } from '../mesh/drill-mesh.ts';

export type Changes = Record<string, unknown>;
export type StoredRecord = { id: string; name: string; version: number; counter: number };
export type StoredHistory = { entityId: string; version: number; changes: Changes };
export type StoredEntry = {
  eventId: string;
  sequence: number;
  entityId: string;
  version: number | null;
  changes: Changes;
};

/** What an organisation has on disk; `counted` is what the running totals say of its records. */
export type Stored = { records: StoredRecord[]; counted: number; history: StoredHistory[]; entries: StoredEntry[] };

/** What is still under way. */
export type UnderWay = { outboxes: number; queues: number; parked: number };

/** MongoDB and RabbitMQ, looked at past the services. */
export type Stores = {
  stored(orgId: string): Promise<Stored>;
  countEntries(orgId: string): Promise<number>;
  underWay(): Promise<UnderWay>;
  close(): Promise<void>;
};

type Options = { mongodbUri: string; amqpUrl: string; prefix: (name: Keeper) => string };

type EntityDocument = { _id: string; name: string; version: number; attributes: { counter?: number } };
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
  return {
    stored: async (orgId) => ({
      records: await readRecords(database('entity'), orgId),
      counted: await readCounted(database('entity'), orgId),
      history: await readHistory(database('entity'), orgId),
      entries: (
        await entries()
          .find({ org_id: orgId } as never)
          .sort({ sequence: 1 })
          .toArray()
      ).map(toEntry),
    }),
    countEntries: (orgId) => entries().countDocuments({ org_id: orgId } as never),
    underWay: async () => {
      const outboxes = await Promise.all(KEEPERS.map((name) => database(name).collection('outbox').countDocuments()));
      return { outboxes: outboxes.reduce((sum, count) => sum + count, 0), ...(await countMessages(amqpUrl)) };
    },
    close: () => client.close(),
  };
};

const readRecords = async (entity: Db, orgId: string): Promise<StoredRecord[]> => {
  const found = entity.collection<EntityDocument>('entity').find({ org_id: orgId } as never);
  return (await found.toArray()).map(({ _id, name, version, attributes }) => ({
    id: _id,
    name,
    version,
    counter: attributes.counter ?? 0,
  }));
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

const countMessages = async (amqpUrl: string): Promise<{ queues: number; parked: number }> => {
  const connection = await amqp.connect(amqpUrl);
  connection.on('error', () => {});
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    const counts = { queues: 0, parked: 0 };
    for (const queue of QUEUES) {
      counts.queues += (await channel.checkQueue(queue)).messageCount;
      counts.parked += (await channel.checkQueue(parkingQueueOf(queue))).messageCount;
    }
    return counts;
  } finally {
    await connection.close().catch(() => {});
  }
};
