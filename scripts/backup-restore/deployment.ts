import { MongoClient } from 'mongodb';
import { type FileBucket, fileStoreEnvironment, openFileBucket } from '../../packages/file-store/src/index.ts';
import { Advice } from '../runtime/command-line.ts';
import { listDatabases, makeAdmin } from '../runtime/database-access.ts';
import { mongodbUri } from '../runtime/mongo.ts';
import { dataPaths } from '../runtime/paths.ts';
import { infrastructurePorts } from '../runtime/ports.ts';
import { readJson } from '../runtime/private-file.ts';
import { SERVICES } from '../runtime/processes.ts';
import type { Secrets } from '../runtime/secrets.ts';
import type { Settings } from '../runtime/settings.ts';
import { readVariables } from './settings-kept.ts';

const CONNECT_MS = 10_000;

/** The bucket of files that the settings name; null where files are in the databases. Throws `Advice` for a missing setting. */
export const openBucket = ({ variables }: Pick<Settings, 'variables'>): Promise<FileBucket | null> =>
  openFileBucket(readVariables(fileStoreEnvironment, variables)).catch((error: Error) => {
    throw new Advice(error.message);
  });

/** The databases of the services, without their prefix. */
export const DATABASES: readonly string[] = listDatabases(
  SERVICES.filter(({ keepsData }) => keepsData).map(({ name }) => name),
);

/** The address of the MongoDB that runs: that of the environment, or the one of `scripts/up`. Throws `Advice` for none. */
export const runningMongodb = (settings: Settings): string => {
  if (settings.mongodbUri !== null) return settings.mongodbUri;
  const secrets = readJson<Secrets>(dataPaths(settings.dataDir).secrets);
  if (secrets === null)
    throw new Advice(`There is no mesh in ${settings.dataDir}. Start one by ./scripts/up, or set MONGODB_URI.`);
  return mongodbUri(infrastructurePorts(settings.portBase).mongodb, makeAdmin(secrets));
};

/** Runs the work with a connection to MongoDB whose writes are durable. Throws `Advice` where nobody answers. */
export const withClient = async <Result>(
  uri: string,
  work: (client: MongoClient) => Promise<Result>,
): Promise<Result> => {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: CONNECT_MS,
    writeConcern: { w: 'majority', journal: true },
  });
  try {
    await client.connect().catch((error: Error) => {
      throw new Advice(`MongoDB does not answer: ${error.message}`);
    });
    return await work(client);
  } finally {
    await client.close();
  }
};
