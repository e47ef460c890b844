import mongoose, { type Connection } from 'mongoose';
import { StartFault } from '../start-fault.ts';

mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', true);
mongoose.set('autoIndex', false);
mongoose.set('autoCreate', false);

/** The most connections of a process to one server of MongoDB. */
export const POOL_LIMIT = 50;

/** Mongoose would tell what is wrong with an address only once it is connected to. */
const requireAddress = (uri: string): void => {
  try {
    new mongoose.mongo.MongoClient(uri);
  } catch (error) {
    throw new StartFault(`MONGODB_URI cannot be used: ${(error as Error).message}.`);
  }
};

/**
 * Opens a service's own database; `asPromise` tells when it is there, and throws when the server does not answer within ten
 * seconds. Throws a `StartFault` about an address that is none. Writes are acknowledged by the majority and in the journal;
 * reads see only what cannot be rolled back.
 */
export const openDatabase = (uri: string, name: string, monitorCommands = false): Connection => {
  requireAddress(uri);
  return mongoose.createConnection(uri, {
    dbName: name,
    appName: name,
    serverSelectionTimeoutMS: 10_000,
    // A server whose machine hangs or is gone is given up after 10 to 15 seconds. Until then what it was asked keeps all later
    // commits waiting, though there may be a new primary.
    connectTimeoutMS: 10_000,
    heartbeatFrequencyMS: 5_000,
    maxPoolSize: POOL_LIMIT,
    monitorCommands,
    ignoreUndefined: true,
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', j: true, wtimeoutMS: 10_000 },
  });
};

/** Closes it at any moment: mongoose alone would wait for the end of an attempt to connect. */
export const closeDatabase = async (connection: Connection): Promise<void> => {
  await connection.getClient()?.close();
  await connection.close();
};
