import mongoose, { type Connection } from 'mongoose';

mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', true);
mongoose.set('autoIndex', false);
mongoose.set('autoCreate', false);

/**
 * Opens a service's own database. Writes are acknowledged by the majority and in the journal; reads see only what cannot
 * be rolled back. Throws when the server does not answer within ten seconds.
 */
export const openDatabase = async (uri: string, name: string, monitorCommands = false): Promise<Connection> =>
  mongoose
    .createConnection(uri, {
      dbName: name,
      appName: name,
      serverSelectionTimeoutMS: 10_000,
      maxPoolSize: 50,
      monitorCommands,
      ignoreUndefined: true,
      readConcern: { level: 'majority' },
      writeConcern: { w: 'majority', j: true, wtimeoutMS: 10_000 },
    })
    .asPromise();
