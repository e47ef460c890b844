import {
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { type Kit, type RunningService, startService } from '@qsc/service-kit';
import { dropDatabases, startStandInIdentity, testEnvironment, testServiceConfig } from '@qsc/test-kit';
import { EMBEDDED_FILES, type FileStore, fileCollections, openFileStore } from '../src/index.ts';
import { type S3Server, startS3Server } from './s3-server.ts';

/** A file store in a real service, and a look at its place past it. */
export type Setting = {
  kit: Kit;
  store: FileStore;
  clock: { now: Date };
  /** How many keys there are, unfinished uploads counted too. */
  countBytes(): Promise<number>;
  countMarks(): Promise<number>;
  /** Puts other bytes in the place of a file's, as one who has the storage could. */
  tamper(orgId: string, fileId: string, bytes: Buffer): Promise<void>;
  /** Takes the bytes away. */
  lose(orgId: string, fileId: string): Promise<void>;
  stop(): Promise<void>;
};

type Place = Pick<Setting, 'countBytes' | 'tamper' | 'lose'>;

const startKit = async (clock: { now: Date }) => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  let kit: Kit | undefined;
  const service: RunningService = await startService({
    name: 'files',
    config: testServiceConfig(environment, identity),
    collections: [...fileCollections],
    clock: () => clock.now,
    compose(composed) {
      kit = composed;
      return { routes: [] };
    },
  });
  if (!kit) throw new Error('the service was not composed');
  const stop = async () => {
    await service.stop();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  };
  return { kit, stop };
};

const gridFsPlace = ({ connection }: Kit): Place => {
  const database = connection.getClient().db(connection.name);
  const files = database.collection<{ _id: string }>('file.files');
  const chunks = database.collection<{ files_id: string; data: Buffer }>('file.chunks');
  return {
    countBytes: async () => (await files.countDocuments()) + (await chunks.distinct('files_id')).length,
    async tamper(orgId, fileId, bytes) {
      await chunks.updateOne({ files_id: `${orgId}/${fileId}`, n: 0 } as never, { $set: { data: bytes } });
    },
    async lose(orgId, fileId) {
      await chunks.deleteOne({ files_id: `${orgId}/${fileId}` });
    },
  };
};

const s3Place = ({ client, settings: { bucket: Bucket, prefix } }: S3Server): Place => ({
  async countBytes() {
    const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    return KeyCount + Uploads.length;
  },
  async tamper(orgId, fileId, Body) {
    await client.send(new PutObjectCommand({ Bucket, Key: `${prefix}${orgId}/${fileId}`, Body }));
  },
  async lose(orgId, fileId) {
    await client.send(new DeleteObjectCommand({ Bucket, Key: `${prefix}${orgId}/${fileId}` }));
  },
});

const toConfig = ({ settings: { endpoint, bucket, prefix, credentials } }: S3Server) => ({
  ...EMBEDDED_FILES,
  FILE_STORE: 's3' as const,
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_PREFIX: prefix,
  S3_ACCESS_KEY_ID: credentials?.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
});

/** Starts a store at the place; null where there is no such place on this machine. */
export const startSetting = async (where: 'gridfs' | 's3'): Promise<Setting | null> => {
  const server = where === 's3' ? await startS3Server() : null;
  if (where === 's3' && !server) return null;
  const clock = { now: new Date('2026-03-02T09:30:00Z') };
  const { kit, stop } = await startKit(clock);
  const store = await openFileStore(server ? toConfig(server) : EMBEDDED_FILES, kit);
  return {
    kit,
    store,
    clock,
    ...(server ? s3Place(server) : gridFsPlace(kit)),
    countMarks: () => kit.connection.collection('file_mark').countDocuments(),
    async stop() {
      store.close();
      await stop();
      await server?.stop();
    },
  };
};
