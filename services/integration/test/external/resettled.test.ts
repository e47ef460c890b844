import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { startExternalSystem } from './external-system.ts';
import { type Connected, seed, startSyncMesh, supplierMapping } from './sync-mesh.ts';

const LONG_AGO = '2026-01-01T00:00:00.000Z';

describe('a connection whose address or mappings change', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  let connected: Connected;

  before(async () => {
    mesh = await startSyncMesh();
  });
  beforeEach(async () => {
    connected = await mesh.connect();
  });
  after(() => mesh.stop());

  const mappingIds = async ({ api, path }: Connected): Promise<string[]> =>
    (await api.get(`${path}/mappings`)).body.data.map(({ id }: { id: string }) => id);

  it('restarts at another system: keys and times of the former one do not apply there', async () => {
    const { api, path, external } = connected;
    seed(connected, 2);
    await connected.sync();
    const former = await connected.supplier('S-00000');
    const ids = await mappingIds(connected);

    const authentication = { api_key: 'k-1' };
    await api.patch(path, { authentication, endpoints: { api_base: `${external.url}/` } });
    expect(await mappingIds(connected), 'the same address').to.deep.equal(ids);

    const other = await startExternalSystem();
    other.put('S-00000', { name: 'Of another system', code: 'T-1' }, LONG_AGO);
    const patched = await api.patch(path, { authentication, endpoints: { api_base: other.url } });
    expect(patched.status, JSON.stringify(patched.body)).to.equal(200);
    expect(await mappingIds(connected))
      .to.have.length(1)
      .and.to.not.include(ids[0]);
    await api.post(`${path}/authorize`);
    expect((await api.post(`${path}/enable`)).status).to.equal(200);
    await eventually('the record of the other system is here', () => connected.supplier('T-1'));
    expect(await connected.supplier('S-00000')).to.deep.equal(former);
    await api.post(`${path}/disable`);
    await other.stop();
  });

  it('continues at another address of the same system', async () => {
    const { api, path, external } = connected;
    const parts = {
      entity_type: 'component',
      source_object: 'part',
      field_mappings: [{ source: 'name', target: 'name', required: true, transformation: null }],
    };
    await api.put(`${path}/mappings`, { mappings: [parts] });
    external.put('P-1', { name: 'Valve' });
    await connected.sync();
    const ids = await mappingIds(connected);
    const other = await startExternalSystem();
    other.put('P-1', { name: 'Valve, checked' });
    const endpoints = { api_base: other.url };
    const patched = { authentication: { api_key: 'k-1' }, endpoints, same_system: true };
    expect((await api.patch(path, patched)).body.data.endpoints.api_base).to.include(other.url);
    expect(await mappingIds(connected)).to.deep.equal(ids);
    await api.post(`${path}/authorize`);
    expect((await api.post(`${path}/enable`)).status).to.equal(200);
    const names = async () =>
      (await connected.entities.get('/entities?type=component')).body.data.map(({ name }: { name: string }) => name);
    await eventually('the change is here', async () => (await names()).includes('Valve, checked'));
    expect(await names()).to.deep.equal(['Valve, checked']);
    await api.post(`${path}/disable`);
    await other.stop();
  });

  it('restarts with a mapping that has its id and reads another object', async () => {
    const { api, path } = connected;
    const [id] = await mappingIds(connected);
    const put = async (mapping: object) => {
      const answer = await api.put(`${path}/mappings`, { mappings: [mapping] });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body.data[0].id;
    };
    expect(await put({ ...supplierMapping({ filters: [] }), id })).to.equal(id);
    expect(await put({ ...supplierMapping({ source_object: 'vendor' }), id })).to.not.equal(id);
  });

  it('retains its records with further document types, and reads those from the beginning', async () => {
    const { api, path, external, entities } = connected;
    const documents = {
      entity_type: 'document',
      source_object: 'documents',
      field_mappings: [{ source: 'title', target: 'name', required: true, transformation: null }],
    };
    const put = async (document_types: readonly string[]): Promise<string> => {
      const answer = await api.put(`${path}/mappings`, { mappings: [{ ...documents, document_types }] });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body.data[0].id;
    };
    external.put('D-1', { title: 'A procedure', type: 'Procedure' }, LONG_AGO);
    external.put('D-2', { title: 'A certificate', type: 'Certificate' });
    const id = await put(['Certificate']);
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
    expect(await put(['Certificate', 'Procedure'])).to.equal(id);
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
    const { body } = await entities.get('/entities?type=document&sort=created_at');
    expect(body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['A certificate', 'A procedure']);
  });

  it('reads records again by another mapping, also where they did not change since', async () => {
    const { api, path, external } = connected;
    external.put('S-00000', { name: 'Old', code: 'S-00000', city: 'Basel', region: 'North' }, LONG_AGO);
    external.put('S-00001', { name: 'Later', code: 'S-00001', city: 'Bern' });
    await connected.sync();
    const [{ id: _id, ...mapping }] = (await api.get(`${path}/mappings`)).body.data;
    const region = { source: 'region', target: 'attributes.region', required: false, transformation: null };
    const field_mappings = [...mapping.field_mappings, region];
    const put = await api.put(`${path}/mappings`, { mappings: [{ ...mapping, field_mappings }] });
    expect(put.status, JSON.stringify(put.body)).to.equal(200);
    expect(await connected.sync()).to.include({ status: 'success' });
    expect((await connected.supplier('S-00000'))?.attributes).to.include({ region: 'North' });
  });

  it('takes what is there once its direction lets that in', async () => {
    const outbound = await mesh.connect({
      sync_config: { direction: 'outbound' },
      mapping: {
        bidirectional: { enabled: true, create: true, fields: ['name', 'attributes.supplier_code'], custom_fields: {} },
      },
    });
    const { api, path, external } = outbound;
    external.put('there', { name: 'Theirs', code: 'S-2' }, LONG_AGO);
    await outbound.entities.post('/entities', { type: 'supplier', name: 'Ours', attributes: { supplier_code: 'S-1' } });
    await outbound.sync();
    const [, id = ''] = external.rows.keys();
    external.put(id, { ...external.rows.get(id)?.fields, city: 'Bern' });
    await outbound.sync();
    expect(await outbound.suppliers()).to.have.length(1);
    expect((await api.patch(path, { sync_config: { direction: 'bidirectional' } })).status).to.equal(200);
    expect(await outbound.sync()).to.include({ status: 'success' });
    expect((await outbound.supplier('S-2'))?.name).to.equal('Theirs');
    expect((await outbound.supplier('S-1'))?.attributes).to.include({ city: 'Bern' });
  });

  it('reads records again by another change field', async () => {
    const { api, path, external } = connected;
    external.put('S-00000', { name: 'Old', code: 'S-00000' }, LONG_AGO);
    external.put('S-00001', { name: 'Later', code: 'S-00001' });
    await connected.sync();
    external.put('S-00000', { name: 'Changed, and not shown by the former field', code: 'S-00000' }, LONG_AGO);
    expect((await api.patch(path, { sync_config: { change_detection: { field: 'other' } } })).status).to.equal(200);
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
  });

  it('reads records again by other filters, and not by settings that read the same', async () => {
    const { api, path, external } = connected;
    external.put('S-00000', { name: 'Old', code: 'S-00000', city: 'Basel' }, LONG_AGO);
    external.put('S-00001', { name: 'Later', code: 'S-00001', city: 'Basel' });
    await connected.sync();
    const fromStart: boolean[] = [];
    external.fault = ({ path: at, query }) => {
      if (at === '/rows' && !query.has('ids')) fromStart.push(query.get('since') === null || query.get('since') === '');
      return null;
    };
    const filters = [{ field: 'city', operator: 'eq' as const, value: 'Basel' }];
    const content = { enabled: false, rendition_type: null, storage: null, on_update: null };
    const signatures = { enabled: true, signature_field: 'signed', sync_direction: 'inbound', include_meaning: true };
    for (const [change, fromBeginning] of [
      [{ filters }, true],
      [{ filters, content_sync: content }, false],
      [{ filters, esignature_sync: signatures }, true],
      [{ content_sync: null }, true],
    ] as const) {
      const put = await api.put(`${path}/mappings`, { mappings: [supplierMapping(change as never)] });
      expect(put.status, JSON.stringify(put.body)).to.equal(200);
      fromStart.length = 0;
      await connected.sync();
      expect(fromStart[0], JSON.stringify(change)).to.equal(fromBeginning);
    }
  });
});
