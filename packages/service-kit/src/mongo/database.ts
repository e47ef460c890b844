import mongoose, { type Connection } from 'mongoose';

mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', true);
mongoose.set('autoIndex', false);
mongoose.set('autoCreate', false);

/** The most connections of a process to one server of MongoDB. */
export const POOL_LIMIT = 50;

/**
 * Opens a service's own database; `asPromise` tells when it is there, and throws when the server does not answer within ten
 * seconds. Writes are acknowledged by the majority and in the journal; reads see only what cannot be rolled back.
 */
export const openDatabase = (uri: string, name: string, monitorCommands = false): Connection =>
  mongoose.createConnection(uri, {
    dbName: name,
    appName: name,
    serverSelectionTimeoutMS: 10_000,
    maxPoolSize: POOL_LIMIT,
    monitorCommands,
    ignoreUndefined: true,
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', j: true, wtimeoutMS: 10_000 },
  });

/** Closes it at any moment: mongoose alone would wait for the end of an attempt to connect. */
export const closeDatabase = async (connection: Connection): Promise<void> => {
  await connection.getClient()?.close();
  await connection.close();
};
