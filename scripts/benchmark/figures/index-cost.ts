import type { Db, Document } from 'mongodb';
import { supplierRowDefinition } from '../../../services/supplier/src/read-model/supplier-row.ts';
import { type Measured, measureCalls, type Shape } from '../load.ts';
import { supplierRowAt } from '../sample/supplier-record.ts';

/** Rows a second that MongoDB takes with the indexes of the read model and without any. */
export type IndexCost = { indexes: number; with_per_second: number; without_per_second: number };

const SHAPE: Shape = { connections: 16, seconds: 2 };
const ROUNDS = 3;

const rate = (measured: readonly Measured[]): number =>
  measured.reduce((sum, { rps }) => sum + rps, 0) / measured.length;

/** Writes the same rows one by one to two collections in turn, one with the indexes of the read model. */
export const measureIndexCost = async (database: Db): Promise<IndexCost> => {
  const options = { writeConcern: { w: 'majority', j: true } } as const;
  const indexed = database.collection<Document & { _id: string }>('supplier_indexed', options);
  const bare = database.collection<Document & { _id: string }>('supplier_bare', options);
  for (const { keys } of supplierRowDefinition.indexes) await indexed.createIndex(keys);
  let index = 0;
  const now = new Date();
  const insert = (rows: typeof bare) =>
    measureCalls(SHAPE, () => rows.insertOne(supplierRowAt(index++, 'org_floor', now)));
  const measured: { indexed: Measured; bare: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    measured.push({ indexed: await insert(indexed), bare: await insert(bare) });
  return {
    indexes: supplierRowDefinition.indexes.length,
    with_per_second: rate(measured.map((round) => round.indexed)),
    without_per_second: rate(measured.map((round) => round.bare)),
  };
};
