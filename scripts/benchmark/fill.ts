import type { Db, Document, MongoClient } from 'mongodb';
import pLimit from 'p-limit';
import type { Say } from '../runtime/command-line.ts';
import { makeClient, type Target, until } from './api.ts';
import { toRecord } from './sample/record.ts';

/** A mesh that runs, and what it is filled by. */
export type Seeding = {
  target: Target;
  client: MongoClient;
  demo: { org_id: string; quality_api_key: string; users: { role: string; password: string }[] };
  /** How many entities and suppliers, how many audit entries, and how long each row is measured. */
  entities: number;
  auditEntries: number;
  seconds: number;
  say: Say;
};

/** Runs so many, some at the same time, each with its index. */
export const times = <Made>(count: number, make: (index: number) => Promise<Made>, atOnce = 8): Promise<Made[]> =>
  pLimit(atOnce).map(
    Array.from({ length: count }, (_, index) => index),
    make,
  );

const BULK = 500;

/** Creates entities by bulk requests, so many at a time, and answers their ids. */
export const createEntities = async (
  target: Target,
  {
    count,
    recordAt = toRecord,
    atOnce = 2,
  }: { count: number; recordAt?: (index: number) => Record<string, unknown>; atOnce?: number },
): Promise<string[]> => {
  const create = (batch: number) => {
    const from = batch * BULK;
    const entities = Array.from({ length: Math.min(BULK, count - from) }, (_, offset) => recordAt(from + offset));
    return makeClient(target).entities.createMany({ entities });
  };
  return (await times(Math.ceil(count / BULK), create, atOnce)).flat().map(({ id }) => id ?? '');
};

/** Resolves when the audit log holds an entry of the entity, with how long that took in milliseconds. */
export const untilAudited = async (target: Target, entityId: string): Promise<number> => {
  const began = performance.now();
  const entries = makeClient(target).auditLogs.list({ entity_id: entityId, per_page: 1 });
  await until(`an audit entry of ${entityId}`, async () => (await entries.page(1)).data.length > 0, 0);
  return performance.now() - began;
};

const FILL_BATCH = 2_000;

/** Writes so many rows straight to a collection of a service. Its indexes are built when all are there, which is faster. */
export const fillCollection = async (
  database: Db,
  name: string,
  { count, rowAt }: { count: number; rowAt: (index: number) => { _id: string } },
): Promise<void> => {
  const rows = database.collection<Document & { _id: string }>(name);
  const indexes = (await rows.indexes()).filter((index) => index.name !== '_id_');
  await rows.dropIndexes();
  for (let from = 0; from < count; from += FILL_BATCH)
    await rows.insertMany(
      Array.from({ length: Math.min(FILL_BATCH, count - from) }, (_, offset) => rowAt(from + offset)),
      { writeConcern: { w: 1 } },
    );
  await rows.createIndexes(indexes.map(({ v: _version, ...index }) => index));
};
