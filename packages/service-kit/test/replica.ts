import { z } from 'zod';
import { makeOutgoing } from '../src/kit.ts';
import { makeLog } from '../src/log.ts';
import { defineCollection, openCollection } from '../src/mongo/collection.ts';
import { closeDatabase, openDatabase } from '../src/mongo/database.ts';
import { makeMigrations } from '../src/mongo/migrate.ts';
import { migrationDefinition, outboxDefinition } from '../src/mongo/system-collections.ts';
import { dueQueueDefinition, makeDueQueue } from '../src/schedule/due-queue.ts';
import { leaseDefinition, makeLeases } from '../src/schedule/lease.ts';

/** What scheduled work leaves in these tests: a row for each time that it was done. */
export const deedDefinition = defineCollection({
  name: 'deed',
  shape: z.object({ _id: z.string(), org_id: z.string(), by: z.string(), version: z.number().int() }),
  indexes: [],
});

const queueDefinition = dueQueueDefinition('due_deed');

export const LEASE_MS = 60_000;
/** Renewals go by real time, and what they compare by the clock of the test. */
export const RENEW_EVERY_MS = 20;

export type Replica = Awaited<ReturnType<typeof openReplica>>;

/** One of several replicas of a service that does scheduled work, with a connection of its own to the same database. */
export const openReplica = async (uri: string, database: string, clock: () => Date) => {
  const connection = await openDatabase(uri, database).asPromise();
  const definitions = [deedDefinition, queueDefinition, leaseDefinition, outboxDefinition, migrationDefinition];
  const done = openCollection(connection, migrationDefinition);
  await makeMigrations(connection, definitions, { migrations: [], done }).run();
  const log = makeLog('replica', 'error');
  const rows = openCollection(connection, queueDefinition);
  return {
    connection,
    log,
    clock,
    unitOfWork: makeOutgoing(connection, { log, clock }).unitOfWork,
    deeds: openCollection(connection, deedDefinition),
    rows,
    queue: makeDueQueue({ rows, payload: z.object({ deed: z.string() }), clock, leaseMs: LEASE_MS }),
    leases: makeLeases({
      rows: openCollection(connection, leaseDefinition),
      clock,
      leaseMs: LEASE_MS,
      renewEveryMs: RENEW_EVERY_MS,
    }),
    close: () => closeDatabase(connection),
  };
};
