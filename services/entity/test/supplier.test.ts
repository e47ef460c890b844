import { newId } from '@qsc/contracts';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { type EntityMesh, startEntityMesh } from './mesh.ts';

const MOVERS = ['quality_manager', 'quality_assurance', 'supplier_manager'];

describe('suppliers through the generic endpoints', () => {
  const mesh = startBeforeTests(() => startEntityMesh());

  const supplier = (supplier_code: unknown, name = 'S') => ({ type: 'supplier', name, attributes: { supplier_code } });
  type Api = ReturnType<EntityMesh['client']>;
  const created = async (api: Api, code: unknown): Promise<string> =>
    (await api.post('/v1/entities', supplier(code))).body.data.id;
  const findCode = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ];
  const CONFLICT = [409, 'conflict'];

  it('refuse a code that another supplier of the organisation has, and name that supplier', async () => {
    const api = mesh.client();
    const first = await created(api, 'S-1');
    const answer = await api.post('/v1/entities', supplier('S-1'));
    expect(findCode(answer)).to.deep.equal(CONFLICT);
    expect(answer.body.error.details).to.deep.equal({
      field: 'attributes.supplier_code',
      supplier_code: 'S-1',
      supplier_id: first,
    });
    expect((await mesh.client().post('/v1/entities', supplier('S-1'))).status).to.equal(201);
    const component = { type: 'component', name: 'C', attributes: { supplier_code: 'S-1' } };
    expect((await api.post('/v1/entities', component)).status).to.equal(201);
  });

  it('refuse to change to a code that is taken, and free the one that was had before', async () => {
    const api = mesh.client();
    const [first, second] = [await created(api, 'A'), await created(api, 'B')];
    const set = (id: string, supplier_code: string | null) =>
      api.patch(`/v1/entities/${id}`, { attributes: { supplier_code } });
    expect(findCode(await set(second, 'A'))).to.deep.equal(CONFLICT);
    expect((await set(second, 'B')).status).to.equal(200);
    expect((await set(first, 'C')).status).to.equal(200);
    expect((await set(second, 'A')).status).to.equal(200);
    expect((await set(first, null)).status).to.equal(200);
    expect((await set(second, 'C')).status).to.equal(200);
  });

  it('keep their code while they are deleted, and free it when they are removed for good', async () => {
    const api = mesh.client();
    const first = await created(api, 'D');
    await api.delete(`/v1/entities/${first}`);
    const refused = await api.post('/v1/entities', supplier('D'));
    expect(findCode(refused)).to.deep.equal(CONFLICT);
    expect(refused.body.error.details.supplier_id).to.equal(first);
    expect(refused.body.error.message).to.contain('It is deleted and can be restored');
    expect((await api.post(`/v1/entities/${first}/restore`)).status).to.equal(200);
    await api.delete(`/v1/entities/${first}?hard=true`);
    expect((await api.post('/v1/entities', supplier('D'))).status).to.equal(201);
  });

  const SAME: [string, string, string][] = [
    ['composed or not', '\u00c91', 'E\u03011'],
    ['in any case', 'TB-1', 'tb-1'],
    ['with something invisible', 'TB-1', 'TB-1\u200b'],
    ['with blanks around it', 'TB-1', ' TB-1 '],
  ];
  for (const [name, one, other] of SAME)
    it(`refuse a code that looks like another one, at every door: ${name}`, async () => {
      const api = mesh.client();
      const first = await created(api, one);
      const second = await created(api, 'OTHER');
      const answers = [
        await api.post('/v1/entities', supplier(other)),
        await api.patch(`/v1/entities/${second}`, { attributes: { supplier_code: other } }),
        await api.post('/v1/entities/bulk?atomic=true', { entities: [supplier(other)] }),
        await api.patch('/v1/entities/bulk?atomic=true', {
          updates: [{ id: second, attributes: { supplier_code: other } }],
        }),
      ];
      expect(answers.map(findCode)).to.deep.equal(answers.map(() => CONFLICT));
      expect(answers[0]?.body.error.details.supplier_id).to.equal(first);
      const found = await api.get(`/v1/entities?attributes.supplier_code=${encodeURIComponent(other)}`);
      expect(found.body.data.map(({ id }: { id: string }) => id)).to.deep.equal([first]);
    });

  it('have a code that is stored NFC and trimmed, and can be seen', async () => {
    const api = mesh.client();
    const { body } = await api.post('/v1/entities', supplier(' E\u03012 '));
    expect(body.data.attributes.supplier_code).to.equal('\u00c92');
    expect((await api.post('/v1/entities', supplier('\u200b\u2060'))).status).to.equal(422);
  });

  it('and components have codes of their own, each unique by itself', async () => {
    const api = mesh.client();
    const component = (component_code: string) => ({ type: 'component', name: 'C', attributes: { component_code } });
    const { body } = await api.post('/v1/entities', component('C-1'));
    expect((await api.post('/v1/entities', supplier('C-1'))).status).to.equal(201);
    const refused = await api.post('/v1/entities', component('c-1 '));
    expect(findCode(refused)).to.deep.equal(CONFLICT);
    expect(refused.body.error.details).to.deep.equal({
      field: 'attributes.component_code',
      component_code: 'c-1',
      component_id: body.data.id,
    });
  });

  it('let one of many have the code that all ask for at once, and refuse nobody else for it', async () => {
    const api = mesh.client();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        api.post('/v1/entities', supplier(index % 3 === 0 ? 'X' : `X-${index}`)),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).to.have.length(9);
    expect(statuses.filter((status) => status === 201)).to.have.length(21);
    expect((await api.get('/v1/entities?type=supplier')).body.meta.total).to.equal(21);
  });

  it('refuse in a bulk request the items alone whose code is taken, by the store or by an item before', async () => {
    const api = mesh.client();
    await created(api, 'T');
    const entities = [supplier('U'), supplier('T'), supplier('U'), supplier('V')];
    const answer = await api.post('/v1/entities/bulk', { entities });
    expect(answer.body.data.map(({ status }: { status: number }) => status)).to.deep.equal([201, 409, 409, 201]);
    expect(answer.body.data[1].error.code).to.equal('conflict');
    const atomic = await api.post('/v1/entities/bulk?atomic=true', { entities: [supplier('W'), supplier('V')] });
    expect(findCode(atomic)).to.deep.equal(CONFLICT);
    expect((await api.post('/v1/entities', supplier('W'))).status).to.equal(201);
  });

  it('hand a code on inside a bulk request in the order of its items', async () => {
    const api = mesh.client();
    const [first, second] = [await created(api, 'P'), await created(api, 'Q')];
    const update = (id: string, supplier_code: string) => ({ id, attributes: { supplier_code } });
    const answer = await api.patch('/v1/entities/bulk', {
      updates: [update(second, 'P'), update(first, 'R'), update(second, 'P')],
    });
    expect(answer.body.data.map(({ status }: { status: number }) => status)).to.deep.equal([409, 200, 200]);
  });

  it('let one of many bulk requests at once have a code, and refuse the item alone in the others', async () => {
    const api = mesh.client();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        api.post('/v1/entities/bulk', { entities: [supplier(`own-${index}`), supplier('shared')] }),
      ),
    );
    const results = answers.map(({ body }) => body.data.map(({ status }: { status: number }) => status).join());
    expect(results.toSorted()).to.deep.equal(['201,201', ...Array(5).fill('201,409')]);
  });

  it('refuse to set the risk, by one change or by many, and take the same value as no change', async () => {
    const api = mesh.client();
    const attributes = { risk_score: 30, risk_level: 'medium' };
    const imported = await api.post('/v1/entities', { type: 'supplier', name: 'Imported', attributes });
    expect(imported.status).to.equal(201);
    const { id } = imported.body.data;
    const refused = await api.patch(`/v1/entities/${id}`, { attributes: { risk_score: 10, risk_level: null } });
    expect(findCode(refused)).to.deep.equal([422, 'validation_failed']);
    expect(refused.body.error.details.fields.map(({ field }: { field: string }) => field)).to.deep.equal([
      'attributes.risk_score',
      'attributes.risk_level',
    ]);
    const bulk = await api.patch('/v1/entities/bulk', { updates: [{ id, attributes: { risk_level: 'low' } }] });
    expect(bulk.body.data[0].error.code).to.equal('validation_failed');
    const same = await api.patch(`/v1/entities/${id}`, { attributes: { ...attributes, country: 'DE' } });
    expect([same.status, same.body.data.version]).to.deep.equal([200, 2]);
    const product = (await api.post('/v1/entities', { type: 'product', name: 'P' })).body.data;
    expect((await api.patch(`/v1/entities/${product.id}`, { attributes: { risk_level: 'low' } })).status).to.equal(200);
  });

  for (const [type, attribute, from, to, roles] of [
    ['supplier', 'qualification_status', 'new', 'evaluation', MOVERS],
    [
      'certificate',
      'status',
      'pending',
      'valid',
      [
        'quality_manager',
        'quality_assurance',
        'quality_specialist',
        'supplier_manager',
        'document_owner',
        'qualified_person',
      ],
    ],
  ] as const)
    it(`refuse a system administrator who would move a ${type}, and name the roles that may`, async () => {
      const orgId = newId('organization');
      const admin = mesh.client({ orgId, role: 'system_admin' });
      const made = await admin.post('/v1/entities', { type, name: 'X', attributes: { [attribute]: from } });
      expect(made.status).to.equal(201);
      const path = `/v1/entities/${made.body.data.id}`;
      const refused = await admin.patch(path, { attributes: { [attribute]: to } });
      expect(findCode(refused)).to.deep.equal([403, 'forbidden']);
      expect(refused.body.error.details).to.deep.equal({ reason: 'role', roles });
      expect((await admin.patch(path, { attributes: { note: 'x' } })).status).to.equal(200);
      expect((await mesh.client({ orgId }).patch(path, { attributes: { [attribute]: to } })).status).to.equal(200);
    });
});
