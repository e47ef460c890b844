import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { AppError } from '@qsc/service-kit';
import { expect } from 'chai';
import { EMBEDDED_FILES, type LockedBucket, openLockedBucket } from '../src/index.ts';
import { type S3Server, startS3Server } from './s3-server.ts';

describe('texts in a bucket with object lock', () => {
  let server: S3Server;
  let locked: LockedBucket;

  before(async function () {
    const started = await startS3Server({ objectLock: true });
    // Only where there is no S3 server to be had, which it prints.
    if (!started) return this.skip();
    server = started;
    locked = await open(server);
  });
  after(async () => {
    locked?.close();
    await server?.stop();
  });

  const open = ({ settings: { endpoint, bucket, prefix, credentials } }: S3Server): Promise<LockedBucket> =>
    openLockedBucket(
      {
        ...EMBEDDED_FILES,
        S3_ENDPOINT: endpoint,
        S3_PREFIX: prefix,
        S3_ACCESS_KEY_ID: credentials?.accessKeyId,
        S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
      },
      { bucket, rule: { mode: 'COMPLIANCE', days: 30 }, clock: () => new Date() },
    );

  const at = (key: string) => ({ Bucket: server.settings.bucket, Key: `${server.settings.prefix}${key}` });

  it('are kept, read and listed in the order of their keys', async () => {
    await locked.storeLocked('a/2', 'two');
    await locked.storeLocked('a/1', 'one');
    await locked.storeLocked('b/1', 'other');
    expect(await locked.read('a/2')).to.equal('two');
    expect(await locked.read('a/9')).to.equal(null);
    expect(await locked.firstKeys('a/', 10)).to.deep.equal(['a/1', 'a/2']);
    expect(await locked.firstKeys('a/', 1)).to.deep.equal(['a/1']);
    expect(await locked.firstKeys('none/', 5)).to.deep.equal([]);
    await locked.storeLocked('c/x/1', 'one');
    await locked.storeLocked('c/x/2', 'two');
    await locked.storeLocked('c/y/1', 'other');
    expect(await locked.folders('c/')).to.deep.equal(['x', 'y']);
    expect(await locked.folders('none/')).to.deep.equal([]);
  });

  it('stay as they were when one of the same key is kept again', async () => {
    await locked.storeLocked('once', 'first');
    await locked.storeLocked('once', 'second');
    expect(await locked.read('once')).to.equal('first');
  });

  it('cannot be removed before their time is over', async () => {
    await locked.storeLocked('held', 'text');
    const { Versions = [] } = await server.client.send(
      new ListObjectVersionsCommand({ Bucket: at('held').Bucket, Prefix: at('held').Key }),
    );
    const remove = new DeleteObjectCommand({ ...at('held'), VersionId: Versions[0]?.VersionId });
    const refused = await server.client.send(remove).then(
      () => null,
      (error: Error) => error.name,
    );
    expect(refused).to.equal('AccessDenied');
    expect(await locked.read('held')).to.equal('text');
  });

  it('say that the store is away where it is', async () => {
    const away = await open({ ...server, settings: { ...server.settings, endpoint: 'http://127.0.0.1:1' } });
    const error = await away.firstKeys('a/', 1).catch((reason: unknown) => reason);
    expect((error as AppError).code).to.equal('service_unavailable');
    away.close();
  });
});
