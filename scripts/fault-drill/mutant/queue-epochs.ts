import { MongoClient } from 'mongodb';

/**
 * Copies what a service knows of the epochs of queues from one database to another. Without it a service with a new database
 * would take every queue for one that was declared anew, and send its events again.
 */
export const carryEpochs = async (mongodbUri: string, from: string, to: string): Promise<void> => {
  const client = new MongoClient(mongodbUri);
  try {
    const epochsOf = (database: string) => client.db(database).collection('queue_epoch');
    const known = await epochsOf(from).find().toArray();
    await epochsOf(to).deleteMany({});
    if (known.length > 0) await epochsOf(to).insertMany(known);
  } finally {
    await client.close();
  }
};
