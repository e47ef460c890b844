import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startEntityMesh } from './mesh.ts';

describe('relationships', () => {
  const mesh = startBeforeTests(() => startEntityMesh());

  const pair = async () => {
    const api = mesh.client();
    const supplier = (await api.post('/v1/entities', { type: 'supplier', name: 'Acme' })).body.data;
    const product = (await api.post('/v1/entities', { type: 'product', name: 'Tablets' })).body.data;
    return { api, supplier, product, path: `/v1/entities/${product.id}/relationships` };
  };

  it('are added with the target named, raise the version, and are removed again', async () => {
    const { api, supplier, product, path } = await pair();
    const added = await api.post(path, {
      type: 'supplied_by',
      target_id: supplier.id,
      attributes: { is_primary: true },
    });
    expect(added.status).to.equal(201);
    const { id, ...rest } = added.body.data;
    expect(id).to.match(/^rel_/);
    expect(rest).to.deep.equal({
      type: 'supplied_by',
      target_id: supplier.id,
      target_name: 'Acme',
      attributes: { is_primary: true },
    });
    expect((await api.get(added.headers.get('location') ?? '')).body.data.id).to.equal(id);
    expect((await api.get(`/v1/entities/${product.id}`)).body.data.version).to.equal(2);
    expect((await api.delete(`${path}/${id}`)).status).to.equal(204);
    expect((await api.delete(`${path}/${id}`)).status).to.equal(404);
    const after = (await api.get(`/v1/entities/${product.id}`)).body.data;
    expect([after.version, after.relationships]).to.deep.equal([3, []]);
  });

  it('are added and removed only at the version of the entity that If-Match names', async () => {
    const { api, supplier, path } = await pair();
    const body = { type: 'supplied_by', target_id: supplier.id };
    const at = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
    expect((await api.post(path, body, at(2))).status).to.equal(412);
    const { id } = (await api.post(path, body, at(1))).body.data;
    expect((await api.delete(`${path}/${id}`, at(1))).status).to.equal(412);
    expect((await api.delete(`${path}/${id}`, at(2))).status).to.equal(204);
  });

  it('are refused twice for the same type and target, and for an unknown target', async () => {
    const { api, supplier, path } = await pair();
    const body = { type: 'supplied_by', target_id: supplier.id };
    expect((await api.post(path, body)).status).to.equal(201);
    expect((await api.post(path, body)).status).to.equal(409);
    expect((await api.post(path, { ...body, type: 'made_by' })).status).to.equal(201);
    expect((await api.post(path, { ...body, target_id: 'ent_unknown' })).status).to.equal(422);
  });

  it('have a type that is not blank', async () => {
    const { api, supplier, path } = await pair();
    const answer = await api.post(path, { type: '  ', target_id: supplier.id });
    expect([answer.status, answer.body.error?.details.fields[0].field]).to.deep.equal([422, 'type']);
  });

  it('given at creation are kept at version 1', async () => {
    const { api, supplier } = await pair();
    const created = await api.post('/v1/entities', {
      type: 'product',
      name: 'P',
      relationships: [{ type: 'a', target_id: supplier.id }],
    });
    expect(created.body.data).to.include({ version: 1 });
    expect(created.body.data.relationships[0]).to.include({ type: 'a', target_id: supplier.id });
    const twice = [
      { type: 'a', target_id: supplier.id },
      { type: 'a', target_id: supplier.id },
    ];
    expect((await api.post('/v1/entities', { type: 'product', name: 'P', relationships: twice })).status).to.equal(422);
  });

  it('are named by include, limited to a type', async () => {
    const { api, supplier, product, path } = await pair();
    await api.post(path, { type: 'supplied_by', target_id: supplier.id });
    await api.post(path, { type: 'made_by', target_id: supplier.id });
    const all = (await api.get(`/v1/entities/${product.id}?include=relationships`)).body.data.relationships;
    expect(all.map((known: { target_name: string }) => known.target_name)).to.deep.equal(['Acme', 'Acme']);
    expect((await api.get(`/v1/entities/${product.id}?include=`)).status).to.equal(422);
    const one = (await api.get(`/v1/entities/${product.id}?include=made_by`)).body.data.relationships;
    expect(one.map((known: { type: string }) => known.type)).to.deep.equal(['made_by']);
  });

  it('are listed from both ends', async () => {
    const { api, supplier, product, path } = await pair();
    await api.post(path, { type: 'supplied_by', target_id: supplier.id });
    const outbound = (await api.get(path)).body;
    expect(outbound.meta.total).to.equal(1);
    expect(outbound.data[0]).to.include({ target_id: supplier.id, target_name: 'Acme' });
    const inbound = (await api.get(`/v1/entities/${supplier.id}/relationships?direction=inbound`)).body;
    expect(inbound.meta.total).to.equal(1);
    expect(inbound.data[0]).to.include({ source_id: product.id, source_name: 'Tablets', type: 'supplied_by' });
    expect(inbound.data[0]).to.not.have.property('target_id');
  });

  it('are listed as they were added, or in the order that is asked for, from both ends', async () => {
    const { api, supplier, path } = await pair();
    const types = ['made_by', 'supplied_by', 'checked_by'];
    for (const type of types) await api.post(path, { type, target_id: supplier.id });
    for (const list of [`${path}?`, `/v1/entities/${supplier.id}/relationships?direction=inbound&`]) {
      const sorted = async (sort: string) => {
        const { body } = await api.get(`${list}${sort}`);
        return body.data?.map(({ type }: { type: string }) => type);
      };
      expect(await sorted('')).to.deep.equal(types);
      expect(await sorted('sort=-id')).to.deep.equal(types.toReversed());
      expect(await sorted('sort=type')).to.deep.equal(types.toSorted());
      expect(await sorted('sort=-type&per_page=2')).to.deep.equal(types.toSorted().toReversed().slice(0, 2));
      expect((await api.get(`${list}sort=name`)).status).to.equal(422);
      expect((await api.get(`${list}type=`)).status).to.equal(422);
      expect(await sorted('type=made_by,checked_by')).to.deep.equal(['made_by', 'checked_by']);
    }
  });

  it('are not made to a target that is deleted', async () => {
    const { api, supplier, path } = await pair();
    await api.delete(`/v1/entities/${supplier.id}`);
    const relationship = { type: 'supplied_by', target_id: supplier.id };
    expect((await api.post(path, relationship)).status).to.equal(422);
    const entity = { type: 'product', name: 'P', relationships: [relationship] };
    expect((await api.post('/v1/entities', entity)).status).to.equal(422);
    expect((await api.post('/v1/entities/bulk', { entities: [entity] })).body.meta.failed).to.equal(1);
  });

  it('never point to what was removed in the same moment', async () => {
    const { api } = await pair();
    for (let round = 0; round < 5; round += 1) {
      const target = (await api.post('/v1/entities', { type: 'supplier', name: 'T' })).body.data;
      const source = (await api.post('/v1/entities', { type: 'product', name: 'S' })).body.data;
      const [added, removed] = await Promise.all([
        api.post(`/v1/entities/${source.id}/relationships`, { type: 'a', target_id: target.id }),
        api.delete(`/v1/entities/${target.id}?hard=true`),
      ]);
      expect([added.status, removed.status]).to.satisfy(
        ([add, remove]: number[]) => (add === 201 && remove === 409) || (add === 422 && remove === 204),
      );
    }
  });

  it('to oneself hold up no removal', async () => {
    const { api, product, path } = await pair();
    expect((await api.post(path, { type: 'replaces', target_id: product.id })).status).to.equal(201);
    expect((await api.delete(`/v1/entities/${product.id}?hard=true`)).status).to.equal(204);
  });

  it('are bounded in size', async () => {
    const { api, supplier, path } = await pair();
    const large = { type: 'a', target_id: supplier.id, attributes: { text: 'x'.repeat(300_000) } };
    const answer = await api.post(path, large);
    expect([answer.status, answer.body.error.details.fields[0].field]).to.deep.equal([422, 'relationships']);
  });
});
