import type { mongo } from 'mongoose';
import { type Change, DuplicateKey, VersionConflict } from './change.ts';

type Operation = mongo.AnyBulkWriteOperation<mongo.Document & { _id: string }>;

const DUPLICATE_KEY = 11_000;

type Write = Exclude<Change, { op: 'require-none' }>;

const isWrite = (change: Change): change is Write => change.op !== 'require-none';

const operationOf = (change: Write): Operation => {
  switch (change.op) {
    case 'insert':
      return {
        insertOne: {
          document: change.collection.definition.shape.parse(change.doc) as mongo.Document & { _id: string },
        },
      };
    case 'replace':
      return {
        replaceOne: {
          filter: { _id: change.id, version: change.expected },
          replacement: change.collection.definition.shape.parse(change.doc) as mongo.Document & { _id: string },
        },
      };
    case 'hold':
      return { updateOne: { filter: { ...change.filter, _id: change.id }, update: { $inc: { holds: 1 } } } };
    case 'remove':
      return {
        deleteOne: {
          filter: change.expected === null ? { _id: change.id } : { _id: change.id, version: change.expected },
        },
      };
  }
};

/** The driver keeps the index's name alone; by MongoDB's default it lists the fields with their order. */
const indexFields = (message: string): string[] => {
  const name = /index: (\S+)/.exec(message)?.[1] ?? '';
  return [...name.matchAll(/(.+?)_-?1(?:_|$)/g)].map(([, field = '']) => field);
};

const isDuplicate = (error: unknown): error is mongo.MongoBulkWriteError =>
  error instanceof Error && (error as { code?: unknown }).code === DUPLICATE_KEY;

const writeCollection = async (changes: readonly Write[], session: mongo.ClientSession): Promise<void> => {
  const [first] = changes;
  if (!first) return;
  const { name } = first.collection.definition;
  const native = first.collection.model.collection;
  const replaced = changes.filter((change) => change.op === 'replace' || change.op === 'hold').length;
  const removed = changes.filter((change) => change.op === 'remove' && change.expected !== null).length;
  try {
    const result = await native.bulkWrite(changes.map(operationOf) as never, { session, ordered: true });
    if (result.matchedCount < replaced || result.deletedCount < removed) throw new VersionConflict(name);
  } catch (error) {
    if (isDuplicate(error)) throw new DuplicateKey(name, indexFields(error.message));
    throw error;
  }
};

const requireNoneIn = async ({ collection, filter }: Change & { op: 'require-none' }, session: mongo.ClientSession) => {
  const found = await collection.model.collection.findOne(filter, {
    session: session as never,
    projection: { _id: 1 },
  });
  if (found) throw new VersionConflict(collection.definition.name);
};

/**
 * Writes the changes inside the session's transaction, one command for each collection.
 * Throws `VersionConflict` or `DuplicateKey`; the transaction is then the caller's to abort.
 */
export const writeChanges = async (changes: readonly Change[], session: mongo.ClientSession): Promise<void> => {
  const byCollection = Map.groupBy(changes.filter(isWrite), (change) => change.collection);
  for (const group of byCollection.values()) await writeCollection(group, session);
  for (const change of changes) if (!isWrite(change)) await requireNoneIn(change, session);
};
