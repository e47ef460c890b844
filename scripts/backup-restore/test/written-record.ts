import { createHash } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { indexDescriptions } from '@qsc/service-kit';
import type { ClientSession, Document, MongoClient } from 'mongodb';
import { entryDefinition, type StoredEntry, toStored } from '../../../services/audit/src/entry/entry.store.ts';
import { EMPTY_CHAIN, entryAfter, type Head } from '../../../services/audit/src/entry/entry.ts';
import { factsAt } from '../../benchmark/sample/audit-record.ts';

const MANY = 1_000;
/** Of so many a transaction has more than one entry in the oplog, which holds 16 MiB each. */
const LARGE = { count: 18, bytes: 1024 * 1024 };

type Entity = { _id: string; org_id: string; name: string; version: number; content?: Buffer };

/** Writes records of an organisation as services do: state and event in one transaction, and an entry in its log. */
export type WrittenRecords = {
  orgId: string;
  prepare(): Promise<void>;
  /** A new record; its id. */
  create(name: string): Promise<string>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Many large records in one transaction. */
  createLarge(): Promise<void>;
  /** How many entries the log has. */
  entries(): number;
};

export const writeRecords = (client: MongoClient): WrittenRecords => {
  const orgId = newId('organization');
  const entities = client.db('qsc_entity').collection<Entity>('entity');
  const outbox = client.db('qsc_entity').collection<Document & { _id: string }>('outbox');
  const log = client.db('qsc_audit').collection<StoredEntry>(entryDefinition.name);
  let head: Head = EMPTY_CHAIN;

  const act = async (change: (session: ClientSession) => Promise<unknown>): Promise<void> => {
    const eventId = newId('event');
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await change(session);
        await outbox.insertOne({ _id: eventId, org_id: orgId, confirmed_at: new Date() }, { session });
      }),
    );
    const action = { eventId, orgId, time: new Date(), facts: factsAt(head.sequence, MANY) };
    const entry = entryAfter(head, action, new Date());
    await log.insertOne(toStored(entry));
    head = entry;
  };

  return {
    orgId,
    async prepare() {
      await log.createIndexes(indexDescriptions(entryDefinition.indexes));
      await entities.createIndex({ org_id: 1, name: 1 }, { unique: true });
      await outbox.createIndex({ confirmed_at: 1 }, { expireAfterSeconds: 86_400 });
    },
    async create(name) {
      const _id = newId('entity');
      await act((session) => entities.insertOne({ _id, org_id: orgId, name, version: 1 }, { session }));
      return _id;
    },
    rename: (_id, name) =>
      act((session) => entities.updateOne({ _id }, { $set: { name }, $inc: { version: 1 } }, { session })),
    remove: (_id) => act((session) => entities.deleteOne({ _id }, { session })),
    createLarge: () =>
      act((session) => {
        const large = Array.from({ length: LARGE.count }, (_, index) => {
          const record = { _id: newId('entity'), org_id: orgId, name: `large ${index}`, version: 1 };
          return { ...record, content: Buffer.alloc(LARGE.bytes, index) };
        });
        return entities.insertMany(large, { session });
      }),
    entries: () => head.sequence,
  };
};

/** What every collection of the mesh holds, by a hash over its documents byte for byte, and its indexes. */
export const readStored = async (client: MongoClient): Promise<Record<string, object>> => {
  const state: Record<string, object> = {};
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const database of databases.filter(({ name }) => name.startsWith('qsc_')).map(({ name }) => client.db(name)))
    for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
      const collection = database.collection(name);
      const hash = createHash('sha256');
      let documents = 0;
      for await (const document of collection.find({}, { raw: true, sort: { _id: 1 } })) {
        hash.update(document as unknown as Buffer);
        documents += 1;
      }
      const indexes = (await collection.indexes()).sort((one, other) =>
        String(one.name).localeCompare(String(other.name)),
      );
      state[`${database.databaseName}.${name}`] = { documents, hash: hash.digest('hex'), indexes };
    }
  return state;
};
