import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { Collection, CollectionDefinition } from './collection.ts';

/** A step that changes stored data, run once for each database, in the order of the list. It must be repeatable. */
export type Migration = { id: string; up: (connection: Connection) => Promise<void> };

const NAMESPACE_EXISTS = 48;

const ensureCollection = async (
  connection: Connection,
  definition: CollectionDefinition<z.ZodObject>,
): Promise<void> => {
  const database = connection.getClient().db(connection.name);
  await database.createCollection(definition.name).catch((error: { code?: number }) => {
    if (error.code !== NAMESPACE_EXISTS) throw error;
  });
  if (definition.indexes.length === 0) return;
  await database.collection(definition.name).createIndexes(
    definition.indexes.map((index) => ({
      key: index.keys,
      ...(index.unique ? { unique: true } : {}),
      ...(index.expireAfterSeconds === undefined ? {} : { expireAfterSeconds: index.expireAfterSeconds }),
      ...(index.partial ? { partialFilterExpression: index.partial } : {}),
    })),
  );
};

/** Creates collections and indexes and runs the migrations that have not run. Safe when several replicas start at once. */
export const migrate = async (
  connection: Connection,
  definitions: readonly CollectionDefinition<z.ZodObject>[],
  work: { migrations: readonly Migration[]; done: Collection<{ _id: string; finished_at: Date }> },
): Promise<void> => {
  for (const definition of definitions) await ensureCollection(connection, definition);
  for (const migration of work.migrations) {
    if (await work.done.findOne({ _id: migration.id })) continue;
    await migration.up(connection);
    await work.done.model.updateOne({ _id: migration.id }, { $set: { finished_at: new Date() } }, { upsert: true });
  }
};
