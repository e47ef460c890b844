import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import type { z } from 'zod';
import type { Log } from '../log.ts';
import { StartFault } from '../start-fault.ts';
import { type Collection, type CollectionDefinition, type Index, trusted } from './collection.ts';

/**
 * A step that changes stored data, run for each database in the order of the list until it is done once. It must be
 * repeatable, also by two replicas at the same time and beside requests to one that is up already.
 */
export type Migration = { id: string; up: (connection: Connection) => Promise<void> };

type Definitions = readonly CollectionDefinition<z.ZodObject>[];
type Done = Collection<{ _id: string; finished_at: Date }>;

export type Migrations = {
  /**
   * Creates collections and indexes, and runs the migrations that have not run. Safe when several replicas start at once. Throws `MigrationRefused` where something is undone that the program's user may not do.
   */
  run(): Promise<void>;
  /** Whether the database says that all of it was done. */
  areDone(): Promise<boolean>;
};

/** Another user of the database has to do what is undone. */
export class MigrationRefused extends StartFault {
  override name = 'MigrationRefused';

  constructor(database: string) {
    super(
      `The database ${database} lacks collections or indexes that the user of this program's MONGODB_URI may not make: run the service once with --migrate and the MONGODB_URI of the user for that (docs/operation.md, "Users of the database").`,
    );
  }
}

const LOOK_EVERY_MS = 250;
const UNAUTHORIZED = 13;
const NAMESPACE_EXISTS = 48;

const unless = (code: number) => (error: { code?: number }) => {
  if (error.code !== code) throw error;
};

/** Indexes as the driver's `createIndexes` takes them. */
export const indexDescriptions = (indexes: readonly Index[]): mongo.IndexDescription[] =>
  indexes.map(({ keys, unique, expireAfterSeconds, partial }) => ({
    key: keys,
    ...(unique ? { unique } : {}),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
    ...(partial ? { partialFilterExpression: partial } : {}),
  }));

const ensureCollection = async (
  connection: Connection,
  definition: CollectionDefinition<z.ZodObject>,
): Promise<void> => {
  const database = connection.getClient().db(connection.name);
  await database.createCollection(definition.name).catch(unless(NAMESPACE_EXISTS));
  const collection = database.collection(definition.name);
  if (definition.indexes.length > 0) await collection.createIndexes(indexDescriptions(definition.indexes));
};

const toIndexStep = (definitions: Definitions): string => {
  const declared = definitions.map(({ name, indexes }) => [name, indexes]);
  return `indexes/${createHash('sha256').update(JSON.stringify(declared)).digest('base64url').slice(0, 16)}`;
};

/** What must be true of a service's database before it takes requests. */
export const makeMigrations = (
  connection: Connection,
  definitions: Definitions,
  work: { migrations: readonly Migration[]; done: Done },
): Migrations => {
  const ensureIndexes = async () => {
    for (const definition of definitions) await ensureCollection(connection, definition);
  };
  const steps: Migration[] = [{ id: toIndexStep(definitions), up: ensureIndexes }, ...work.migrations];
  const finish = (id: string) =>
    work.done.model.updateOne({ _id: id }, { $set: { finished_at: new Date() } }, { upsert: true });

  return {
    async run() {
      for (const step of steps) {
        if (await work.done.findOne({ _id: step.id })) continue;
        await step.up(connection).catch((error: { code?: number }) => {
          throw error.code === UNAUTHORIZED ? new MigrationRefused(connection.name) : error;
        });
        await finish(step.id);
      }
    },
    areDone: async () => (await work.done.count({ _id: trusted({ $in: steps.map(({ id }) => id) }) })) === steps.length,
  };
};

/** Runs them. Where this program's user may not, says so and waits until another one has. */
export const runOrAwait = async (
  migrations: Migrations,
  { log, signal }: { log: Pick<Log, 'warn'>; signal: AbortSignal },
): Promise<void> => {
  try {
    return await migrations.run();
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error;
    log.warn('waiting for a migration', { reason: error.message });
  }
  while (!(await migrations.areDone())) await wait(LOOK_EVERY_MS, undefined, { signal });
};
