import { canonicalJson } from '@qsc/service-kit';
import { apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { nativeCollection } from '../src/entry/entry.store.ts';
import type { AuditEntry } from '../src/entry/entry.ts';
import { retentionRulesExample } from '../src/retention/retention.schemas.ts';
import { newOrg } from './audit-fixture.ts';
import { type ExportFixture, startExports } from './export-fixture.ts';
import { pdfPages } from './pdf-text.ts';

const LONG_AGO = { from: '2009-01-01', to: '2013-01-01' };

/** Ten acts of 2010, of two kinds and two actions. */
const OLD = Array.from({ length: 10 }, (_, index) => ({
  time: `2010-01-${10 + index}T08:00:00.000Z`,
  entity_id: `ent_old${index + 1}`,
  entity_type: index === 1 ? ('certificate' as const) : ('supplier' as const),
  action: index % 3 === 0 ? ('create' as const) : ('update' as const),
  metadata: { reason: 'Ä "b"', workflow_state: null, request_id: 'req_1', details: { row: index } },
}));

/** What neither the archive takes nor retention. */
const YOUNG = ['2025-05-01', '2026-01-01', '2026-01-02'].map((day) => ({ time: `${day}T08:00:00.000Z` }));

const SEGMENT_ENTRIES = 4;

describe('exports of entries that retention has removed', () => {
  let audit: ExportFixture;

  before(async () => {
    audit = await startExports();
    await audit.startWorker(SEGMENT_ENTRIES);
  });
  after(() => audit.stop());

  const removeOld = async (org: string, last = OLD.length): Promise<void> => {
    const admin = apiClient(`${audit.origin}/v1`, audit.identity.token({ orgId: org, role: 'system_admin' }));
    const policy = { ...retentionRulesExample, retention_period_years: 10, deletion_policy: 'after_retention' };
    expect((await admin.put('/audit-logs/retention', { ...policy, exceptions: [] })).status).to.equal(200);
    await eventually(
      'they are removed',
      async () =>
        (await nativeCollection(audit.entries).countDocuments({ org_id: org, sequence: { $lte: last } })) === 0,
    );
  };

  const filled = async (): Promise<{ org: string; entries: AuditEntry[] }> => {
    const org = newOrg();
    return { org, entries: await audit.fill(org, [...OLD, ...YOUNG]) };
  };

  const exported = async (org: string, request: Record<string, unknown>) => {
    const { job_id } = await audit.ask(org, request);
    const job = await audit.ended(org, job_id);
    expect(job.status, JSON.stringify(job)).to.equal('completed');
    return { job, bytes: (await audit.take(org, job.download_url)).bytes };
  };

  const readTexts = (org: string, requests: readonly Record<string, unknown>[]): Promise<string[]> =>
    Promise.all(requests.map(async (request) => (await exported(org, request)).bytes.toString('utf8')));

  it('are byte for byte what they were before, in every form and by every filter', async () => {
    const { org } = await filled();
    const period = { from: '2010-01-11T08:00:00Z', to: '2010-01-16T07:59:59Z' };
    const requests = [
      ...['csv', 'json'].flatMap((format) => [
        { ...LONG_AGO, format },
        { ...LONG_AGO, format, include_signatures: true },
        { ...LONG_AGO, format, include_raw_data: true },
      ]),
      { ...LONG_AGO, ...period },
      { ...LONG_AGO, entity_types: ['certificate'] },
      { ...LONG_AGO, actions: ['create'] },
      { ...LONG_AGO, entity_types: ['supplier'], actions: ['update'], ...period },
    ];
    const before = await readTexts(org, requests);
    await removeOld(org);
    expect(before[1]).to.have.length.greaterThan(1_000);
    expect(await readTexts(org, requests)).to.deep.equal(before);
  });

  it('join what is in the archive to what is in the database, in the order of the chain, and count all of it', async () => {
    const { org, entries } = await filled();
    await removeOld(org);
    const { job, bytes } = await exported(org, { ...LONG_AGO, to: '2026-01-02', include_raw_data: true });
    expect(bytes.toString()).to.equal(`[\n${entries.map((entry) => canonicalJson(entry)).join(',\n')}\n]\n`);
    expect(job).to.include({ records_exported: 13, estimated_records: 13 });
  });

  it('are in a pdf too', async () => {
    const { org } = await filled();
    await removeOld(org);
    const { bytes } = await exported(org, { ...LONG_AGO, format: 'pdf' });
    const text = (await pdfPages(bytes)).join(' ').replaceAll(' ', '');
    for (const { entity_id } of OLD) expect(text).to.contain(entity_id);
  });

  it('fail, and say which entries cannot be read, where the file is gone', async () => {
    const { org } = await filled();
    await removeOld(org);
    const { db } = audit.entries.model;
    const second = await db.collection('audit_segment').findOne({ org_id: org, first_sequence: 5 });
    await db.collection('file.chunks').deleteMany({ files_id: `${org}/${second?.file.file_id}` as never });
    const job = await audit.ended(org, (await audit.ask(org, LONG_AGO)).job_id);
    expect(job).to.include({ status: 'failed', download_url: null });
    expect((job.error as { message: string }).message).to.include('no. 5 to 8');
    const { bytes } = await exported(org, { from: '2015-01-01', to: '2026-01-02' });
    expect(JSON.parse(bytes.toString())).to.have.length(3);
  });

  /** Changes one byte of the archive at equal length, in the file of the segment that begins with this entry. */
  const alter = async (org: string, first_sequence: number, [from, to]: [string, string]): Promise<void> => {
    const { db } = audit.entries.model;
    const segment = await db.collection('audit_segment').findOne({ org_id: org, first_sequence });
    const chunks = db.collection<{ _id: unknown; data: { buffer: Uint8Array } }>('file.chunks');
    const ofFile = { files_id: `${org}/${segment?.file.file_id}` as never };
    const chunk = (await chunks.findOne(ofFile))!;
    const data = Buffer.from(chunk.data.buffer);
    const at = data.indexOf(from);
    expect(at, from).to.be.greaterThan(-1);
    expect(data.write(to, at)).to.equal(from.length);
    await chunks.updateOne({ _id: chunk._id as never }, { $set: { data: data as never } });
  };

  for (const [what, ...change] of [
    ['what an entry says', '"entity_id":"ent_old7"', '"entity_id":"ent_new7"'],
    ['the time of an act', '2010-01-16T08:00:00.000Z', '2010-01-16T09:00:00.000Z'],
  ] as const)
    it(`fail where ${what} was altered in the archive, at equal length`, async () => {
      const { org } = await filled();
      await removeOld(org);
      await alter(org, 5, change);
      const job = await audit.ended(org, (await audit.ask(org, LONG_AGO)).job_id);
      expect(job).to.include({ status: 'failed', download_url: null });
      expect((job.error as { message: string }).message).to.include('no. 5 to 8');
    });

  it('end where the log ended at their request, within a segment too', async () => {
    const { org } = await filled();
    await removeOld(org);
    const backstage = await audit.backstage();
    const request = { from: new Date(LONG_AGO.from), to: new Date(LONG_AGO.to), entity_types: [], actions: [] };
    const sequences: number[] = [];
    for await (const batch of backstage.parts.entries.batches(org, request, { lastSequence: 6, fields: [] }))
      sequences.push(...batch.map(({ sequence }) => sequence));
    expect(sequences).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });

  it('are restarted where entries are removed while they are read', async () => {
    const { org } = await filled();
    const backstage = await audit.backstage();
    const request = { from: new Date(LONG_AGO.from), to: new Date(LONG_AGO.to), entity_types: [], actions: [] };
    const batches = backstage.parts.entries.batches(org, request, { lastSequence: 13, fields: [] });
    expect((await batches.next()).value).to.have.length(10);
    await removeOld(org);
    const failure = await batches.next().then(() => null, String);
    expect(failure).to.contain('removed while they were exported');
  });
});
