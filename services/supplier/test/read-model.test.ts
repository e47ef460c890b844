import { dayAfter, newId, UTC } from '@qsc/contracts';
import { apiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { startSupplierService } from '../src/compose.ts';
import { certificate, qualityEvent, type SupplierMesh, startSupplierMesh } from './mesh.ts';

const TODAY = new Date('2026-06-01T12:00:00Z');

type Item = { id: string; name: string };

describe('the read model of suppliers', () => {
  let mesh: SupplierMesh;
  let now = TODAY;
  before(async () => {
    mesh = await startSupplierMesh(() => now);
  });
  beforeEach(() => {
    now = TODAY;
  });
  after(() => mesh.stop());

  const setUp = async () => {
    const api = mesh.supplierApi();
    const entities = mesh.entityApi(api.orgId);
    const make = async (type: string, name: string, relationships: object[] = [], attributes: object = {}) =>
      (await entities.post('/v1/entities', { type, name, relationships, attributes })).body.data.id as string;
    return { api, entities, make };
  };

  const row = async (id: string) => {
    await mesh.settled();
    return mesh.database
      .collection<{ _id: string; items: Item[]; expiry_days: string[]; live: boolean }>('supplier')
      .findOne({ _id: id });
  };

  const expiring = async (api: ReturnType<SupplierMesh['supplierApi']>): Promise<string[]> =>
    (await api.get('/v1/suppliers?has_expiring_certificates=true')).body.data.map(({ id }: Item) => id);

  it('has the items of a supplier by both relationships, and follows their changes', async () => {
    const { api, entities, make } = await setUp();
    const film = await make('component', 'Film', [], { component_code: 'C-1', status: 'approved' });
    const supplier = await make('supplier', 'S', [
      { type: 'supplies', target_id: film, attributes: { is_primary_supplier: true, last_delivery: '2026-05-02' } },
    ]);
    const tablet = await make('product', 'Tablet', [
      { type: 'supplied_by', target_id: supplier, attributes: { on_time_delivery_rate: 97.5 } },
    ]);
    const nothing = { is_primary_supplier: false, last_delivery: null, on_time_delivery_rate: null };
    const filmItem = { id: film, type: 'component', name: 'Film', component_code: 'C-1', status: 'approved' };
    const tabletItem = { id: tablet, type: 'product', name: 'Tablet', component_code: null, status: null };
    expect((await row(supplier))?.items).to.deep.equal([
      { ...nothing, ...filmItem, is_primary_supplier: true, last_delivery: '2026-05-02' },
      { ...nothing, ...tabletItem, on_time_delivery_rate: 97.5 },
    ]);
    await entities.patch(`/v1/entities/${film}`, { name: 'Film 2' });
    const [{ id: relation }] = (await entities.get(`/v1/entities/${tablet}`)).body.data.relationships;
    await entities.delete(`/v1/entities/${tablet}/relationships/${relation}`);
    expect((await row(supplier))?.items.map(({ name }) => name)).to.deep.equal(['Film 2']);
    await entities.delete(`/v1/entities/${film}`);
    expect((await row(supplier))?.items).to.deep.equal([]);
    await entities.post(`/v1/entities/${film}/restore`);
    expect((await row(supplier))?.items.map(({ name }) => name)).to.deep.equal(['Film 2']);
    expect((await api.get('/v1/suppliers')).body.data[0].relationships).to.have.length(1);
  });

  it('hides deleted and purged suppliers, and shows restored ones', async () => {
    const { api, entities } = await setUp();
    const { id } = (await api.post('/v1/suppliers', { name: 'S', supplier_code: 'S' })).body.data;
    const total = async () => {
      await mesh.settled();
      return (await api.get('/v1/suppliers')).body.meta.total;
    };
    expect(await total()).to.equal(1);
    await entities.delete(`/v1/entities/${id}`);
    expect(await total()).to.equal(0);
    await entities.post(`/v1/entities/${id}/restore`);
    expect(await total()).to.equal(1);
    await entities.delete(`/v1/entities/${id}?hard=true`);
    expect(await total()).to.equal(0);
  });

  it('includes certificates that came before their supplier, and ignores older events', async () => {
    const { api } = await setUp();
    const { id } = (await api.post('/v1/suppliers', { name: 'S', supplier_code: 'S' })).body.data;
    await mesh.settled();
    await mesh.database.collection('supplier').deleteMany({ _id: id });
    const iso = certificate(id, { expiry_date: '2026-07-01', version: 3 });
    mesh.publish('certificate.certificate.validated.v1', api.orgId, iso);
    mesh.publish('certificate.certificate.created.v1', api.orgId, { ...iso, status: 'pending', version: 1 });
    await mesh.settled();
    await api.patch(`/v1/suppliers/${id}`, { name: 'S 2' });
    expect((await row(id))?.expiry_days).to.deep.equal(['2026-07-01']);
  });

  it('decides by today which supplier has a certificate that expires soon', async () => {
    const { api } = await setUp();
    const create = async (supplier_code: string) =>
      (await api.post('/v1/suppliers', { name: supplier_code, supplier_code })).body.data.id as string;
    const at90 = await create('A');
    const at91 = await create('B');
    const never = await create('C');
    const pending = await create('D');
    const rejected = await create('E');
    const publish = (supplier: string, more: object) =>
      mesh.publish('certificate.certificate.validated.v1', api.orgId, certificate(supplier, more));
    publish(at90, { expiry_date: dayAfter({ now: TODAY, zone: UTC }, 90) });
    publish(at90, { expiry_date: dayAfter({ now: TODAY, zone: UTC }, 400) });
    publish(at91, { expiry_date: dayAfter({ now: TODAY, zone: UTC }, 91), status: 'expiring_soon' });
    publish(never, { expiry_date: null });
    publish(pending, { expiry_date: dayAfter({ now: TODAY, zone: UTC }, 5), status: 'pending' });
    publish(rejected, { expiry_date: dayAfter({ now: TODAY, zone: UTC }, 5), status: 'rejected' });
    await mesh.settled();
    const none = async () => (await api.get('/v1/suppliers?has_expiring_certificates=false')).body;
    expect(await expiring(api)).to.deep.equal([at90]);
    expect((await none()).meta.total).to.equal(4);
    expect((await none()).data.map(({ id }: Item) => id)).to.deep.equal([rejected, pending, never, at91]);
    now = new Date(TODAY.getTime() + 86_400_000);
    expect(await expiring(api)).to.deep.equal([at91, at90]);
    now = new Date(`${dayAfter({ now: TODAY, zone: UTC }, 90)}T23:59:59Z`);
    expect(await expiring(api)).to.deep.equal([at91, at90]);
    now = new Date(`${dayAfter({ now: TODAY, zone: UTC }, 91)}T00:00:00Z`);
    expect(await expiring(api)).to.deep.equal([at91]);
    now = new Date(`${dayAfter({ now: TODAY, zone: UTC }, 92)}T00:00:00Z`);
    expect(await expiring(api)).to.deep.equal([]);
  });

  it('follows a certificate to another supplier', async () => {
    const { api } = await setUp();
    const create = async (supplier_code: string) =>
      (await api.post('/v1/suppliers', { name: supplier_code, supplier_code })).body.data.id as string;
    const [first, second] = [await create('A'), await create('B')];
    const iso = certificate(first, { expiry_date: dayAfter({ now: TODAY, zone: UTC }, 1) });
    mesh.publish('certificate.certificate.created.v1', api.orgId, iso);
    mesh.publish('certificate.certificate.validated.v1', api.orgId, { ...iso, supplier_id: second, version: 3 });
    await mesh.settled();
    expect(await expiring(api)).to.deep.equal([second]);
  });

  it('loses nothing that two replicas write of the same suppliers at the same time', async () => {
    const other = await startSupplierService(mesh.config, { queue: mesh.queue });
    try {
      const { api, make } = await setUp();
      const there = apiClient(`http://127.0.0.1:${other.httpPort}`, mesh.identity.token({ orgId: api.orgId }));
      const film = await make('component', 'Film');
      const { id } = (await there.post('/v1/suppliers', { name: 'S', supplier_code: 'S' })).body.data;
      await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const relationships = [{ type: 'supplied_by', target_id: id }];
          await there.patch(`/v1/suppliers/${id}`, { attributes: { turn: index } });
          await make('component', `C ${index}`, relationships);
          await make('supplier', `O ${index}`, [{ type: 'supplies', target_id: film }]);
          await there.post('/v1/suppliers', { name: `N ${index}`, supplier_code: `N-${index}` });
        }),
      );
      expect((await row(id))?.items).to.have.length(8);
      const others = mesh.database.collection<{ items: Item[] }>('supplier').find({ org_id: api.orgId, name: /^O / });
      expect((await others.toArray()).map(({ items }) => items.length)).to.deep.equal(Array(8).fill(1));
    } finally {
      await other.stop();
    }
  });

  it('handles a supplier with more items than a document can hold, and counts them all', async () => {
    const { api } = await setUp();
    const { id } = (await api.post('/v1/suppliers', { name: 'S', supplier_code: 'S' })).body.data;
    for (let index = 0; index < 20; index += 1)
      mesh.publish('entity.entity.created.v1', api.orgId, {
        id: newId('entity'),
        type: 'component',
        name: 'n'.repeat(1024 * 1024),
        attributes: {},
        version: 1,
        created_at: TODAY.toISOString(),
        updated_at: TODAY.toISOString(),
        created_by: 'usr',
        deleted: false,
        relationships: [{ id: 'rel_1', type: 'supplied_by', target_id: id, attributes: {} }],
      });
    expect((await row(id))?.items).to.have.length(7);
    const shown = await api.get(`/v1/suppliers/${id}?include=metrics`);
    expect(shown.body.data.metrics.total_components).to.equal(20);
    const list = await api.get('/v1/suppliers/avl/export?format=csv&include_components=true&status=new');
    expect(list.body).to.include('and 13 components more');
  });

  it('is separate for each organisation, whatever id a record names', async () => {
    const { api } = await setUp();
    const { id } = (await api.post('/v1/suppliers', { name: 'S', supplier_code: 'S' })).body.data;
    const foreign = newId('organization');
    mesh.publish(
      'certificate.certificate.validated.v1',
      foreign,
      certificate(id, { expiry_date: dayAfter({ now: TODAY, zone: UTC }, 1) }),
    );
    mesh.publish('quality.quality-event.created.v1', foreign, qualityEvent(id));
    mesh.publish('entity.entity.created.v1', foreign, {
      id: newId('entity'),
      type: 'component',
      name: 'Foreign',
      attributes: {},
      version: 1,
      created_by: 'usr',
      created_at: TODAY.toISOString(),
      updated_at: TODAY.toISOString(),
      deleted: false,
      relationships: [{ id: 'rel_1', type: 'supplied_by', target_id: id, attributes: {} }],
    });
    expect(await row(id)).to.deep.include({ expiry_days: [], items: [] });
    expect((await mesh.supplierApi({ orgId: foreign }).get('/v1/suppliers')).body.data).to.deep.equal([]);
  });
});
