import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { toStored } from '../src/entity/entity.store.ts';
import { type EntityMesh, startEntityMesh } from './mesh.ts';

type Client = ReturnType<EntityMesh['client']>;

describe('the list of entities', () => {
  let mesh: EntityMesh;
  let api: Client;

  const names = async (query: string): Promise<string[]> => {
    const answer = await api.get(`/v1/entities?${query}`);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.data.map((entity: { name: string }) => entity.name).sort();
  };

  before(async () => {
    mesh = await startEntityMesh();
    api = mesh.client();
    const entities = [
      {
        type: 'supplier',
        name: 'Acme (Pharma) GmbH',
        attributes: { country: 'DE', risk: { level: 'high' }, score: 80, gmp: true, tags: ['api', 'sterile'] },
      },
      {
        type: 'supplier',
        name: 'Beta.Chem',
        attributes: { country: 'FR', risk: { level: 'low' }, score: 8, gmp: false },
      },
      { type: 'product', name: 'acme tablets', attributes: { country: 'DE', note: 'a, b' } },
      { type: 'component', name: 'Ärztebedarf 100%', attributes: { long: 'x'.repeat(500) } },
    ];
    for (const entity of entities) expect((await api.post('/v1/entities', entity)).status).to.equal(201);
  });
  after(() => mesh.stop());

  for (const [query, expected] of [
    ['type=supplier', ['Acme (Pharma) GmbH', 'Beta.Chem']],
    ['type=product,component', ['acme tablets', 'Ärztebedarf 100%']],
    ['name=acme', ['Acme (Pharma) GmbH', 'acme tablets']],
    ['name=(pharma)', ['Acme (Pharma) GmbH']],
    ['name=.', ['Beta.Chem']],
    ['name=.*', []],
    ['name=%C3%84RZTE', ['Ärztebedarf 100%']],
    ['name=100%25', ['Ärztebedarf 100%']],
    ['attributes.country=DE', ['Acme (Pharma) GmbH', 'acme tablets']],
    ['attributes.country=DE,FR', ['Acme (Pharma) GmbH', 'Beta.Chem', 'acme tablets']],
    ['attributes.country=DE&type=supplier', ['Acme (Pharma) GmbH']],
    ['attributes.country=DE&attributes.score=80', ['Acme (Pharma) GmbH']],
    ['attributes.risk.level=low', ['Beta.Chem']],
    ['attributes.score=8', ['Beta.Chem']],
    ['attributes.gmp=true', ['Acme (Pharma) GmbH']],
    ['attributes.tags=sterile', ['Acme (Pharma) GmbH']],
    ['attributes.note=a%2C%20b', ['acme tablets']],
    [`attributes.long=${'x'.repeat(500)}`, ['Ärztebedarf 100%']],
    ['attributes.country=D', []],
    ['created_after=2020-01-01T00:00:00Z&created_before=2020-01-02', []],
    ['updated_after=2999-01-01', []],
  ] as const)
    it(`filters by ${query.slice(0, 60)}`, async () => {
      expect(await names(query)).to.deep.equal([...expected].sort());
    });

  it('counts whole types as it counts every other filter, through create, delete, restore, purge and bulk', async () => {
    const own = mesh.client();
    const totals = () =>
      Promise.all(
        ['', 'type=supplier', 'type=product', 'type=supplier,product', 'created_after=2020-01-01'].map(
          async (query) => (await own.get(`/v1/entities?per_page=1&${query}`)).body.meta.total as number,
        ),
      );
    const entity = (type: string, name: string) => ({ type, name, attributes: {} });
    const made = await own.post('/v1/entities/bulk', {
      entities: [entity('supplier', 'a'), entity('supplier', 'b'), { type: 'factory' }, entity('product', 'c')],
    });
    const [first, second, , third] = made.body.data.map(({ id }: { id: string }) => id);
    expect(await totals()).to.deep.equal([3, 2, 1, 3, 3]);
    await own.delete(`/v1/entities/${first}`);
    expect(await totals()).to.deep.equal([2, 1, 1, 2, 2]);
    await own.delete(`/v1/entities/${first}?hard=true`);
    await own.delete(`/v1/entities/${third}?hard=true`);
    await own.delete(`/v1/entities/${second}`);
    expect(await totals()).to.deep.equal([0, 0, 0, 0, 0]);
    await own.post(`/v1/entities/${second}/restore`, {});
    await own.patch(`/v1/entities/${second}`, { name: 'renamed' });
    expect(await totals()).to.deep.equal([1, 1, 0, 1, 1]);
  });

  for (const query of [
    'typo=1',
    'type=factory',
    'per_page=101',
    'page=0',
    'sort=secret',
    'created_after=yesterday',
    'name[$ne]=x',
    'attributes.=1',
    'attributes..a=1',
    'type=supplier&type=product',
    '$where=1',
  ])
    it(`refuses ${query} and names the parameter`, async () => {
      const answer = await api.get(`/v1/entities?${query}`);
      expect([answer.status, answer.body.error?.code]).to.deep.equal([422, 'validation_failed']);
      expect(answer.body.error.details.fields).to.have.length.greaterThan(0);
    });

  it('calls a parameter unknown as every list does', async () => {
    const { body } = await api.get('/v1/entities?typo=1&other=2');
    const message = 'There is no query parameter of this name.';
    expect(body.error.details.fields).to.deep.equal(
      ['typo', 'other'].map((field) => ({ field, code: 'unknown', message })),
    );
  });

  it('names the parameter by its own name where one of its values is wrong', async () => {
    const { body } = await api.get('/v1/entities?type=supplier,factory');
    expect(body.error.details.fields.map(({ field }: { field: string }) => field)).to.deep.equal(['type']);
  });

  it('says what a list is sorted by where something else is asked for', async () => {
    const { body } = await api.get('/v1/entities?sort=secret');
    const [{ field, code, message }] = body.error.details.fields;
    expect([field, code]).to.deep.equal(['sort', 'invalid_value']);
    for (const sort of ['created_at', 'updated_at', 'name', 'type', 'id'])
      expect(message).to.match(RegExp(`\\b${sort}\\b`));
  });

  it('pages without repeating or missing a record, in a stable order', async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await api.get(`/v1/entities?sort=name&per_page=2&page=${page}`);
      expect(body.meta).to.deep.equal({ total: 4, page, per_page: 2, total_pages: 2 });
      seen.push(...body.data.map((entity: { name: string }) => entity.name));
    }
    expect(seen).to.deep.equal(['Acme (Pharma) GmbH', 'acme tablets', 'Ärztebedarf 100%', 'Beta.Chem']);
    const descending = await api.get('/v1/entities?sort=-name');
    expect(descending.body.data.map((entity: { name: string }) => entity.name)).to.deep.equal([...seen].reverse());
  });

  it('shows nothing that the answer does not have, whatever is stored', async () => {
    const own = mesh.client();
    const at = new Date();
    const stored = toStored({
      id: newId('entity'),
      org_id: own.orgId,
      type: 'supplier',
      name: 'Acme',
      attributes: { country: 'DE' },
      relationships: [],
      version: 1,
      created_at: at,
      updated_at: at,
      created_by: 'usr_1',
      deleted: false,
    });
    const part = { id: 'rel_1', type: 'part_of', target_id: 'ent_1', attributes: {}, secret: 's' };
    const connection = await mongoose.createConnection(mesh.mongodbUri, { dbName: `${mesh.prefix}entity` }).asPromise();
    await connection.collection('entity').insertOne({ ...stored, relationships: [part], secret: 's' } as never);
    await connection.close();
    const { body } = await own.get('/v1/entities?attributes.country=DE');
    const shown = [
      'id',
      'type',
      'name',
      'attributes',
      'relationships',
      'created_at',
      'updated_at',
      'created_by',
      'version',
    ];
    expect(Object.keys(body.data[0])).to.have.members(shown);
    expect(Object.keys(body.data[0].relationships[0])).to.have.members(['id', 'type', 'target_id', 'attributes']);
    expect([body.data[0].created_at, body.data[0].attributes]).to.deep.equal([at.toISOString(), { country: 'DE' }]);
  });

  describe('asked for by many at the same time', () => {
    const path = '/v1/entities?attributes.plant=Basel';
    const plant = (name: string) => ({ type: 'facility', name, attributes: { plant: 'Basel' } });

    it('holds what was acknowledged before it was asked for, while equal ones are under way', async () => {
      const own = mesh.client();
      let running = true;
      const ask = async () => {
        while (running) expect((await own.get(path)).status).to.equal(200);
      };
      const others = Promise.all(Array.from({ length: 4 }, ask));
      for (let count = 1; count <= 10; count += 1) {
        expect((await own.post('/v1/entities', plant(`Hall ${count}`))).status).to.equal(201);
        const answers = await Promise.all([own.get(path), own.get(path), own.get(path)]);
        expect(answers.map(({ body }) => body.meta.total)).to.deep.equal([count, count, count]);
        expect(answers[2]?.body.data.map(({ name }: { name: string }) => name)).to.include(`Hall ${count}`);
      }
      running = false;
      await others;
    });

    it('is the own one for each organisation', async () => {
      const clients = Array.from({ length: 5 }, () => mesh.client());
      await Promise.all(clients.map((client, index) => client.post('/v1/entities', plant(`Hall of ${index}`))));
      const requested = Array.from({ length: 60 }, (_, index) => index % clients.length);
      const answers = await Promise.all(requested.map((index) => clients[index]?.get(path)));
      expect(answers.map((answer) => answer?.body.data.map(({ name }: { name: string }) => name))).to.deep.equal(
        requested.map((index) => [`Hall of ${index}`]),
      );
    });

    it('is refused to those without the scope, beside others of the organisation who have it', async () => {
      const own = mesh.client();
      const without = mesh.client({ orgId: own.orgId, scopes: ['audit-logs:read'] });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? without : own).get(path)),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map((_, index) => (index % 2 ? 403 : 200)));
    });
  });
});
