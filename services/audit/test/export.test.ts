import { createHash } from 'node:crypto';
import { canonicalJson, openDetachedJws } from '@qsc/service-kit';
import { expect } from 'chai';
import { makeActEvent, newOrg } from './audit-fixture.ts';
import { type ExportFixture, startExports } from './export-fixture.ts';

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

const SIGNED = { required: true, signed: true, signature_id: 'sig_1', meaning: 'approved' };

/** Six entries, a minute apart. */
const SIX = [
  { time: at(1), action: 'create', entity_type: 'supplier', changes: {} },
  { time: at(2), action: 'update', entity_type: 'supplier' },
  { time: at(3), action: 'create', entity_type: 'product', changes: {} },
  { time: at(4), action: 'sign', entity_type: 'product', signature: SIGNED, changes: {} },
  { time: at(5), action: 'delete', entity_type: 'supplier', changes: {} },
  { time: at(6), action: 'login', entity_type: 'user', changes: {} },
] as const;

/** The cells of a csv, whose texts here hold neither quotes nor line ends. */
const parseCells = (csv: Buffer): Record<string, string>[] => {
  const [head = [], ...rows] = csv
    .toString()
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
};

const readEntries = (file: Buffer) => JSON.parse(String(file));

describe('exports of the audit log', () => {
  let audit: ExportFixture;

  before(async () => {
    audit = await startExports();
    await audit.startWorker();
  });
  after(() => audit.stop());

  const file = async (org: string, request: Record<string, unknown>): Promise<Buffer> => {
    const { job_id } = await audit.ask(org, request);
    const { status, download_url } = await audit.ended(org, job_id);
    expect(status).to.equal('completed');
    return (await audit.take(org, download_url)).bytes;
  };

  const sequences = async (org: string, request: Record<string, unknown>): Promise<number[]> =>
    readEntries(await file(org, request)).map(({ sequence }: { sequence: number }) => sequence);

  it('are jobs that are accepted, then complete, with the file, its checksum and its signature', async () => {
    const org = newOrg();
    await audit.fill(org, SIX);
    const request = { format: 'csv', from: at(1), to: at(6), include_signatures: true };
    const created = await audit.api(org).post('/audit-logs/export', request);
    expect([created.status, created.headers.get('location')]).to.deep.equal([
      202,
      `/v1/audit-logs/export/${created.body.data.job_id}`,
    ]);
    expect(created.body.data).to.deep.include({
      status: 'processing',
      format: 'csv',
      parameters: {
        from: at(1),
        to: at(6),
        entity_types: [],
        actions: [],
        include_signatures: true,
        include_raw_data: false,
      },
      estimated_records: 6,
      download_url: null,
      signature_url: null,
      checksum: null,
      file_size_bytes: null,
      completed_at: null,
      expires_at: null,
      error: null,
    });
    const job = await audit.ended(org, created.body.data.job_id);
    const { bytes, headers } = await audit.take(org, job.download_url);
    const checksum = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    expect(job).to.include({ status: 'completed', records_exported: 6, file_size_bytes: bytes.length, checksum });
    expect(job.job_id).to.match(/^export_/);
    expect(Date.parse(String(job.expires_at)) - Date.parse(String(job.completed_at))).to.equal(7 * 86_400_000);
    expect(headers.get('etag')).to.equal(`"${checksum}"`);
    expect(headers.get('content-type')).to.match(/^text\/csv/);
    expect(headers.get('content-disposition')).to.include(`${job.job_id}.csv`);
    const signature = await audit.take(org, job.signature_url);
    expect(signature.headers.get('content-type')).to.equal('application/jose');
    const { data: key } = (await audit.api(org).get('/audit-logs/checkpoint-key')).body;
    const jws = signature.bytes.toString();
    expect(jws).to.match(/^[\w-]+\.\.[\w-]+$/);
    expect(openDetachedJws({ jws, payload: bytes.toString() }, 'audit-export+jws', [key]).valid).to.equal(true);
    expect((await audit.take(org, job.download_url, { range: 'bytes=3-9' })).bytes).to.deep.equal(
      bytes.subarray(3, 10),
    );
  });

  it('in csv have a row for each entry in the order of the chain, with the requested columns', async () => {
    const org = newOrg();
    const entries = await audit.fill(org, SIX);
    const plain = parseCells(await file(org, { format: 'csv' }));
    expect(plain.map(({ sequence }) => Number(sequence))).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(plain[0]).to.include({
      id: entries[0]!.id,
      timestamp: at(1),
      action: 'create',
      entity_type: 'supplier',
      user_name: 'Ann',
      ip_address: '192.0.2.7',
    });
    expect(plain[0]).to.not.have.any.keys('signature_id', 'hash', 'entry', 'changes');
    const signed = parseCells(await file(org, { format: 'csv', include_signatures: true }));
    expect(signed[3]).to.include({
      signature_required: 'true',
      signature_signed: 'true',
      signature_id: 'sig_1',
      signature_meaning: 'approved',
    });
    const [head] = String(await file(org, { format: 'csv', include_raw_data: true })).split('\r\n');
    expect(head!.split(',').slice(-4)).to.deep.equal(['changes', 'previous_hash', 'hash', 'entry']);
  });

  it('in json are one array with one entry a line: the canonical one where raw data is requested', async () => {
    const org = newOrg();
    const entries = await audit.fill(org, SIX);
    const raw = String(await file(org, { include_raw_data: true }));
    expect(raw).to.equal(`[\n${entries.map((entry) => canonicalJson(entry)).join(',\n')}\n]\n`);
    expect(String(await file(newOrg(), {}))).to.equal('[\n]\n');
    const lines = readEntries(await file(org, {}));
    const { hash: _h, previous_hash: _p, changes: _c, signature: _s, org_id: _o, event_id: _e, ...shown } = entries[1]!;
    expect(lines[1]).to.deep.equal(shown);
    expect(readEntries(await file(org, { include_signatures: true }))[3].signature).to.deep.equal(SIGNED);
  });

  it('hold the entries of the period, both ends included, that fit all filters', async () => {
    const org = newOrg();
    await audit.fill(org, SIX);
    expect(await sequences(org, {})).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(await sequences(org, { from: at(2), to: at(4) })).to.deep.equal([2, 3, 4]);
    expect(await sequences(org, { from: '2026-03-01', to: '2026-03-01' })).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(await sequences(org, { from: '2026-03-02', to: '2026-03-02' })).to.deep.equal([]);
    expect(await sequences(org, { entity_types: ['product', 'user'] })).to.deep.equal([3, 4, 6]);
    expect(await sequences(org, { actions: ['create'] })).to.deep.equal([1, 3]);
    expect(
      await sequences(org, { entity_types: ['supplier'], actions: ['create', 'delete'], from: at(2) }),
    ).to.deep.equal([5]);
    expect(await sequences(org, { to: at(59), entity_types: [], actions: [] })).to.have.length(6);
  });

  const GOOD = { format: 'csv', from: at(1), to: at(6) };
  const REFUSED: [string, Record<string, unknown>, string][] = [
    ['another format', { ...GOOD, format: 'xlsx' }, 'format'],
    ['no format', { ...GOOD, format: undefined }, 'format'],
    ['no beginning', { ...GOOD, from: undefined }, 'from'],
    ['no end', { ...GOOD, to: undefined }, 'to'],
    ['an end before the beginning', { ...GOOD, to: at(0) }, 'to'],
    ['what is no date', { ...GOOD, from: '2026-02-30' }, 'from'],
    ['an unknown action', { ...GOOD, actions: ['create', 'destroy'] }, 'actions.1'],
    ['an unknown kind of record', { ...GOOD, entity_types: ['supplier', 'devation'] }, 'entity_types.1'],
    ['a list that is none', { ...GOOD, actions: 'create' }, 'actions'],
    ['a flag that is none', { ...GOOD, include_raw_data: 'yes' }, 'include_raw_data'],
    ['a misspelt member', { ...GOOD, entity_type: ['supplier'] }, 'entity_type'],
  ];
  for (const [what, request, field] of REFUSED)
    it(`refuse ${what}`, async () => {
      const { status, body } = await audit.api(newOrg()).post('/audit-logs/export', request);
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
      expect(body.error.details.fields[0].field).to.equal(field);
    });

  it('have one entry of their own for the request, and none for reading and downloading', async () => {
    const org = newOrg();
    const headers = { 'idempotency-key': 'once' };
    const request = { format: 'csv', from: at(1), to: at(6), actions: ['create'] };
    const api = audit.api(org);
    const created = await api.post('/audit-logs/export', request, { headers });
    const again = await api.post('/audit-logs/export', request, { headers });
    expect(again.body).to.deep.equal(created.body);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    const { job_id } = created.body.data;
    const job = await audit.ended(org, job_id);
    await audit.take(org, job.download_url);
    await audit.take(org, job.signature_url);
    // What is recorded after it shows that nothing came between.
    await audit.publish(makeActEvent(org, { entity_name: 'the next' }));
    await audit.recorded(org, 2);
    const { data } = (await audit.api(org).get('/audit-logs?sort=timestamp')).body;
    expect(data).to.have.length(2);
    const [entry] = data.filter(({ action }: { action: string }) => action === 'export');
    expect(entry).to.include({ entity_type: 'audit_export', entity_id: job_id });
    expect(entry.metadata.details).to.deep.include({ format: 'csv', from: at(1), to: at(6), actions: ['create'] });
  });

  it('are shown to nobody of another organisation, nor without the scope', async () => {
    const org = newOrg();
    const { job_id } = await audit.ask(org);
    await audit.ended(org, job_id);
    const paths = ['', '/download', '/download/signature'].map((path) => `/audit-logs/export/${job_id}${path}`);
    const weak = audit.identity.token({ orgId: org, scopes: ['entities:read'] });
    for (const path of paths) {
      expect((await audit.api(newOrg()).get(path)).status, path).to.equal(404);
      expect((await audit.api(org).as(weak).get(path)).status, path).to.equal(403);
      expect((await audit.api(org).as(null).get(path)).status, path).to.equal(401);
    }
    expect((await audit.api(newOrg()).delete(paths[0]!)).status).to.equal(404);
    expect((await audit.api(org).as(weak).post('/audit-logs/export', GOOD)).status).to.equal(403);
    expect((await audit.api(org).as(weak).delete(paths[0]!)).status).to.equal(403);
  });

  it('can be cancelled only before they have ended', async () => {
    const org = newOrg();
    const { job_id } = await audit.ask(org);
    await audit.ended(org, job_id);
    const cancel = (headers = {}) => audit.api(org).delete(`/audit-logs/export/${job_id}`, { headers });
    const { status, body } = await cancel();
    expect([status, body.error.code]).to.deep.equal([409, 'invalid_transition']);
    expect((await cancel({ 'If-Match': '"1"' })).status).to.equal(412);
    expect((await audit.job(org, job_id)).status).to.equal('completed');
  });

  it('show an entry that was made unreadable, and do not fail for it', async () => {
    const org = newOrg();
    await audit.fill(org, SIX);
    await audit.entries.model.collection.updateOne({ org_id: org, sequence: 2 }, { $set: { changes: 'no JSON' } });
    for (const format of ['csv', 'json', 'pdf']) {
      const { job_id } = await audit.ask(org, { to: at(59), format, include_raw_data: true });
      expect(await audit.ended(org, job_id)).to.include({ status: 'completed', records_exported: 6 });
    }
    expect(await sequences(org, { to: at(59), include_raw_data: true })).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });

  it('have the log as of their request', async () => {
    const org = newOrg();
    await audit.fill(org, SIX);
    const { job_id } = await audit.ask(org);
    await audit.publish(makeActEvent(org));
    await audit.recorded(org, 8);
    expect((await audit.ended(org, job_id)).records_exported).to.equal(6);
  });
});
