import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

describe('synchronisation from an external system', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  let connected: Connected;

  before(async () => {
    mesh = await startSyncMesh();
  });
  beforeEach(async () => {
    connected = await mesh.connect();
  });
  after(() => mesh.stop());

  const listEvents = ({ orgId }: Connected) =>
    mesh.tap.events.filter(({ orgid, type }) => orgid === orgId && type.startsWith('entity.'));
  const readLinks = ({ orgId }: Connected) =>
    mesh.database.collection('link').find({ org_id: orgId }).sort({ _id: 1 }).toArray();

  it('takes every record, page by page', async () => {
    seed(connected, 120);
    const sync = await connected.sync();
    expect(sync).to.deep.include({ status: 'success', trigger: 'manual', dry_run: false, records_attempted: 120 });
    expect(sync).to.deep.include({ records_succeeded: 120, records_failed: 0, errors: [], error: null });
    expect(await connected.suppliers()).to.have.length(120);
    const one = await connected.supplier('S-00007');
    expect(one).to.deep.include({ name: 'Supplier 7', version: 1 });
    expect(one?.attributes).to.include({ city: 'Basel', rating: 2 });
  });

  it('writes nothing where nothing has changed, even when it compares everything: no record, no event, no link', async () => {
    seed(connected, 60);
    await connected.sync();
    await eventually('the events of the first one come', () => listEvents(connected).length === 60);
    const [suppliers, links] = [await connected.suppliers(), await readLinks(connected)];
    for (const query of ['', '?full=true']) {
      const again = await connected.sync(query);
      expect(again).to.deep.include({ status: 'success', records_attempted: 0, records_succeeded: 0 });
    }
    expect(await connected.suppliers()).to.deep.equal(suppliers);
    expect(await readLinks(connected)).to.deep.equal(links);
    await connected.entities.post('/entities', { type: 'product', name: 'After all events so far' });
    await eventually('the last event comes', () => listEvents(connected).length > 60);
    expect(listEvents(connected)).to.have.length(61);
  });

  it('requests what changed since the last record that was taken, less the buffer', async () => {
    seed(connected, 3, '2026-01-01T00:00:00.000Z');
    await connected.sync();
    let since = '';
    connected.external.fault = ({ path, query }) => {
      if (path === '/rows') since ||= query.get('since') ?? '';
      return null;
    };
    connected.external.put('S-00001', { name: 'Renamed', code: 'S-00001' });
    const sync = await connected.sync();
    expect(sync).to.include({ records_attempted: 1, records_succeeded: 1 });
    expect((await connected.supplier('S-00001'))?.name).to.equal('Renamed');
    expect(since).to.equal('2025-12-31T23:55:00.000Z');
  });

  it('loses nothing that changes after a record whose time is still to come', async () => {
    seed(connected, 2);
    connected.external.put('S-00009', { name: 'Of 2099', code: 'S-00009' }, '2099-01-01T00:00:00.000Z');
    await connected.sync();
    connected.external.put('S-00001', { name: 'Renamed', code: 'S-00001' });
    expect(await connected.sync()).to.include({ records_succeeded: 1 });
    expect((await connected.supplier('S-00001'))?.name).to.equal('Renamed');
  });

  it('finds a record that became visible late, within the buffer', async () => {
    seed(connected, 2);
    await connected.sync();
    connected.external.put('S-00009', { name: 'Late', code: 'S-00009' }, new Date(Date.now() - 240_000).toISOString());
    await connected.sync();
    expect((await connected.supplier('S-00009'))?.name).to.equal('Late');
  });

  it('adopts the supplier that has the code already', async () => {
    const made = await connected.entities.post('/entities', {
      type: 'supplier',
      name: 'Known here',
      attributes: { supplier_code: 'S-00000', risk: 'low' },
    });
    seed(connected, 1);
    await connected.sync();
    const [supplier, ...others] = await connected.suppliers();
    expect(others).to.deep.equal([]);
    expect(supplier).to.deep.include({ id: made.body.data.id, name: 'Supplier 0', version: 2 });
    expect(supplier?.attributes).to.include({ risk: 'low', city: 'Basel' });
  });

  for (const name of ['Known here', 'Known there'])
    it(`lets one record alone of a page adopt a supplier and parks the others of its code, where they say ${name}`, async () => {
      const attributes = { supplier_code: 'S-1' };
      await connected.entities.post('/entities', { type: 'supplier', name: 'Known here', attributes });
      for (const id of ['a', 'b', 'c']) connected.external.put(id, { name, code: 'S-1' }, '2026-01-01T00:00:00.000Z');
      const sync = await connected.sync();
      expect(sync.errors.map(({ record_id }: { record_id: string }) => record_id)).to.deep.equal(['b', 'c']);
      expect(sync).to.include({ status: 'partial_success', records_failed: 2 });
      expect((await connected.suppliers()).map((supplier) => supplier.name)).to.deep.equal([name]);
      expect((await readLinks(connected)).map(({ external_id }) => external_id)).to.deep.equal(['a']);
      expect(await connected.sync()).to.include({ records_attempted: 0, parked_records: 2 });
    });

  it('shows what a dry run would change, field by field, and writes nothing', async () => {
    seed(connected, 2);
    await connected.sync();
    const links = await readLinks(connected);
    connected.external.put('S-00001', { name: 'Supplier 1', code: 'S-00001', city: 'Bern', rating: 1 });
    connected.external.put('S-00002', { name: 'New', code: 'S-00002' });
    const [cursor] = await mesh.database.collection('cursor').find({ org_id: connected.orgId }).toArray();
    const dry = await connected.sync('?dry_run=true');
    expect(dry).to.deep.include({ status: 'success', dry_run: true, records_attempted: 2 });
    const supplier = await connected.supplier('S-00001');
    expect(dry.changes).to.have.deep.members([
      {
        record_id: 'S-00001',
        entity_id: supplier?.id,
        action: 'update_local',
        fields: { 'attributes.city': { from: 'Basel', to: 'Bern' } },
      },
      {
        record_id: 'S-00002',
        entity_id: null,
        action: 'create_local',
        fields: {
          name: { from: null, to: 'New' },
          'attributes.supplier_code': { from: null, to: 'S-00002' },
          'attributes.city': { from: null, to: null },
          'attributes.rating': { from: null, to: null },
        },
      },
    ]);
    expect(await connected.suppliers()).to.have.length(2);
    expect(supplier?.attributes.city).to.equal('Basel');
    expect(await readLinks(connected)).to.deep.equal(links);
    expect(await mesh.database.collection('cursor').find({ org_id: connected.orgId }).toArray()).to.deep.equal([
      cursor,
    ]);
    await connected.sync();
    expect((await connected.supplier('S-00001'))?.attributes.city).to.equal('Bern');
  });

  it('shows all of a dry run that was interrupted, each record once', async () => {
    seed(connected, 60);
    let requested = 0;
    connected.external.fault = ({ path, query }) => {
      // The comparison walks from the beginning once more.
      const isBeginning = path === '/rows' && query.get('after') === '';
      requested += isBeginning ? 1 : 0;
      return isBeginning && requested === 2 ? { status: 429, headers: { 'retry-after': '3600' } } : null;
    };
    const started = await connected.api.post(`${connected.path}/sync?dry_run=true&full=true`);
    const id = started.body.data.sync_id;
    await eventually('it waits', async () => {
      const { body } = await connected.api.get(`${connected.path}/syncs/${id}`);
      return Date.parse(body.data.next_attempt_at) > Date.now() + 60_000;
    });
    await mesh.database.collection('sync').updateOne({ _id: id }, { $set: { next_at: new Date() } });
    const dry = await connected.ended(started);
    expect(dry).to.include({ status: 'success', records_attempted: 60, records_succeeded: 60 });
    expect(dry.changes).to.have.length(60);
  });

  it('shows as much of a dry run as can be stored', async () => {
    const wide = await mesh.connect({ sync_config: { batch_size: 10 } });
    for (let index = 0; index < 45; index += 1) {
      const code = `W-${index}`;
      wide.external.put(code, { name: code, code, city: 'x'.repeat(200_000) });
    }
    const dry = await wide.sync('?dry_run=true');
    expect(dry).to.include({ status: 'success', records_attempted: 45 });
    expect(dry.changes).to.have.length(41);
  });

  it('continues by mappings that are replaced while it runs', async () => {
    seed(connected, 120);
    const open = Promise.withResolvers<void>();
    let pages = 0;
    connected.external.acquire = async ({ path }) => {
      if (path === '/rows') pages += 1;
      if (pages > 1) await open.promise;
    };
    const started = await connected.api.post(`${connected.path}/sync`);
    await eventually('the first page is taken and the second one requested', async () => {
      const shown = await connected.api.get(`${connected.path}/syncs/${started.body.data.sync_id}`);
      return pages > 1 && shown.body.data.records_succeeded === 50;
    });
    const { body } = await connected.api.get(`${connected.path}/mappings`);
    const [{ field_mappings, ...mapping }] = body.data;
    const fewer = field_mappings.filter(({ target }: { target: string }) => target !== 'attributes.city');
    const mappings = [{ ...mapping, field_mappings: fewer }];
    const put = await connected.api.put(`${connected.path}/mappings`, { mappings });
    expect(put.status, JSON.stringify(put.body)).to.equal(200);
    open.resolve();
    expect(await connected.ended(started)).to.include({ status: 'success', records_failed: 0 });
    expect(await connected.suppliers()).to.have.length(120);
    expect((await connected.supplier('S-00007'))?.attributes).to.include({ city: 'Basel', rating: 2 });
    expect((await connected.supplier('S-00107'))?.attributes)
      .to.include({ rating: 2 })
      .and.not.have.property('city');
  });

  it('shows its progress while it runs, and is in the history at once', async () => {
    seed(connected, 120);
    const open = Promise.withResolvers<void>();
    let pages = 0;
    connected.external.acquire = async ({ path }) => {
      if (path === '/rows') pages += 1;
      if (pages > 1) await open.promise;
    };
    const started = await connected.api.post(`${connected.path}/sync`);
    expect(started.body.data).to.deep.include({ status: 'running', records_attempted: 0, trigger: 'manual' });
    const id = started.body.data.sync_id;
    expect(started.headers.get('location')).to.equal(`/v1${connected.path}/syncs/${id}`);
    const history = await connected.api.get(`${connected.path}/history`);
    expect(history.body.data.map((one: { sync_id: string }) => one.sync_id)).to.deep.equal([id]);
    const second = await connected.api.post(`${connected.path}/sync`);
    expect([second.status, second.body.error.code]).to.deep.equal([409, 'sync_in_progress']);
    const shown = await eventually('the first page is counted', async () => {
      const { body } = await connected.api.get(`${connected.path}/syncs/${id}`);
      return body.data.records_attempted === 50 && body.data;
    });
    expect(shown).to.include({ status: 'running', completed_at: null });
    open.resolve();
    expect(await connected.ended(started)).to.include({ status: 'success', records_attempted: 120 });
  });

  it('has one audit entry of its user', async () => {
    const sync = await connected.sync('?full=true');
    const event = await mesh.tap.next(
      'the event of the request',
      ({ type, orgid }) => type === 'integration.sync.requested.v1' && orgid === connected.orgId,
    );
    expect(event.data.audit).to.deep.include({ action: 'update', entity_id: connected.id });
    expect(event.data.audit.metadata.details).to.deep.include({ sync_id: sync.sync_id, full: true, dry_run: false });
  });

  it('is refused for a connection that is not active, and not there for another organisation', async () => {
    const other = mesh.client();
    for (const path of [`${connected.path}/history`, `${connected.path}/parked`, `${connected.path}/health`])
      expect((await other.get(path)).status).to.equal(404);
    expect((await other.post(`${connected.path}/sync`)).status).to.equal(404);
    await connected.api.post(`${connected.path}/disable`);
    const refused = await connected.api.post(`${connected.path}/sync`);
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'connection_not_ready']);
    expect((await connected.api.post(`${connected.path}/sync?dryrun=true`)).status).to.equal(422);
  });

  it('starts by itself when the interval is over', async () => {
    seed(connected, 1);
    await mesh.database
      .collection('connection')
      .updateOne({ _id: connected.id as never }, { $set: { next_sync_at: new Date() } });
    await eventually('it is synchronised', () => connected.supplier('S-00000'));
    const { body } = await connected.api.get(`${connected.path}/history`);
    expect(body.data).to.have.length(1);
    expect(body.data[0].trigger).to.equal('interval');
    await eventually('the next one is due after the interval', async () => {
      const { next_sync } = (await connected.api.get(`${connected.path}/health`)).body.data;
      return Date.parse(next_sync) > Date.now() + 6 * 86_400_000;
    });
  });
});
