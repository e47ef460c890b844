import { newId } from '@qsc/contracts';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
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
});
