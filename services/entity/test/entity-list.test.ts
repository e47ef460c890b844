import { expect } from 'chai';
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

  it('pages without repeating or missing a record, in a stable order', async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await api.get(`/v1/entities?sort=name&per_page=2&page=${page}`);
      expect(body.meta).to.deep.equal({ total: 4, page, per_page: 2, total_pages: 2 });
      seen.push(...body.data.map((entity: { name: string }) => entity.name));
    }
    expect(seen).to.deep.equal(['Acme (Pharma) GmbH', 'acme tablets', 'Beta.Chem', 'Ärztebedarf 100%']);
    const descending = await api.get('/v1/entities?sort=-name');
    expect(descending.body.data.map((entity: { name: string }) => entity.name)).to.deep.equal([...seen].reverse());
  });
});
