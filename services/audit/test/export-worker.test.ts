import { once } from 'node:events';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { StoredEntry } from '../src/entry/entry.store.ts';
import { newOrg } from './audit-fixture.ts';
import { type Backstage, type ExportFixture, startExports } from './export-fixture.ts';

const DAY_MS = 86_400_000;

/** As many entries as come in two batches from the database. */
const MANY = 900;

const PART_BYTES = 512 * 1024;

describe('the work of exports', () => {
  /** It begins with the usual time, which a worker of another process has. */
  const time = { now: new Date() };
  let audit: ExportFixture;
  let backstage: Backstage;

  before(async () => {
    audit = await startExports(() => time.now);
    backstage = await audit.backstage();
  });
  after(() => audit.stop());

  const many = (org: string) => audit.fill(org, Array(MANY).fill({ time: '2026-05-01T10:00:00.000Z' }));
  const readError = async (org: string, path: string) => {
    const { status, body } = await audit.api(org).get(path);
    return [status, body.error?.code];
  };
  const stored = (name: string, org: string) =>
    audit.entries.model.db
      .collection(name)
      .countDocuments({ $or: [{ org_id: org }, { _id: new RegExp(org) as never }] });

  it('has no file before it is complete, nor after it was cancelled; the log has an entry of the cancellation', async () => {
    const org = newOrg();
    const { job_id } = await audit.ask(org);
    const path = `/audit-logs/export/${job_id}`;
    for (const part of ['/download', '/download/signature'])
      expect(await readError(org, `${path}${part}`)).to.deep.equal([409, 'export_not_ready']);
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await audit.api(org).delete(path)).status).to.equal(204);
    expect(await audit.job(org, job_id)).to.include({ status: 'cancelled', download_url: null });
    expect(await readError(org, `${path}/download`)).to.deep.equal([409, 'export_not_ready']);
    await audit.recorded(org, 2);
    const { data } = (await audit.api(org).get('/audit-logs?action=update')).body;
    expect(data).to.have.length(1);
    expect(data[0].changes).to.deep.equal({ status: { from: 'processing', to: 'cancelled' } });
    await backstage.worker().handle(backstage.task(org, job_id));
    expect((await audit.job(org, job_id)).status).to.equal('cancelled');
  });

  it('reports its progress, and ends when it is cancelled under way, with no file left', async () => {
    const org = newOrg();
    await many(org);
    const { job_id } = await audit.ask(org);
    let batches = 0;
    async function* watched(
      ...request: Parameters<typeof backstage.parts.entries.batches>
    ): AsyncGenerator<StoredEntry[]> {
      for await (const batch of backstage.parts.entries.batches(...request)) {
        batches += 1;
        if (batches === 2) {
          expect((await audit.job(org, job_id)).records_exported).to.be.within(1, MANY - 1);
          expect((await audit.api(org).delete(`/audit-logs/export/${job_id}`)).status).to.equal(204);
        }
        yield batch;
      }
    }
    const worker = backstage.worker({ entries: { ...backstage.parts.entries, batches: watched } });
    await worker.handle(backstage.task(org, job_id));
    expect(batches).to.equal(2);
    expect((await audit.job(org, job_id)).status).to.equal('cancelled');
    for (const name of ['file_mark', 'file.files']) expect(await stored(name, org), name).to.equal(0);
  });

  it('keeps no second file where a task comes twice', async () => {
    const org = newOrg();
    await audit.fill(org, [{}, {}]);
    const { job_id } = await audit.ask(org);
    const [one, other] = [backstage.worker(), backstage.worker()];
    const task = backstage.task(org, job_id);
    await Promise.all([one.handle(task), other.handle(task)]);
    expect(await audit.job(org, job_id)).to.include({ status: 'completed', records_exported: 2 });
    expect(await stored('file.files', org)).to.equal(1);
    expect(await stored('file_mark', org)).to.equal(0);
  });

  it('reads its file for the signature in parts of half a MiB, since what is fetched ahead stays in memory', async () => {
    const org = newOrg();
    await many(org);
    const { job_id } = await audit.ask(org, { include_raw_data: true });
    const ranges: { start: number; end: number }[] = [];
    const { files } = backstage.parts;
    const open: typeof files.open = (orgId, file, range) => {
      ranges.push(range ?? { start: 0, end: file.size_bytes - 1 });
      return files.open(orgId, file, range);
    };
    await backstage.worker({ files: { ...files, open } }).handle(backstage.task(org, job_id));
    const job = await audit.job(org, job_id);
    expect(job).to.include({ status: 'completed', records_exported: MANY });
    const ends = ranges.map(({ end }) => end + 1);
    expect(ranges.map(({ start }) => start)).to.deep.equal([0, ...ends.slice(0, -1)]);
    expect(ends.at(-1)).to.equal(job.file_size_bytes).and.to.be.above(PART_BYTES);
    for (const { start, end } of ranges) expect(end + 1 - start).to.be.at.most(PART_BYTES);
  });

  it('has failed where it fails again and again', async () => {
    const org = newOrg();
    const { job_id } = await audit.ask(org);
    await backstage.worker().giveUp(backstage.task(org, job_id));
    const job = await audit.job(org, job_id);
    expect(job).to.deep.include({ status: 'failed', download_url: null });
    expect(job.error).to.have.property('code', 'internal_error');
    expect(await readError(org, `/audit-logs/export/${job_id}/download`)).to.deep.equal([409, 'export_not_ready']);
  });

  it('is done by another worker when one is killed, and the incomplete file is deleted', async () => {
    const org = newOrg();
    await many(org);
    const first = await audit.startEndlessWorker();
    const started = once(first, 'message');
    const { job_id } = await audit.ask(org, { include_raw_data: true });
    await started;
    const killed = once(first, 'exit');
    first.kill('SIGKILL');
    await killed;
    expect((await audit.job(org, job_id)).status).to.equal('processing');
    expect(await stored('file_mark', org)).to.equal(1);
    await audit.startWorker();
    const job = await audit.ended(org, job_id);
    expect(job).to.include({ status: 'completed', records_exported: MANY });
    const { bytes } = await audit.take(org, job.download_url);
    expect(JSON.parse(bytes.toString())).to.have.length(MANY);
    time.now = new Date(time.now.getTime() + DAY_MS);
    await eventually('the half file is gone', async () => (await stored('file_mark', org)) === 0);
    expect(await stored('file.files', org)).to.equal(1);
    expect((await audit.take(org, job.download_url)).status).to.equal(200);
  });

  it('keeps a file for seven days, to the moment', async () => {
    const org = newOrg();
    await audit.startWorker();
    const { job_id } = await audit.ask(org);
    const job = await audit.ended(org, job_id);
    const end = Date.parse(String(job.expires_at));
    expect(end - Date.parse(String(job.completed_at))).to.equal(7 * DAY_MS);
    time.now = new Date(end - 1);
    expect((await audit.take(org, job.download_url)).status).to.equal(200);
    time.now = new Date(end);
    expect(await audit.job(org, job_id)).to.include({ status: 'expired', download_url: null, signature_url: null });
    for (const url of [job.download_url, job.signature_url])
      expect(await readError(org, url.replace('/v1', ''))).to.deep.equal([410, 'gone']);
    await eventually('the file is removed', async () => (await stored('file.files', org)) === 0);
    expect(await stored('file.chunks', org)).to.equal(0);
    const again = await audit.api(org).delete(`/audit-logs/export/${job_id}`);
    expect([again.status, again.body.error.details.current_state]).to.deep.equal([409, 'expired']);
  });
});
