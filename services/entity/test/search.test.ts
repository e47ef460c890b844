import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startEntityMesh } from './mesh.ts';

type Found = { type: string; id: string; title: string; subtitle: string | null; status: string | null };

describe('search', () => {
  const mesh = startBeforeTests(() => startEntityMesh());
  type Api = ReturnType<typeof mesh.client>;
  let api: Api;

  const create = async (of: Api, type: string, name: string, attributes: object = {}): Promise<string> =>
    (await of.post('/v1/entities', { type, name, attributes })).body.data.id;

  before(async () => {
    api = mesh.client();
    await create(api, 'supplier', 'Łódź Chemia', { supplier_code: 'LCH-7' });
    await create(api, 'supplier', 'Chemie Köln-Mülheim GmbH', { supplier_code: 'KM-10' });
    await create(api, 'facility', 'Lager Hohe Straße', { status: 'active' });
    await create(api, 'product', 'İstanbul Tablets', { description: 'Film-coated, packed in Köln' });
    await create(api, 'component', 'Zinc', { component_code: 'CMP-1', batch_number: 'ÄB 7' });
    await create(api, 'component', '浙江华海药业', { component_code: 'CMP-2' });
    await create(mesh.client(), 'supplier', 'Köln of another organisation');
    const deleted = await create(api, 'supplier', 'Köln, deleted');
    await api.delete(`/v1/entities/${deleted}`);
  });

  const names = async (query: string): Promise<string[]> => {
    const { body, status } = await api.get(`/v1/entities?sort=name&${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.meta.total).to.equal(body.data.length);
    return body.data.map(({ name }: { name: string }) => name);
  };

  const [CHEMIA, KOLN, LAGER, ISTANBUL, ZINC, HUAHAI] = [
    ...['Łódź Chemia', 'Chemie Köln-Mülheim GmbH', 'Lager Hohe Straße', 'İstanbul Tablets', 'Zinc', '浙江华海药业'],
  ];

  for (const [query, found] of [
    ['q=strasse', [LAGER]],
    ['q=istanbul', [ISTANBUL]],
    ['q=lodz', [CHEMIA]],
    ['q=Koln Mul', [KOLN]],
    ['q=KÖLN', [KOLN, ISTANBUL]],
    ['q=koln tab', [ISTANBUL]],
    ['q=km-10', [KOLN]],
    ['q=äb 7', [ZINC]],
    ['q=ab', [ZINC]],
    ['q=华海', [HUAHAI]],
    ['q=cmp&type=component', [ZINC, HUAHAI]],
    ['q=chem&attributes.supplier_code=lch-7', [CHEMIA]],
    ['q=oln', []],
    ['q=koln zinc', []],
    ['name=LODZ', [CHEMIA]],
    ['name=hohe strasse', [LAGER]],
    ['', [KOLN, ISTANBUL, LAGER, CHEMIA, ZINC, HUAHAI]],
  ] as const)
    it(`lists ${found.join(', ') || 'nothing'} for "${query}"`, async () =>
      expect(await names(encodeURI(query))).to.deep.equal(found));

  const search = async (of: Pick<Api, 'get'>, q: string): Promise<Found[]> => {
    const { status, body } = await of.get(`/v1/search?q=${encodeURIComponent(q)}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };
  const hit = (type: string, title: string, subtitle: string | null = null) => ({
    type,
    title,
    subtitle,
    id: `${type}_1`,
    status: 'open',
  });

  it('asks all kinds that the caller may read, and no other', async () => {
    mesh.referring.certificate.hits.push(hit('certificate', 'Zertifikat Köln'));
    mesh.referring.quality.hits.push(hit('deviation', 'Köln', 'DEV-2026-0001'));
    const found = async (...scopes: string[]) => {
      const answer = await search(mesh.client({ orgId: api.orgId, scopes: scopes as never }), 'köln');
      return answer.map(({ title }) => title);
    };
    expect(await found('entities:read')).to.deep.equal([KOLN, ISTANBUL]);
    expect(await found('suppliers:read')).to.deep.equal([KOLN]);
    expect(await found('certificates:read')).to.deep.equal(['Zertifikat Köln']);
    expect(await found('quality-events:read', 'suppliers:read')).to.deep.equal(['Köln', KOLN]);
    expect(await found('audit-logs:read')).to.deep.equal([]);
    expect(mesh.referring.quality.requested).to.deep.equal([{ orgId: api.orgId, query: 'köln' }]);
  });

  it('shows what a record is, with its code and state, and the code that was asked for first', async () => {
    const of = mesh.client({ scopes: ['entities:read', 'entities:write'] });
    for (let index = 10; index < 40; index += 1)
      await create(of, 'supplier', `KM-1 ${index}`, { supplier_code: `KM-1${index}` });
    const id = await create(of, 'supplier', 'Acme', { supplier_code: 'KM-1' });
    const found = await search(of, 'km-1');
    expect(found).to.have.length(20);
    expect(found[0]).to.deep.equal({ type: 'supplier', id, title: 'Acme', subtitle: 'KM-1', status: 'new' });
  });

  it('is unavailable while a service whose records the caller may read is away', async () => {
    mesh.referring.quality.wire.cut();
    const path = '/v1/search?q=zinc';
    const all = mesh.client({ orgId: api.orgId, scopes: ['entities:read', 'quality-events:read'] });
    expect((await all.get(path)).status).to.equal(503);
    expect((await mesh.client({ orgId: api.orgId, scopes: ['entities:read'] }).get(path)).status).to.equal(200);
  });

  for (const path of ['/v1/search', '/v1/search?q=', '/v1/search?q=%E2%80%8B', '/v1/search?q=--', '/v1/entities?q=--'])
    it(`refuses ${path}, which has no word`, async () => {
      const { status, body } = await api.get(path);
      expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'q']);
    });
});
