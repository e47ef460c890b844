import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { DATABASES, type DatabaseName } from '../mesh/drill-plan.ts';
import { countMessages } from '../mesh/queues.ts';
import { readStored } from './reading.ts';
import type { Stored } from './stored.ts';

/** What is still under way. `unheard`: lost queues for which a service has yet to send its events again. */
export type UnderWay = { outboxes: number; queues: number; parked: number; unheard: number };

/** MongoDB and RabbitMQ, looked at past the services. */
export type Stores = {
  stored(orgId: string): Promise<Stored>;
  countEntries(orgId: string): Promise<number>;
  /** How many audit entries, rows of read models and ends of extractions are yet to come. */
  countMissing(orgId: string): Promise<number>;
  /** The version of a record in the drill's read model, 0 when it has none. */
  projectedVersion(id: string): Promise<number>;
  /** Which events entity's outbox does not hold as unconfirmed. */
  taken(eventIds: readonly string[]): Promise<string[]>;
  underWay(): Promise<UnderWay>;
  close(): Promise<void>;
};

type Options = { mongodbUri: string; amqpUrl: string; prefix: (name: DatabaseName) => string };
type DatabaseOf = (name: DatabaseName) => Db;

/** Opens both for looking. */
export const openStores = ({ mongodbUri, amqpUrl, prefix }: Options): Stores => {
  const client = new MongoClient(mongodbUri, { readConcernLevel: 'majority', serverSelectionTimeoutMS: 20_000 });
  const databaseOf: DatabaseOf = (name) => client.db(`${prefix(name)}${name}`);
  return {
    stored: (orgId) => readStored(databaseOf, orgId),
    countEntries: (orgId) => countEntries(databaseOf, orgId),
    countMissing: (orgId) => countMissing(databaseOf, orgId),
    projectedVersion: async (id) => {
      const views = databaseOf('projector').collection<{ _id: string; version: number }>('entity_view');
      return (await views.findOne({ _id: id }))?.version ?? 0;
    },
    taken: async (eventIds) => {
      const outbox = databaseOf('entity').collection<{ _id: string }>('outbox');
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
    close: () => client.close(),
  };
};

const countEntries = (databaseOf: DatabaseOf, orgId: string): Promise<number> =>
  databaseOf('audit').collection('audit_entry').countDocuments({ org_id: orgId });

const countMissing = async (databaseOf: DatabaseOf, orgId: string): Promise<number> => {
  const certificates = databaseOf('certificate');
  const [ofRecords, ofCertificates, entered, unread, ...stale] = await Promise.all([
    databaseOf('entity').collection('entity_history').countDocuments({ org_id: orgId }),
    certificates.collection('certificate_history').countDocuments({ org_id: orgId }),
    countEntries(databaseOf, orgId),
    certificates.collection('certificate').countDocuments({ org_id: orgId, 'extraction.status': { $in: UNREAD } }),
    countStale(databaseOf('entity'), databaseOf('projector').collection('entity_view'), { org_id: orgId }),
    countStale(databaseOf('entity'), databaseOf('supplier').collection('supplier'), {
      org_id: orgId,
      type: 'supplier',
    }),
  ]);
  return Math.max(ofRecords + ofCertificates - entered, 0) + unread + stale.reduce((sum, count) => sum + count, 0);
};

const UNREAD = ['pending', 'processing'];

type Versioned = { _id: string; version: number };

/** How many records of these a read model has in another version, or not at all. */
const countStale = async (entity: Db, rows: Collection, filter: Document): Promise<number> => {
  const versionsIn = async (collection: Collection) => {
    const found = await collection.find<Versioned>(filter, { projection: { version: 1 } }).toArray();
    return new Map(found.map(({ _id, version }) => [_id, version]));
  };
  const [records, projected] = await Promise.all([versionsIn(entity.collection('entity')), versionsIn(rows)]);
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
