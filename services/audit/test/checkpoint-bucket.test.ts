import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMBEDDED_FILES } from '@qsc/file-store';
import { type S3Server, startS3Server } from '@qsc/file-store/s3-server';
import { makeKeyRing } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeCheckpoints } from '../src/chain/checkpoint.ts';
import type { CheckpointArchive } from '../src/checkpoint/checkpoint-archive.ts';
import {
  type CheckpointArchiveConfig,
  NO_CHECKPOINT_ARCHIVE,
  openCheckpointArchive,
} from '../src/checkpoint/open-checkpoint-archive.ts';
import type { AuditConfig } from '../src/config.ts';
import { nativeCollection } from '../src/entry/entry.store.ts';
import { type AuditFixture, makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const now = (): Date => new Date();

describe('the place of checkpoints', () => {
  const root = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  after(() => rmSync(root, { recursive: true }));

  const opened = (given: Partial<CheckpointArchiveConfig>, use: 'read' | 'write' = 'read'): Promise<unknown> =>
    openCheckpointArchive({ ...EMBEDDED_FILES, ...NO_CHECKPOINT_ARCHIVE, ...given }, { use, clock: now }).catch(
      (reason: Error) => reason.message,
    );

  it('is one: a folder or a bucket', async () => {
    const both = { AUDIT_CHECKPOINT_DIRECTORY: '/tmp/c', AUDIT_CHECKPOINT_BUCKET: 'b' };
    expect(await opened(both)).to.include('not both');
    expect(await opened({})).to.equal(null);
  });

  it('is no file, nor below one: a start says which variable names it', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')])
      for (const use of ['read', 'write'] as const)
        expect(String(await opened({ AUDIT_CHECKPOINT_DIRECTORY: path }, use))).to.include(
          `AUDIT_CHECKPOINT_DIRECTORY is ${path}`,
        );
  });

  it('is made by who writes there, and may be missing for who reads', async () => {
    const folder = join(root, 'new', 'folder');
    expect(await opened({ AUDIT_CHECKPOINT_DIRECTORY: folder })).to.be.an('object');
    expect(existsSync(folder)).to.equal(false);
    expect(await opened({ AUDIT_CHECKPOINT_DIRECTORY: folder }, 'write')).to.be.an('object');
    expect(existsSync(folder)).to.equal(true);
  });
});

describe('checkpoints in a bucket with object lock', () => {
  let server: S3Server;
  let audit: AuditFixture;
  let checkpointArchive: CheckpointArchive;

  const toConfig = ({ settings: { endpoint, bucket, prefix, credentials } }: S3Server): Partial<AuditConfig> => ({
    S3_ENDPOINT: endpoint,
    S3_PREFIX: prefix,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
    AUDIT_CHECKPOINT_BUCKET: bucket,
    AUDIT_CHECKPOINT_LOCK_DAYS: 30,
  });

  before(async function () {
    const started = await startS3Server({ objectLock: true });
    // Only where there is no S3 server to be had, which it prints.
    if (!started) return this.skip();
    server = started;
    audit = await startAudit(toConfig(server));
    checkpointArchive = (await openCheckpointArchive(audit.config, { use: 'write', clock: now })) as CheckpointArchive;
    await audit.startWorker({ AUDIT_CHECKPOINT_ENTRIES: 1 });
  });
  after(async () => {
    checkpointArchive?.close();
    await audit?.stop();
    await server?.stop();
  });

  const verify = async (org: string) => (await audit.api(org).get('/audit-logs/verify')).body.data;
  const listSequences = async (org: string): Promise<number[]> => {
    const checkpoints = makeCheckpoints(makeKeyRing({ signingKey: audit.config.AUDIT_SIGNING_KEY }));
    return (await checkpointArchive.readNewest(org)).map((jws) => checkpoints.open(jws).sequence);
  };

  it('are found newest first, and show a chain whose end was cut off', async () => {
    const org = newOrg();
    for (const entries of [9, 10, 11]) {
      await audit.publish(...Array.from({ length: entries === 9 ? 9 : 1 }, () => makeActEvent(org)));
      await audit.recorded(org, entries);
      await eventually(`a checkpoint of entry ${entries}`, async () => (await listSequences(org))[0] === entries);
    }
    expect((await listSequences(org)).slice(0, 2)).to.deep.equal([11, 10]);
    expect(await verify(org)).to.include({ valid: true });
    await nativeCollection(audit.entries).deleteMany({ org_id: org, sequence: { $gt: 8 } });
    await audit.entries.model.db.collection('audit_checkpoint').deleteMany({ org_id: org });
    expect((await verify(org)).first_broken).to.include({ sequence: 9, reason: 'truncated' });
  });

  it('cannot be compared while the store is away, and the verification says so', async () => {
    const away = await startAudit({ ...toConfig(server), S3_ENDPOINT: 'http://127.0.0.1:1' });
    const { status, body } = await away.api(newOrg()).get('/audit-logs/verify');
    expect([status, body.error.code]).to.deep.equal([503, 'service_unavailable']);
    await away.stop();
  });
});
