import { type Collection, type Db, MongoClient } from 'mongodb';
import { DATABASES, type DatabaseName } from '../mesh/drill-plan.ts';
import { countMessages } from '../mesh/queues.ts';
import { countPending, readTellable, type Tellable } from './delivery-reading.ts';
import { countEntries, countMissing, countUnread } from './missing.ts';
import type { StoredSync } from './partner-comparison.ts';
import { readLeaseToken, readSync } from './partner-reading.ts';
import { type DatabaseOf, readStored } from './reading.ts';
import type { Stored } from './stored.ts';

/** What is still under way. `unheard`: lost queues for which a service has yet to send its events again. */
export type UnderWay = { outboxes: number; queues: number; parked: number; unheard: number };

/** MongoDB and RabbitMQ, reached past the services. */
export type Stores = {
  stored(orgId: string): Promise<Stored>;
  countEntries(orgId: string): Promise<number>;
  /** How many audit entries, rows of read models and deliveries are yet to come. */
  countMissing(orgId: string): Promise<number>;
  /** The ids of the signatures that there are. */
  signatures(orgId: string): Promise<string[]>;
  /** How many certificates have not been read to the end. */
  countUnread(orgId: string): Promise<number>;
  /** How many deliveries to webhooks have not ended. */
  countPending(orgId: string): Promise<number>;
  /** The audit entries that webhooks are told of. */
  tellable(orgId: string): Promise<Tellable[]>;
  /** The links and records that synchronisations have made. */
  sync(orgId: string): Promise<StoredSync>;
  /** How often the lease of a connection was given. */
  leaseToken(connectionId: string): Promise<number>;
  /** The version of a record. */
  version(id: string): Promise<number>;
  /** The version of a record in the drill's read model, 0 when it has none. */
  projectedVersion(id: string): Promise<number>;
  /** Which events entity's outbox does not hold as unconfirmed. */
  taken(eventIds: readonly string[]): Promise<string[]>;
  underWay(): Promise<UnderWay>;
  /** The migrations and indexes of the entities, and how many records have the field of the drill's next release. */
  release(): Promise<{ migrations: string[]; indexes: string[]; filled: number }>;
  /** Has MongoDB write its journal down as seldom as it can by itself, until it is started again. */
  delayJournal(): Promise<void>;
  close(): Promise<void>;
};

type Options = { mongodbUri: string; amqpUrl: string; prefix: (name: DatabaseName) => string };

const LONGEST_JOURNAL_MS = 500;

/** Opens both for looking. */
export const openStores = ({ mongodbUri, amqpUrl, prefix }: Options): Stores => {
  const client = new MongoClient(mongodbUri, { readConcernLevel: 'majority', serverSelectionTimeoutMS: 20_000 });
  const databaseOf: DatabaseOf = (name) => client.db(`${prefix(name)}${name}`);
  return {
    stored: (orgId) => readStored(databaseOf, orgId),
    countEntries: (orgId) => countEntries(databaseOf, orgId),
    countMissing: (orgId) => countMissing(databaseOf, orgId),
    countUnread: (orgId) => countUnread(databaseOf, orgId),
    countPending: (orgId) => countPending(databaseOf, orgId),
    tellable: (orgId) => readTellable(databaseOf, orgId),
    signatures: (org_id) =>
      databaseOf('workflow')
        .collection('workflow_signature')
        .distinct('_id' as string, { org_id }),
    sync: (orgId) => readSync(databaseOf, orgId),
    leaseToken: (connectionId) => readLeaseToken(databaseOf, connectionId),
    version: (id) => readVersion(databaseOf('entity').collection('entity'), id),
    projectedVersion: (id) => readVersion(databaseOf('projector').collection('entity_view'), id),
    taken: async (eventIds) => {
      // The mark of a confirmed event waits for no majority.
      const options = { readConcern: { level: 'local' } } as const;
      const outbox = databaseOf('entity').collection<{ _id: string }>('outbox', options);
      const open = await outbox.find({ _id: { $in: [...eventIds] }, confirmed_at: null } as never).toArray();
      const ids = new Set(open.map(({ _id }) => _id));
      return eventIds.filter((id) => !ids.has(id));
    },
    underWay: async () => {
      const outboxes = await Promise.all(
        DATABASES.map((name) => databaseOf(name).collection('outbox').countDocuments({ confirmed_at: null })),
      );
      const unheard = await countUnheard(DATABASES.map(databaseOf));
      return { outboxes: outboxes.reduce((sum, count) => sum + count, 0), unheard, ...(await countMessages(amqpUrl)) };
    },
    release: async () => {
      const database = databaseOf('entity');
      const entities = database.collection('entity');
      return {
        migrations: (await database.collection('migration').find().toArray()).map(({ _id }) => String(_id)),
        indexes: (await entities.indexes()).map(({ name }) => String(name)),
        filled: await entities.countDocuments({ generation: 1 }),
      };
    },
    delayJournal: async () => {
      await client.db('admin').command({ setParameter: 1, journalCommitInterval: LONGEST_JOURNAL_MS });
    },
    close: () => client.close(),
  };
};

type Versioned = { _id: string; version: number };

const readVersion = async (rows: Collection<Versioned>, id: string): Promise<number> =>
  (await rows.findOne({ _id: id }))?.version ?? 0;

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
