import { type Db, type Document, type MongoClient, MongoServerError, type Timestamp } from 'mongodb';
import { Advice } from '../runtime/command-line.ts';
import type { ArchivedCollection } from './archive/manifest.ts';

type Layout = Pick<ArchivedCollection, 'name' | 'options' | 'indexes'>;

/** All databases as they were at one moment, however long they are read. */
export type Snapshot = {
  at: Timestamp;
  /** For how many seconds MongoDB keeps the moment readable; null where it does not tell this user. */
  windowSeconds: number | null;
  /** The collections that there were before the moment, by the name of their database. */
  layouts: ReadonlyMap<string, Layout[]>;
  /** The documents of a collection as BSON, in the order of `_id`. Throws `Advice` when the moment is too long ago. */
  documents(database: string, collection: string): AsyncIterable<Buffer>;
};

const BATCH = 1000;

/** Begins a snapshot of the databases. Throws `Advice` where MongoDB cannot give one. */
export const openSnapshot = async (client: MongoClient, databases: readonly string[]): Promise<Snapshot> => {
  // A collection that comes after the moment cannot be read at it, so these are looked up first.
  const layouts = new Map<string, Layout[]>();
  for (const name of databases) layouts.set(name, await readLayout(client.db(name)));
  const { at, windowSeconds } = await toMoment(client.db('admin'));
  for (const [name, before] of layouts) await requireNoneNew(client.db(name), before);
  return {
    at,
    windowSeconds,
    layouts,
    async *documents(database, collection) {
      const command = {
        find: collection,
        sort: { _id: 1 },
        hint: { _id: 1 },
        batchSize: BATCH,
        readConcern: { level: 'snapshot', atClusterTime: at },
      };
      try {
        const cursor = client.db(database).runCursorCommand(command, { raw: true });
        for await (const document of cursor) yield document as unknown as Buffer;
      } catch (error) {
        throw findAdvice(error) ?? error;
      }
    },
  };
};

/** Throws `Advice` where a collection has come since: whether it was there at the moment, nobody knows. */
const requireNoneNew = async (database: Db, before: readonly Layout[]): Promise<void> => {
  const known = new Set(before.map(({ name }) => name));
  if ((await ownCollections(database)).some(({ name }) => !known.has(name))) throw new Advice(IN_MAKING);
};

const ownCollections = async (database: Db) => {
  const found = await database.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
  return found.filter(({ name }) => !name.startsWith('system.'));
};

/** What a collection is made of beside its documents. */
const readLayout = async (database: Db): Promise<Layout[]> => {
  const own = (await ownCollections(database)).sort((one, other) => (one.name < other.name ? -1 : 1));
  return Promise.all(
    own.map(async ({ name, options = {} }) => ({ name, options, indexes: await readIndexes(database, name) })),
  );
};

/** The indexes of a collection but that of `_id`, as they would be made again. */
export const readIndexes = async (database: Db, collection: string): Promise<Layout['indexes']> => {
  const indexes = await database.collection(collection).indexes();
  return indexes
    .filter(({ name }) => name !== '_id_')
    .map(({ v: _version, ns: _namespace, ...index }) => index as Layout['indexes'][number]);
};

const toMoment = async (admin: Db): Promise<Pick<Snapshot, 'at' | 'windowSeconds'>> => {
  const read = { aggregate: 1, pipeline: [{ $documents: [{}] }], cursor: {}, readConcern: { level: 'snapshot' } };
  const { cursor } = await admin.command(read).catch((error: unknown) => {
    throw new Advice(`MongoDB gives no snapshot; it has to be a replica set of MongoDB 6 or newer. It says: ${error}`);
  });
  const window = await admin.command({ getParameter: 1, [WINDOW]: 1 }).catch((): Document => ({}));
  return { at: cursor.atClusterTime, windowSeconds: window[WINDOW] ?? null };
};

const WINDOW = 'minSnapshotHistoryWindowInSeconds';
const TOO_OLD = 239;
const UNAVAILABLE = 246;
const IN_MAKING = 'Collections or indexes were being made at that moment. Try again when no program starts again.';

const findAdvice = (error: unknown): Advice | null => {
  if (!(error instanceof MongoServerError)) return null;
  if (error.code === UNAVAILABLE) return new Advice(IN_MAKING);
  if (error.code !== TOO_OLD) return null;
  return new Advice(
    'MongoDB did not keep the moment readable for as long as the backup took. Raise that time and try again:\n' +
      `  db.adminCommand({ setParameter: 1, ${WINDOW}: 3600 })`,
  );
};
