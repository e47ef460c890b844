import type { Connection } from 'mongoose';

/**
 * Which of the collections have an index by which the database removes documents by itself; those that are not there have none.
 * Only who may make indexes can have made one.
 */
export const makeExpiring = (connection: Connection, collections: readonly string[]) => async (): Promise<string[]> => {
  const database = connection.getClient().db(connection.name);
  const there = await database.listCollections({ name: { $in: [...collections] } }, { nameOnly: true }).toArray();
  const looked = there.map(async ({ name }) => {
    const indexes = await database.collection(name).listIndexes().toArray();
    return indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined) ? [name] : [];
  });
  return (await Promise.all(looked)).flat();
};
