import { randomUUID } from 'node:crypto';
import type { MongoClient } from 'mongodb';
import { type Measured, measureCalls, type Shape } from './load.ts';
import { recordOf } from './record.ts';

/** What the bare driver does with documents of the same size in a collection of its own. */
export type Floors = {
  insertOne(shape: Shape): Promise<Measured>;
  findOne(shape: Shape): Promise<Measured>;
  find25(shape: Shape): Promise<Measured>;
};

const documentOf = (index: number) => ({
  _id: randomUUID() as never,
  org_id: 'org_floor',
  deleted: false,
  ...recordOf(index),
  relationships: [],
  version: 1,
  created_at: new Date(),
  updated_at: new Date(),
  created_by: 'usr_floor',
});

/** Fills the floor's collection with so many documents, indexed for the reads that are compared. */
export const openFloors = async (client: MongoClient, count: number): Promise<Floors> => {
  const collection = client.db('bench_floor').collection('record', { writeConcern: { w: 'majority', j: true } });
  const written = client.db('bench_floor').collection('written', { writeConcern: { w: 'majority', j: true } });
  await collection.createIndex({ org_id: 1, deleted: 1, type: 1, created_at: -1, _id: -1 });
  const ids: string[] = [];
  for (let from = 0; from < count; from += 5_000) {
    const documents = Array.from({ length: 5_000 }, (_, offset) => documentOf(from + offset));
    await collection.insertMany(documents);
    ids.push(...documents.map(({ _id }) => _id));
  }
  let index = 0;
  const someId = () => ids[Math.floor(Math.random() * ids.length)] as never;
  const order = { created_at: -1, _id: -1 } as const;
  return {
    insertOne: (shape) => measureCalls(shape, () => written.insertOne(documentOf(index++))),
    findOne: (shape) => measureCalls(shape, () => collection.findOne({ _id: someId() })),
    find25: (shape) =>
      measureCalls(shape, () =>
        collection.find({ org_id: 'org_floor', deleted: false, type: 'supplier' }).sort(order).limit(25).toArray(),
      ),
  };
};
