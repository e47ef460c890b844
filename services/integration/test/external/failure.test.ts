import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { ExternalRow } from './external-system.ts';
import { type Connected, seed, startSyncMesh, supplierMapping } from './sync-mesh.ts';

describe('a synchronisation that meets failures', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  const quick = { max_retries: 2, retry_delay_seconds: 0, exponential_backoff: false };
  const readParked = async ({ api, path }: Connected) => (await api.get(`${path}/parked`)).body.data;
  const rowsFail =
    (status: number, headers: Record<string, string> = {}) =>
    ({ path }: { path: string }) =>
      path === '/rows' ? { status, headers } : null;

  it('names a record that is refused, takes the others, and parks it until it changes there', async () => {
    const connected = await mesh.connect();
    seed(connected, 60);
    connected.external.put('S-00003', { name: 'No code' });
    const sync = await connected.sync();
    expect(sync).to.deep.include({ status: 'partial_success', records_succeeded: 59, records_failed: 1 });
    expect(sync.errors[0]).to.include({
      record_id: 'S-00003',
      error_code: 'validation_failed',
      field: 'attributes.supplier_code',
    });
    const [parked] = await readParked(connected);
    expect(parked).to.include({ record_id: 'S-00003', attempts: 1, sync_id: sync.sync_id });
    expect(await connected.sync()).to.include({ status: 'partial_success', records_attempted: 0 });
    connected.external.put('S-00003', { name: 'Supplier 3', code: 'S-00003' });
    await connected.sync();
    expect(await readParked(connected)).to.deep.equal([]);
    expect(await connected.supplier('S-00003')).to.include({ name: 'Supplier 3' });
    const notice = await mesh.tap.nextNotice(
      'the failure is notified of',
      ({ type, orgid }) => type === 'integration.sync.failed.v1' && orgid === connected.orgId,
    );
    expect(notice.data.record).to.include({ id: sync.sync_id, status: 'partial_success', records_failed: 1 });
  });

  it('takes a record that names another one once that is here, and leaves those whose other one is not', async () => {
    const connected = await mesh.connect();
    const { api, path, external } = connected;
    const of = (kind: string) => ({ filters: [{ field: 'kind', operator: 'eq', value: kind }] });
    const transformation = { type: 'entity_reference', entity_type: 'supplier' };
    const component = {
      entity_type: 'component',
      source_object: 'part',
      ...of('part'),
      field_mappings: [
        { source: 'name', target: 'name', required: true, transformation: null },
        { source: 'maker', target: 'attributes.made_by', required: true, transformation },
      ],
    };
    const mappings = [component, supplierMapping(of('supplier') as never)];
    expect((await api.put(`${path}/mappings`, { mappings })).status).to.equal(200);
    external.put('P-1', { kind: 'part', name: 'Valve', maker: 'S-1' });
    external.put('P-2', { kind: 'part', name: 'Seal', maker: 'S-9' });
    external.put('S-1', { kind: 'supplier', name: 'Maker', code: 'S-1' });
    expect(await connected.sync()).to.include({ records_succeeded: 1, records_failed: 2 });
    expect(await connected.sync()).to.include({ records_attempted: 1, records_succeeded: 1, parked_records: 1 });
    const parked = (await readParked(connected)).map(({ record_id, attempts }: never) => [record_id, attempts]);
    expect(parked).to.deep.equal([['P-2', 1]]);
    const [valve] = (await connected.entities.get('/entities?type=component')).body.data;
    expect(valve.attributes.made_by).to.equal((await connected.supplier('S-1'))?.id);
  });

  it('names a record that the service which owns it refuses', async () => {
    const connected = await mesh.connect();
    connected.external.put('A', { name: 'One', code: 'same' });
    connected.external.put('B', { name: 'Other', code: 'same' });
    const sync = await connected.sync();
    expect(sync).to.include({ status: 'partial_success', records_succeeded: 1, records_failed: 1 });
    expect(sync.errors[0]).to.include({ record_id: 'B', error_code: 'validation_failed' });
  });

  it('lists parked records by their error, and refuses an error that there is not', async () => {
    const connected = await mesh.connect();
    const listed = async (code: string) => connected.api.get(`${connected.path}/parked?error_code=${code}`);
    expect((await listed('NO_PERMISSION,service_unavailable')).status).to.equal(200);
    const { status, body } = await listed('no_permission');
    expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'error_code']);
  });

  it('replays what is parked, and nothing else', async () => {
    const connected = await mesh.connect();
    seed(connected, 3);
    const held = await connected.entities.post('/entities', { type: 'component', name: 'None' });
    expect(held.status).to.equal(201);
    connected.external.put('S-00001', { name: 'Supplier 1', code: 'S-00002' });
    connected.external.put('S-00002', { name: 'Supplier 2', code: 'S-00002' });
    await connected.sync();
    const [parked] = await readParked(connected);
    connected.external.rows.set(parked.record_id, {
      ...(connected.external.rows.get(parked.record_id) as ExternalRow),
      fields: { name: 'Mended', code: 'S-00099' },
    });
    const replayed = await connected.ended(await connected.api.post(`${connected.path}/parked/replay`));
    expect(replayed).to.include({ status: 'success', trigger: 'replay', records_attempted: 1, records_succeeded: 1 });
    expect(await readParked(connected)).to.deep.equal([]);
    expect((await connected.supplier('S-00099'))?.name).to.equal('Mended');
  });

  it('stays before a refused record where the connection does not skip such', async () => {
    const connected = await mesh.connect({ error_handling: { ...quick, skip_on_validation_error: false } });
    seed(connected, 100, '2026-01-01T00:00:00.000Z');
    connected.external.put('S-00060', { name: 'No code' }, '2026-01-01T00:00:00.000Z');
    for (const attempt of [1, 2]) {
      const sync = await connected.sync();
      expect(sync, String(attempt)).to.deep.include({ status: 'partial_success', records_failed: 1 });
      expect(sync.error.code).to.equal('validation_failed');
    }
    const [cursor] = await mesh.database.collection('cursor').find({ org_id: connected.orgId }).toArray();
    expect(cursor?.taken.externalId).to.equal('S-00049');
    connected.external.put('S-00060', { name: 'Mended', code: 'S-00060' }, '2026-01-01T00:00:00.000Z');
    expect(await connected.sync()).to.include({ status: 'success' });
    expect(await connected.suppliers()).to.have.length(100);
  });

  it('retries as often as the connection allows, and continues where it was', async () => {
    const connected = await mesh.connect({ error_handling: quick });
    seed(connected, 120);
    let answered = 0;
    let failures = 0;
    connected.external.fault = ({ path }) => {
      if (path !== '/rows') return null;
      answered += 1;
      if (answered <= 1 || failures === 8) return null;
      failures += 1;
      return { status: 502, body: '<html>Bad gateway</html>' };
    };
    const sync = await connected.sync();
    expect(sync).to.deep.include({ status: 'success', records_succeeded: 120, errors: [] });
    expect(await connected.suppliers()).to.have.length(120);
  });

  it('fails when the retries are used up, without the text of the partner', async () => {
    const connected = await mesh.connect({ error_handling: quick });
    connected.external.fault = rowsFail(503);
    const sync = await connected.sync();
    expect(sync).to.include({ status: 'failed' });
    expect(sync.error.code).to.equal('service_unavailable');
    expect(connected.external.requests.filter((one) => one === 'GET /rows')).to.have.length(3 * 4);
    expect((await connected.api.get(`${connected.path}/health`)).body.data.status).to.equal('unhealthy');
  });

  for (const [status, code] of [
    [403, 'NO_PERMISSION'],
    [404, 'RECORD_NOT_FOUND'],
    [422, 'VALIDATION_ERROR'],
  ] as const)
    it(`ends at once with ${code} where the partner says so of the whole`, async () => {
      const connected = await mesh.connect({ error_handling: quick });
      connected.external.fault = rowsFail(status);
      const sync = await connected.sync();
      expect(sync.status).to.equal('failed');
      expect(sync.error.code).to.equal(code);
      expect(connected.external.requests.filter((one) => one === 'GET /rows')).to.have.length(1);
    });

  it('retains its progress when the partner limits the rate, and continues at the time that it shows', async () => {
    const connected = await mesh.connect({ error_handling: { ...quick, max_retries: 0 } });
    seed(connected, 120);
    let pages = 0;
    connected.external.fault = ({ path }) => {
      if (path === '/rows') pages += 1;
      return path === '/rows' && pages === 2 ? { status: 429, headers: { 'retry-after': '3600' } } : null;
    };
    const started = await connected.api.post(`${connected.path}/sync`);
    const { sync_id: id } = started.body.data;
    const waiting = await eventually('it waits', async () => {
      const { body } = await connected.api.get(`${connected.path}/syncs/${id}`);
      return Date.parse(body.data.next_attempt_at) > Date.now() + 60_000 && body.data;
    });
    expect(waiting).to.include({ status: 'running', records_succeeded: 50 });
    await mesh.database.collection('sync').updateOne({ _id: id as never }, { $set: { next_at: new Date() } });
    expect(await connected.ended(started)).to.include({ status: 'success', records_succeeded: 120, records_failed: 0 });
  });

  for (const status of [429, 503])
    for (const header of ['999999999', '99999999999999999'])
      it(`waits for a day at most where the partner answers ${status} with Retry-After ${header}`, async () => {
        const connected = await mesh.connect();
        connected.external.fault = rowsFail(status, { 'retry-after': header });
        const before = Date.now();
        const { body } = await connected.api.post(`${connected.path}/sync`);
        const waiting = await eventually('it waits', async () => {
          const { data } = (await connected.api.get(`${connected.path}/syncs/${body.data.sync_id}`)).body;
          return Date.parse(data.next_attempt_at) > before + 3_600_000 && data;
        });
        expect(waiting.status).to.equal('running');
        expect(Date.parse(waiting.next_attempt_at) - Date.now()).to.be.at.most(86_400_000);
        expect(connected.external.requests.filter((one) => one === 'GET /rows')).to.have.length(1);
      });

  /** The events of a connection until its removal, which is the last one. */
  const notifiedUntilRemoved = async ({ api, path, id }: Connected) => {
    await api.delete(path);
    await mesh.tap.next('the removal', ({ type, subject }) => subject === id && type.includes('deleted'));
    const losses = mesh.tap.events.filter(
      ({ subject, data }) => subject === id && data.audit.metadata.details?.operation === 'lose_authorization',
    );
    return { losses, notices: mesh.tap.notices.filter(({ subject }) => subject === id) };
  };

  for (const [what, status] of [
    ['its login', 418],
    ['its credential', 401],
  ] as const)
    it(`fails with its connection, once and by one name, when ${what} is refused for good`, async () => {
      const connected = await mesh.connect({ error_handling: quick });
      seed(connected, 120);
      connected.external.fault = (request) => (request.query.get('after') === '' ? null : rowsFail(status)(request));
      const sync = await connected.sync();
      expect(sync).to.include({ status: 'failed', records_succeeded: 50 });
      expect(sync.error.code).to.equal('INVALID_SESSION');
      expect(sync.error.message).to.contain('/authorize').and.to.contain('/enable');
      const { body } = await connected.api.get(connected.path);
      expect(body.data).to.deep.include({ status: 'error', next_sync: null });
      expect(body.data.problem).to.include(sync.error);
      expect((await connected.api.get(`${connected.path}/health`)).body.data.status).to.equal('unhealthy');
      const { losses, notices } = await notifiedUntilRemoved(connected);
      expect(losses.map(({ data }) => data.audit.changes.status)).to.deep.equal([{ from: 'active', to: 'error' }]);
      expect(notices.map(({ data }) => data.record)).to.have.length(1);
    });

  it('fails while it waits when somebody else finds out that the login is refused', async () => {
    const connected = await mesh.connect({ error_handling: quick });
    connected.external.fault = rowsFail(429, { 'retry-after': '3600' });
    const started = await connected.api.post(`${connected.path}/sync`);
    await eventually('it waits', async () => {
      const { body } = await connected.api.get(`${connected.path}/syncs/${started.body.data.sync_id}`);
      return Date.parse(body.data.next_attempt_at) > Date.now() + 60_000;
    });
    connected.external.fault = () => ({ status: 401 });
    expect((await connected.api.post(`${connected.path}/test`)).body.data.success).to.equal(false);
    const sync = await connected.ended(started);
    expect([sync.status, sync.error?.code]).to.deep.equal(['failed', 'INVALID_SESSION']);
    expect((await notifiedUntilRemoved(connected)).losses).to.have.length(1);
  });

  it('ends as cancelled when the connection is disabled meanwhile, and takes nothing more', async () => {
    const connected = await mesh.connect();
    seed(connected, 120);
    const open = Promise.withResolvers<void>();
    let pages = 0;
    connected.external.acquire = async ({ path }) => {
      if (path === '/rows') pages += 1;
      if (pages > 1) await open.promise;
    };
    const started = await connected.api.post(`${connected.path}/sync`);
    await eventually('the first page is taken and the second one requested', async () => {
      const { body } = await connected.api.get(`${connected.path}/syncs/${started.body.data.sync_id}`);
      return pages > 1 && body.data.records_succeeded === 50;
    });
    expect((await connected.api.post(`${connected.path}/disable`)).status).to.equal(200);
    const sync = await connected.ended(started);
    open.resolve();
    expect(sync).to.include({ status: 'cancelled', records_succeeded: 50 });
    expect(await connected.suppliers()).to.have.length(50);
  });
});
