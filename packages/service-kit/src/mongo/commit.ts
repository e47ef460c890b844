import type { mongo } from 'mongoose';
import { type Change, DuplicateKey, isDuplicateKey, VersionConflict } from './change.ts';

type Operation = mongo.AnyBulkWriteOperation<mongo.Document & { _id: string }>;

type Tally = Extract<Change, { op: 'tally' }>;
type RequireNone = Extract<Change, { op: 'require-none' }>;
type Write = Exclude<Change, Tally | RequireNone>;

const isWrite = (change: Change): change is Write => change.op !== 'require-none' && change.op !== 'tally';

const toOperation = (change: Write): Operation => {
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
          filter: { ...change.guard, _id: change.id, version: change.expected },
          replacement: change.collection.definition.shape.parse(change.doc) as mongo.Document & { _id: string },
        },
      };
    case 'put': {
      const doc = change.collection.definition.shape.parse(change.doc) as { version: number };
      const version = { $ifNull: [{ $add: ['$version', 1] }, doc.version] };
      const update = [{ $replaceWith: { $mergeObjects: [{ $literal: doc }, { version }] } }];
      return { updateOne: { filter: { _id: change.id }, update, upsert: true } };
    }
    case 'hold':
      return { updateOne: { filter: { ...change.filter, _id: change.id }, update: { $inc: { holds: 1 } } } };
    case 'remove':
      return { deleteOne: { filter: { ...change.guard, _id: change.id, version: change.expected } } };
  }
};

/** The driver keeps the index's name alone; by MongoDB's default it lists the fields with their order. */
const indexFields = (message: string): string[] => {
  const name = /index: (\S+)/.exec(message)?.[1] ?? '';
  return [...name.matchAll(/(.+?)_-?1(?:_|$)/g)].map(([, field = '']) => field);
};

const isDuplicate = (error: unknown): error is mongo.MongoBulkWriteError =>
  error instanceof Error && isDuplicateKey(error);

/** So few documents fit into one command, whatever they are made of: the driver need not measure and part them. */
const COMMAND_DOCUMENTS = 8;

type Insert = Extract<Change, { op: 'insert' }>;

type Refused = { code: number; errmsg: string; keyPattern?: Record<string, unknown> };

const insertAll = async (changes: readonly Insert[], session: mongo.ClientSession): Promise<void> => {
  const [first] = changes;
  if (!first) return;
  const { definition, model } = first.collection;
  const { name, shape } = definition;
  const database = model.db.getClient().db(model.db.name);
  const command = { insert: name, documents: changes.map(({ doc }) => shape.parse(doc)), ordered: true };
  const options = { session: session as never, ignoreUndefined: true };
  const { writeErrors = [] } = (await database.command(command, options)) as { writeErrors?: Refused[] };
  for (const fault of writeErrors)
    throw isDuplicateKey(fault) ? new DuplicateKey(name, Object.keys(fault.keyPattern ?? {})) : new Error(fault.errmsg);
};

const isInsert = (change: Write): change is Insert => change.op === 'insert';

const writeCollection = async (changes: readonly Write[], session: mongo.ClientSession): Promise<void> => {
  const [first] = changes;
  if (!first) return;
  if (changes.length <= COMMAND_DOCUMENTS && changes.every(isInsert)) return insertAll(changes, session);
  const { name } = first.collection.definition;
  const native = first.collection.model.collection;
  const replaced = changes.filter(({ op }) => op === 'replace' || op === 'hold' || op === 'put').length;
  const removed = changes.filter((change) => change.op === 'remove').length;
  try {
    const result = await native.bulkWrite(changes.map(toOperation) as never, { session, ordered: true });
    if (result.matchedCount + result.upsertedCount < replaced || result.deletedCount < removed)
      throw new VersionConflict(name);
  } catch (error) {
    if (isDuplicate(error)) throw new DuplicateKey(name, indexFields(error.message));
    throw error;
  }
};

const writeTallies = async (tallies: readonly Tally[], part: number, session: mongo.ClientSession): Promise<void> => {
  const [first] = tallies;
  const operations = [...Map.groupBy(tallies, ({ id }) => id)].flatMap(([id, same]) => {
    const count = same.reduce((sum, { by }) => sum + by, 0);
    const update = { $inc: { count }, $setOnInsert: { org_id: same[0]?.orgId, total: id } };
    return count === 0 ? [] : [{ updateOne: { filter: { _id: `${id}/${part}` }, update, upsert: true } }];
  });
  if (first && operations.length > 0)
    await first.collection.model.collection.bulkWrite(operations as never, { session: session as never });
};

const requireNoneIn = async ({ collection, filter }: RequireNone, session: mongo.ClientSession) => {
  const found = await collection.model.collection.findOne(filter, {
    session: session as never,
    projection: { _id: 1 },
  });
  if (found) throw new VersionConflict(collection.definition.name);
};

/**
 * Writes the changes inside the session's transaction, one command for each collection.
 * @param part the part of running totals that this transaction adds to.
 * Throws `VersionConflict` or `DuplicateKey`; the transaction is then the caller's to abort.
 */
export const writeChanges = async (
  changes: readonly Change[],
  part: number,
  session: mongo.ClientSession,
): Promise<void> => {
  const byCollection = Map.groupBy(changes.filter(isWrite), (change) => change.collection);
  for (const group of byCollection.values()) await writeCollection(group, session);
  for (const change of changes) if (change.op === 'require-none') await requireNoneIn(change, session);
  const tallies = changes.filter((change) => change.op === 'tally');
  for (const group of Map.groupBy(tallies, ({ collection }) => collection).values())
    await writeTallies(group, part, session);
};
