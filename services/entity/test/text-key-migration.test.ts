import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { type StoredEntity, toStored } from '../src/entity/entity.store.ts';
import { fillTextKeys } from '../src/entity/text-key.migration.ts';
import { type EntityMesh, startEntityMesh } from './mesh.ts';

describe('entities of before text was compared by keys', () => {
  let mesh: EntityMesh;
  let connection: mongoose.Connection;
  before(async () => {
    mesh = await startEntityMesh();
    connection = await mongoose.createConnection(mesh.mongodbUri, { dbName: `${mesh.prefix}entity` }).asPromise();
  });
  after(async () => {
    await connection.close();
    await mesh.stop();
  });

  const former = async (org_id: string, supplier_code: string, deleted = false): Promise<string> => {
    const id = newId('entity');
    const now = new Date();
    const {
      code_key: _code,
      words: _words,
      ...stored
    } = toStored({
      ...{ id, org_id, type: 'supplier', name: 'Fórmer', attributes: { supplier_code }, relationships: [], version: 1 },
      ...{ created_at: now, updated_at: now, created_by: 'usr_1', deleted },
    });
    const former = { ...stored, name_key: 'fórmer', facets: [], supplier_code };
    await connection.collection<StoredEntity>('entity').insertOne(former);
    return id;
  };

  const migrate = async () => {
    const warned: unknown[] = [];
    const warn = (_line: string, fields: { entity?: unknown } = {}) => warned.push(fields.entity);
    await fillTextKeys({ warn } as never).up(connection);
    return warned;
  };

  it('have their codes from then on; a duplicate is left as it was and told of', async () => {
    const api = mesh.client();
    const [first, second] = [await former(api.orgId, 'OLD'), await former(api.orgId, 'old')];
    await former(api.orgId, 'GONE', true);
    const third = await former(mesh.client().orgId, 'OLD');
    expect(await migrate()).to.deep.equal([second]);
    expect(await migrate()).to.deep.equal([]);
    const create = (supplier_code: string) =>
      api.post('/v1/entities', { type: 'supplier', name: 'N', attributes: { supplier_code } });
    expect([(await create('OLD')).status, (await create('GONE')).status]).to.deep.equal([409, 409]);
    expect((await create('OLD')).body.error.details.supplier_id).to.equal(first);
    expect(third).to.not.equal(first);
    const list = async (query: string) => (await api.get(`/v1/entities?${query}`)).body.meta.total;
    expect([await list('name=former'), await list('attributes.supplier_code=Old')]).to.deep.equal([2, 2]);
    expect((await api.get(`/v1/entities/${first}`)).body.data).to.not.have.any.keys('supplier_code', 'words');
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
    expect(shown).to.not.have.any.keys('shares_code', 'code_key');
    expect((await set('OWN')).status).to.equal(200);
    expect((await set('TWICE')).status).to.equal(409);
    const taken = { type: 'supplier', name: 'N', attributes: { supplier_code: 'OWN' } };
    expect((await api.post('/v1/entities', taken)).status).to.equal(409);
  });
});
