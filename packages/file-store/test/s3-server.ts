import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually } from '@qsc/test-kit';
import type { S3Settings } from '../src/config.ts';

/** A real S3 server of the test's own, with an empty bucket. */
export type S3Server = { settings: S3Settings; client: S3Client; stop(): Promise<void> };

const BUCKET = 'files';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

const makeFolders = (): Record<'root' | 'data' | 'about' | 'versions', string> => {
  const root = mkdtempSync(join(tmpdir(), 's3-'));
  const folders = { root, data: join(root, 'data'), about: join(root, 'about'), versions: join(root, 'versions') };
  for (const folder of [folders.data, folders.about, folders.versions]) mkdirSync(folder);
  return folders;
};

/** `objectLock`: the bucket keeps versions, and objects under locks. */
type Options = { objectLock?: boolean };

/** Starts it; null, with the reason printed, when there is none to be had. */
export const startS3Server = async ({ objectLock = false }: Options = {}): Promise<S3Server | null> => {
  const program = process.env.QSC_S3_SERVER;
  if (program === undefined) {
    console.log(
      '      the S3 store is not tested: there is no S3 server (./scripts/test builds one with --all or a PATTERN, where Go is installed)',
    );
    return null;
  }
  const [port, folders] = [await freePort(), makeFolders()];
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
  const [access, secret] = [credentials.accessKeyId, credentials.secretAccessKey];
  const parameters = ['--access', access, '--secret', secret, '--port', `127.0.0.1:${port}`, '--quiet'];
  const place = ['posix', '--sidecar', folders.about, '--versioning-dir', folders.versions, folders.data];
  const child = spawn(program, [...parameters, ...place], { stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  const settings = { endpoint, region: 'us-east-1', bucket: BUCKET, prefix: 'qsc/', pathStyle: true, credentials };
  const client = new S3Client({ endpoint, region: settings.region, forcePathStyle: true, credentials });
  await eventually('the S3 server answers', () =>
    client.send(new CreateBucketCommand({ Bucket: BUCKET, ObjectLockEnabledForBucket: objectLock })).then(
      () => true,
      () => false,
    ),
  );
  return {
    settings,
    client,
    async stop() {
      client.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(folders.root, { recursive: true });
    },
  };
};
