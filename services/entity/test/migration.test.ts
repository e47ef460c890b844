import { newId } from '@qsc/contracts';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { type StoredEntity, toStored } from '../src/entity/entity.store.ts';
import { fillSupplierCodes } from '../src/entity/supplier-code.migration.ts';
import { countEntities } from '../src/entity/total.migration.ts';
import { startEntityMesh } from './mesh.ts';

describe('what entities of an earlier release get', () => {
  const mesh = startBeforeTests(() => startEntityMesh());
  let connection: mongoose.Connection;
  before(async () => {
    connection = await mongoose.createConnection(mesh.mongodbUri, { dbName: `${mesh.prefix}entity` }).asPromise();
  });
  after(() => connection.close());

  describe('the totals of an organisation', () => {
    it('stay right when the migration runs once more beside requests', async () => {
      const api = mesh.client({ orgId: newId('organization') });
      const total = async () => (await api.get('/v1/entities?type=supplier')).body.meta.total;
      const supplier = () => api.post('/v1/entities', { type: 'supplier', name: 'Acme' });
      await supplier();
      const created = Promise.all(Array.from({ length: 20 }, supplier));
      await Promise.all([countEntities.up(connection), countEntities.up(connection)]);
      await created;
      expect(await total()).to.equal(21);
    });

    it('are counted once, however often the migration runs, and count on from there', async () => {
      const api = mesh.client({ orgId: newId('organization') });
      const create = (type: string) => api.post('/v1/entities', { type, name: type });
      const totals = () =>
        Promise.all(
          ['supplier', 'product'].map(async (type) => (await api.get(`/v1/entities?type=${type}`)).body.meta.total),
        );
      await create('supplier');
      await create('supplier');
      const { id } = (await create('product')).body.data;
      await api.delete(`/v1/entities/${id}`);
      await connection.collection('entity_total').deleteMany({ org_id: api.orgId });
      expect(await totals()).to.deep.equal([0, 0]);
      await countEntities.up(connection);
      await countEntities.up(connection);
      expect(await totals()).to.deep.equal([2, 0]);
      await api.post(`/v1/entities/${id}/restore`, {});
      await create('supplier');
      expect(await totals()).to.deep.equal([3, 1]);
    });
  });

  describe('suppliers from before codes were unique', () => {
    const former = async (org_id: string, supplier_code: string, deleted = false): Promise<string> => {
      const id = newId('entity');
      const now = new Date();
      const { supplier_code: _absent, ...stored } = toStored({
        ...{
          id,
          org_id,
          type: 'supplier',
          name: 'Former',
          attributes: { supplier_code },
          relationships: [],
          version: 1,
        },
        ...{ created_at: now, updated_at: now, created_by: 'usr_1', deleted },
      });
      await connection.collection<StoredEntity>('entity').insertOne(stored);
      return id;
    };

    const migrate = async () => {
      const warned: unknown[] = [];
      const warn = (_line: string, fields: { supplier?: unknown } = {}) => warned.push(fields.supplier);
      await fillSupplierCodes({ warn } as never).up(connection);
      return warned;
    };

    it('have their codes from then on; a duplicate is left as it was and told of', async () => {
      const api = mesh.client();
      const [first, second] = [await former(api.orgId, 'OLD'), await former(api.orgId, 'OLD')];
      await former(api.orgId, 'GONE', true);
      const third = await former(mesh.client().orgId, 'OLD');
      expect(await migrate()).to.deep.equal([second]);
      expect(await migrate()).to.deep.equal([]);
      const create = (supplier_code: string) =>
        api.post('/v1/entities', { type: 'supplier', name: 'N', attributes: { supplier_code } });
      expect([(await create('OLD')).status, (await create('GONE')).status]).to.deep.equal([409, 201]);
      expect((await create('OLD')).body.error.details.supplier_id).to.equal(first);
      expect(third).to.not.equal(first);
    });

    it('that share a code can be changed and related, and get a code of their own for good', async () => {
      const api = mesh.client();
      const [first, second] = [await former(api.orgId, 'TWICE'), await former(api.orgId, 'TWICE')];
      await migrate();
      const path = `/v1/entities/${second}`;
      const set = (supplier_code: string) => api.patch(path, { attributes: { supplier_code } });
      expect((await api.patch(path, { name: 'Renamed' })).status).to.equal(200);
      expect((await api.post(`${path}/relationships`, { type: 'part_of', target_id: first })).status).to.equal(201);
      const shown = (await api.get(path)).body.data;
      expect(shown).to.not.have.any.keys('shares_code', 'supplier_code');
      expect((await set('OWN')).status).to.equal(200);
      expect((await set('TWICE')).status).to.equal(409);
      const taken = { type: 'supplier', name: 'N', attributes: { supplier_code: 'OWN' } };
      expect((await api.post('/v1/entities', taken)).status).to.equal(409);
    });
  });
});
