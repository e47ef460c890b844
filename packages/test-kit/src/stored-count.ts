import mongoose from 'mongoose';

/** How many documents a collection holds, for what no API shows, such as files that nothing refers to. */
export const countStored = async (
  mongodbUri: string,
  { database, collection }: { database: string; collection: string },
): Promise<number> => {
  const connection = await mongoose.createConnection(mongodbUri).asPromise();
  try {
    return await connection.getClient().db(database).collection(collection).countDocuments();
  } finally {
    await connection.close();
  }
};
