import type { Connection } from 'mongoose';

/**
 * The collections with an index by which the database removes documents automatically; missing ones have none. Only a user who
 * may create indexes can have created one.
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
