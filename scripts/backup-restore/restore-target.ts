import { BSON, type MongoClient } from 'mongodb';
import type { FileBucket } from '../../packages/file-store/src/index.ts';
import { Advice } from '../runtime/command-line.ts';
import type { Manifest } from './archive/manifest.ts';
import type { Part, Taking } from './archive/read-archive.ts';
import { makeTally } from './archive/record.ts';
import { readIndexes } from './snapshot.ts';

/** The databases that an archive is restored into: `prefix` + name, of one MongoDB. */
export type RestoreTarget = {
  client: MongoClient;
  prefix: string;
  /** Where its files go; null for nowhere. */
  bucket: FileBucket | null;
};

const BATCH = { documents: 1000, bytes: 8 * 1024 * 1024 } as const;

/** Values stay as they are in BSON, so that what is written is byte for byte what was read. */
const AS_IT_IS = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

const toLabel = (database: string, collection: string): string => `${database}.${collection}`;

/** Throws `Advice` where one of the databases holds anything: what is there is never overwritten or mixed. */
export const requireEmpty = async ({ client, prefix }: RestoreTarget, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const found = await client.db(`${prefix}${name}`).listCollections({}, { nameOnly: true }).toArray();
    if (found.length === 0) continue;
    throw new Advice(
      `The database ${prefix}${name} is not empty, so nothing was restored. Restore into an empty MongoDB, or under another ` +
        'MONGODB_DATABASE_PREFIX. With the MongoDB of ./scripts/up: stop it (./scripts/down) and move its data directory away.',
    );
  }
};

/** Writes the documents of an archive into collections that it makes. A stop throws its reason. */
export const writeInto = (
  { client, prefix }: RestoreTarget,
  { databases }: Manifest,
  stopped: AbortSignal,
): ((place: Extract<Part, { kind: 'collection' }>) => Taking) => {
  const optionsByLabel = new Map(
    databases.flatMap((one) => one.collections.map(({ name, options }) => [toLabel(one.name, name), options] as const)),
  );
  return ({ database, name }) => {
    const db = client.db(`${prefix}${database}`);
    let made = false;
    let batch: BSON.Document[] = [];
    let bytes = 0;
    const flush = async () => {
      stopped.throwIfAborted();
      if (!made) await db.createCollection(name, optionsByLabel.get(toLabel(database, name)) ?? {});
      made = true;
      if (batch.length > 0) await db.collection(name).insertMany(batch, { forceServerObjectId: true });
      batch = [];
      bytes = 0;
    };
    return {
      async add(document) {
        batch.push(BSON.deserialize(document, AS_IT_IS));
        bytes += document.length;
        if (batch.length >= BATCH.documents || bytes >= BATCH.bytes) await flush();
      },
      end: flush,
    };
  };
};

/** The collections that do not hold, document by document, what the manifest says. */
export const differingCollections = async (
  { client, prefix }: RestoreTarget,
  { databases }: Manifest,
): Promise<string[]> => {
  const differing: string[] = [];
  for (const { name: database, collections } of databases)
    for (const { name, documents, sha256 } of collections) {
      const tally = makeTally();
      const stored = client.db(`${prefix}${database}`).collection(name);
      const all = stored.find({}, { raw: true, sort: { _id: 1 }, hint: { _id: 1 } });
      for await (const document of all) tally.add(document as unknown as Buffer);
      const found = tally.end();
      if (found.parts !== documents || found.sha256 !== sha256) differing.push(toLabel(database, name));
    }
  return differing;
};

/**
 * What counts from the restore and not from the moment of the backup. Every event that was confirmed is sent again: the broker
 * may have had it without its consumers, and begins with nothing. Consumers know by their inbox what they have done, and callers
 * who repeat a request by its idempotency key; both stay known for as long as if it had been today.
 */
const RESUMED: Readonly<Record<string, (now: Date) => [filter: BSON.Document, change: BSON.Document]>> = {
  outbox: (now) => [{ confirmed_at: { $exists: true } }, { $set: { claimed_until: now }, $unset: { confirmed_at: 1 } }],
  inbox: (now) => [{}, { $set: { received_at: now } }],
  idempotency: (now) => [{}, { $set: { created_at: now } }],
};

/** Prepares the databases for programs that go on with them; `outbox` is how many events are sent again. */
export const resumeEvents = async ({ client, prefix }: RestoreTarget, names: readonly string[]): Promise<number> => {
  const now = new Date();
  let resent = 0;
  for (const name of names)
    for (const [collection, getChange] of Object.entries(RESUMED)) {
      const [filter, change] = getChange(now);
      const { modifiedCount } = await client.db(`${prefix}${name}`).collection(collection).updateMany(filter, change);
      if (collection === 'outbox') resent += modifiedCount;
    }
  return resent;
};

/** Makes the indexes of the manifest and looks whether they are there. The last step: some of them let documents expire. */
export const buildIndexes = async ({ client, prefix }: RestoreTarget, { databases }: Manifest): Promise<number> => {
  let built = 0;
  for (const { name: database, collections } of databases)
    for (const { name, indexes } of collections) {
      if (indexes.length === 0) continue;
      const db = client.db(`${prefix}${database}`);
      await db.command({ createIndexes: name, indexes });
      const names = (await readIndexes(db, name)).map((index) => index.name);
      const missing = indexes.find((index) => !names.includes(index.name));
      if (missing) throw new Error(`The index ${missing.name} of ${toLabel(database, name)} was not made.`);
      built += indexes.length;
    }
  return built;
};

/** Takes back what a restore that failed has written into databases that were empty. */
export const takeBack = async ({ client, prefix }: RestoreTarget, names: readonly string[]): Promise<void> => {
  for (const name of names) await client.db(`${prefix}${name}`).dropDatabase();
};
