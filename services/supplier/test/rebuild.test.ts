import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openCollection } from '@qsc/service-kit';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { rebuildSuppliers } from '../src/compose.ts';
import { itemRowDefinition } from '../src/read-model/source-row.ts';
import { certificate, qualityEvent, startSupplierMesh } from './mesh.ts';

const run = promisify(execFile);

const PROGRAM = fileURLToPath(new URL('../src/rebuild.ts', import.meta.url));

const ROWS = ['supplier', 'supplied_item', 'supplier_certificate', 'supplier_quality_event'];

describe('the rebuild of the read model', () => {
  const mesh = startBeforeTests(() => startSupplierMesh());

  const rows = async (org_id: string) => {
    await mesh.settled();
    const all = await Promise.all(
      ROWS.map((name) =>
        mesh.database
          .collection(name)
          .find({ org_id }, { sort: { _id: 1 } })
          .toArray(),
      ),
    );
    return Object.fromEntries(ROWS.map((name, index) => [name, all[index]]));
  };

  const fill = async () => {
    const api = mesh.supplierApi();
    const entities = mesh.entityApi(api.orgId);
    const ids: string[] = [];
    for (const code of ['A', 'B', 'C', 'D'])
      ids.push((await api.post('/v1/suppliers', { name: code, supplier_code: code })).body.data.id);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const film = (await entities.post('/v1/entities', { type: 'component', name: 'Film' })).body.data.id;
    await entities.post(`/v1/entities/${first}/relationships`, { type: 'supplies', target_id: film });
    const relationships = [{ type: 'supplied_by', target_id: second, attributes: { is_primary_supplier: true } }];
    await entities.post('/v1/entities', { type: 'product', name: 'Tablet', relationships });
    await entities.delete(`/v1/entities/${third}`);
    await entities.delete(`/v1/entities/${fourth}?hard=true`);
    for (const supplier of [first, first, second, third]) {
      const snapshot = certificate(supplier, { expiry_date: `2027-01-${10 + mesh.scanned.length}` });
      mesh.scanned.push({ org_id: api.orgId, snapshot });
      mesh.publish('certificate.certificate.validated.v1', api.orgId, snapshot);
    }
    const event = qualityEvent(first);
    mesh.scannedEvents.push({ org_id: api.orgId, snapshot: event });
    mesh.publish('quality.quality-event.created.v1', api.orgId, event);
    return { api, entities, first, second, film };
  };

  it('gives the same rows, whatever was wrong with the old ones', async () => {
    const { api, film } = await fill();
    const before = await rows(api.orgId);
    expect(ROWS.map((name) => before[name]?.length)).to.deep.equal([4, 2, 4, 1]);
    const { collection } = openCollection(mesh.database, itemRowDefinition).model;
    await collection.updateMany({}, { $set: { name: 'damaged' } });
    await collection.deleteOne({ _id: film });
    const suppliers = mesh.database.collection('supplier');
    await suppliers.updateMany({ gone: false }, { $set: { country: 'XX', live: false, facets: [], items: [] } });
    await suppliers.deleteOne({ name: 'A', org_id: api.orgId });
    for (const name of ['supplier_certificate', 'supplier_quality_event'])
      await mesh.database.collection(name).deleteMany({ org_id: api.orgId });
    await rebuildSuppliers(mesh.config);
    expect(await rows(api.orgId)).to.deep.equal(before);
    await rebuildSuppliers(mesh.config);
    expect(await rows(api.orgId)).to.deep.equal(before);
  });

  it('loses no change that arrives while it runs', async () => {
    const { api, entities, first, second } = await fill();
    const rebuilding = rebuildSuppliers(mesh.config);
    const changes = Array.from({ length: 8 }, async (_, index) => {
      await api.patch(`/v1/suppliers/${first}`, { attributes: { turn: index } });
      await entities.patch(`/v1/entities/${second}`, { name: `Turn ${index}` });
      return api.post('/v1/suppliers', { name: `New ${index}`, supplier_code: `N-${index}` });
    });
    await Promise.all([rebuilding, ...changes]);
    await mesh.settled();
    const { data, meta } = (await api.get('/v1/suppliers?per_page=100')).body;
    expect(meta.total).to.equal(10);
    for (const listed of data) {
      const shown = (await api.get(`/v1/suppliers/${listed.id}`)).body.data;
      expect([listed.version, listed.name, listed.attributes]).to.deep.equal([
        ...[shown.version, shown.name, shown.attributes],
      ]);
    }
  });

  it('is a program that reports its end', async () => {
    const { api } = await fill();
    const shown = async () => (await rows(api.orgId)).supplier?.filter(({ gone }) => !gone);
    const before = await shown();
    await mesh.database.collection('supplier').deleteMany({ org_id: api.orgId });
    const variables = Object.entries(mesh.config).map(([name, value]) => [name, String(value)]);
    const environment = { PATH: process.env.PATH, ...Object.fromEntries(variables) };
    const { stdout } = await run(process.execPath, [PROGRAM], { env: environment });
    expect(stdout).to.match(/is rebuilt/);
    expect(await shown()).to.deep.equal(before);
  });

  it('reports what is missing, and fails', async () => {
    const failed = await run(process.execPath, [PROGRAM], { env: { PATH: process.env.PATH } }).then(
      () => null,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed?.code).to.equal(1);
    expect(failed?.stderr).to.match(/ENTITY_GRPC_URL/);
  });

  it('removes rows that are gone at their source without an event', async () => {
    const { api, first } = await fill();
    await mesh.settled();
    const suppliers = mesh.database.collection<{ _id: string }>('supplier');
    const ghost = { ...(await suppliers.findOne({ _id: first })), _id: `${first}0` };
    await suppliers.insertOne(ghost);
    expect((await api.get('/v1/suppliers')).body.meta.total).to.equal(3);
    await rebuildSuppliers(mesh.config);
    expect((await api.get('/v1/suppliers')).body.meta.total).to.equal(2);
  });
});
