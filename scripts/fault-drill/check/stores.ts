import { type Db, MongoClient } from 'mongodb';
import { DATABASES } from '../mesh/drill-plan.ts';
import { countMessages } from '../mesh/queues.ts';
import { countEntries, countMissing, countPending, countUnread } from './missing.ts';
import { type DatabaseOf, readStored } from './reading.ts';
import type { Stored } from './stored.ts';

/** What is still under way. `unsent`: lost queues for which a service has yet to send its events again. */
export type UnderWay = { outboxes: number; queues: number; parked: number; unsent: number };

/** MongoDB and RabbitMQ, reached past the services. */
export type Stores = {
  stored(orgId: string): Promise<Stored>;
  countEntries(orgId: string): Promise<number>;
  /** How many audit entries, rows of read models and deliveries are yet to come. */
  countMissing(orgId: string): Promise<number>;
  /** How many certificates have not been read to the end. */
  countUnread(orgId: string): Promise<number>;
  /** How many deliveries to webhooks have not ended. */
  countPending(orgId: string): Promise<number>;
  /** Which events entity's outbox does not hold as unconfirmed. */
  taken(eventIds: readonly string[]): Promise<string[]>;
  underWay(): Promise<UnderWay>;
  /** The migrations and indexes of the entities, and how many records have the field of the drill's next release. */
  release(): Promise<{ migrations: string[]; indexes: string[]; filled: number }>;
  close(): Promise<void>;
};

type Options = { mongodbUri: string; amqpUrl: string };

/** Opens both for looking. */
export const openStores = ({ mongodbUri, amqpUrl }: Options): Stores => {
  const client = new MongoClient(mongodbUri, { readConcernLevel: 'majority', serverSelectionTimeoutMS: 20_000 });
  const toDatabase: DatabaseOf = (name) => client.db(`qsc_${name}`);
  return {
    stored: (orgId) => readStored(toDatabase, orgId),
    countEntries: (orgId) => countEntries(toDatabase, orgId),
    countMissing: (orgId) => countMissing(toDatabase, orgId),
    countUnread: (orgId) => countUnread(toDatabase, orgId),
    countPending: (orgId) => countPending(toDatabase, orgId),
    taken: async (eventIds) => {
      // The mark of a confirmed event waits for no majority.
      const options = { readConcern: { level: 'local' } } as const;
      const outbox = toDatabase('entity').collection<{ _id: string }>('outbox', options);
      const open = await outbox.find({ _id: { $in: [...eventIds] }, confirmed_at: null } as never).toArray();
      const ids = new Set(open.map(({ _id }) => _id));
      return eventIds.filter((id) => !ids.has(id));
    },
    underWay: async () => {
      const outboxes = await Promise.all(
        DATABASES.map((name) => toDatabase(name).collection('outbox').countDocuments({ confirmed_at: null })),
      );
      const unsent = await countUnsent(DATABASES.map(toDatabase));
      return { outboxes: outboxes.reduce((sum, count) => sum + count, 0), unsent, ...(await countMessages(amqpUrl)) };
    },
    release: async () => {
      const database = toDatabase('entity');
      const entities = database.collection('entity');
      return {
        migrations: (await database.collection('migration').find().toArray()).map(({ _id }) => String(_id)),
        indexes: (await entities.indexes()).map(({ name }) => String(name)),
        filled: await entities.countDocuments({ generation: 1 }),
      };
    },
    close: () => client.close(),
  };
};

type IncarnationDocument = { _id: string; incarnation: string };

const countUnsent = async (databases: readonly Db[]): Promise<number> => {
  const read = async (database: Db) => {
    const rows = await database.collection<IncarnationDocument>('queue_incarnation').find().toArray();
    return new Map(rows.map(({ _id, incarnation }) => [_id, incarnation]));
  };
  const incarnations = await Promise.all(databases.map(read));
  const own = incarnations.flatMap((known) => [...known].filter(([id]) => !id.startsWith('sent/')));
  return incarnations.flatMap((known) =>
    own.filter(([queue, incarnation]) => known.get(`sent/${queue}`) !== incarnation),
  ).length;
};
