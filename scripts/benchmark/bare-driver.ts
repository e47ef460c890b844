import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Collection, CollectionDefinition } from '@qsc/service-kit';
import { type Document, GridFSBucket, type MongoClient, type ObjectId } from 'mongodb';
import type { z } from 'zod';
import { inTurn } from './load.ts';
import { toRecord } from './sample/record.ts';

/** The database of a service in a mesh that the benchmark starts. */
export const databaseName = (service: string): string => `qsc_${service}`;

/** What floors write, they write as durably as the services. */
export const DURABLE = { writeConcern: { w: 'majority', journal: true } } as const;
export const FLOOR_DATABASE = 'bench_floor';

const toDocument = (index: number) => ({
  _id: randomUUID() as never,
  org_id: 'org_floor',
  deleted: false,
  ...toRecord(index),
  relationships: [],
  version: 1,
  created_at: new Date(),
  updated_at: new Date(),
  created_by: 'usr_floor',
});

const BATCH = 5_000;

/** What the bare driver does with documents of the size of entities: one insert, one read by id, one list of 25. */
export const openEntityFloors = async (client: MongoClient, count: number) => {
  const collection = client.db(FLOOR_DATABASE).collection('record', DURABLE);
  const written = client.db(FLOOR_DATABASE).collection('written', DURABLE);
  await collection.createIndex({ org_id: 1, deleted: 1, type: 1, created_at: -1, _id: -1 });
  const ids: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const documents = Array.from({ length: BATCH }, (_, offset) => toDocument(from + offset));
    await collection.insertMany(documents);
    ids.push(...documents.map(({ _id }) => _id));
  }
  let index = 0;
  const page = { org_id: 'org_floor', deleted: false, type: 'supplier' };
  return {
    insertOne: () => written.insertOne(toDocument(index++)),
    findOne: () => collection.findOne({ _id: ids[Math.floor(Math.random() * ids.length)] as never }),
    find25: () => collection.find(page).sort({ created_at: -1, _id: -1 }).limit(25).toArray(),
  };
};

const CHUNK_BYTES = 512 * 1024;
const FILES = 8;

/** The same bytes in GridFS, in chunks as the file store has them, with one wait for the journal at the end. */
export const openFileFloors = async (client: MongoClient, file: Buffer) => {
  const database = client.db(FLOOR_DATABASE);
  const options = { bucketName: 'file', chunkSizeBytes: CHUNK_BYTES, writeConcern: { w: 1 } };
  const bucket = new GridFSBucket(database, options);
  const upload = async (): Promise<ObjectId> => {
    const stream = bucket.openUploadStream('certificate.pdf');
    stream.end(file);
    await finished(stream);
    const named = { $set: { filename: stream.filename } };
    await database.collection('file.files').updateOne({ _id: stream.id }, named, DURABLE);
    return stream.id;
  };
  const next = inTurn(await Promise.all(Array.from({ length: FILES }, upload)));
  const download = async (): Promise<void> => {
    const stream = bucket.openDownloadStream(next());
    stream.resume();
    await once(stream, 'end');
  };
  return { upload, download };
};

type Definition = CollectionDefinition<z.ZodObject>;
type Options = { without?: readonly string[] } & Record<string, unknown>;

const excluded = (fields: readonly string[] = []) => Object.fromEntries(fields.map((field) => [field, 0]));

/**
 * A service's collection as its queries see it, but on the bare driver: a floor asks MongoDB exactly what the service asks,
 * without the service.
 */
export const bareCollection = <Row extends { _id: string }, FilterOnly extends string = never>(
  client: MongoClient,
  service: string,
  definition: Definition,
): Collection<Row, FilterOnly> => {
  const stored = client.db(databaseName(service)).collection<Document & { _id: string }>(definition.name);
  const hidden = excluded(definition.filterOnly);
  const reads = {
    definition,
    model: { aggregate: (stages: Document[]) => stored.aggregate(stages).toArray() },
    findOne: (filter: object) => stored.findOne(filter, { projection: hidden }),
    find: (filter: object, { without, ...page }: Options = {}) =>
      stored.find(filter, { ...page, projection: { ...hidden, ...excluded(without) } }).toArray(),
    count: (filter: object, options: object = {}) => stored.countDocuments(filter, options),
  };
  return reads as unknown as Collection<Row, FilterOnly>;
};
