import type { Db, Document } from 'mongodb';

const BATCH = 2_000;

/**
 * Writes so many rows straight to a collection of a service. Its indexes are built anew when all rows are there, which takes a
 * fraction of the time.
 */
export const fillCollection = async (
  database: Db,
  name: string,
  { count, rowAt }: { count: number; rowAt: (index: number) => { _id: string } },
): Promise<void> => {
  const rows = database.collection<Document & { _id: string }>(name);
  const indexes = (await rows.indexes()).filter((index) => index.name !== '_id_');
  await rows.dropIndexes();
  for (let from = 0; from < count; from += BATCH)
    await rows.insertMany(
      Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => rowAt(from + offset)),
      { writeConcern: { w: 1 } },
    );
  await rows.createIndexes(indexes.map(({ v: _version, ...index }) => index));
};
