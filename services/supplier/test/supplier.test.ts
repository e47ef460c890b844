import { newId } from '@qsc/contracts';
import { apiClient, type EventTap, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { startSupplierService } from '../src/compose.ts';
import { type SupplierMesh, startSupplierMesh } from './mesh.ts';

const BODY = {
  name: 'Acme Pharma',
  supplier_code: 'S-1',
  attributes: { country: 'DE', region: 'EMEA', categories: ['API'], own: { free: true } },
};

describe('suppliers', () => {
  let mesh: SupplierMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startSupplierMesh();
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  it('are created as new, with Location and ETag, and are the same record at both entry points', async () => {
    const api = mesh.supplierApi();
    const answer = await api.post('/v1/suppliers', BODY);
    expect(answer.status).to.equal(201);
    const { data } = answer.body;
    expect(data).to.deep.include({ type: 'supplier', name: 'Acme Pharma', supplier_code: 'S-1', version: 1 });
    expect(data.attributes).to.deep.equal({ ...BODY.attributes, qualification_status: 'new' });
    expect(answer.headers.get('location')).to.equal(`/v1/suppliers/${data.id}`);
    expect(answer.headers.get('etag')).to.equal('"1"');
    expect((await api.get(`/v1/suppliers/${data.id}`)).body.data).to.deep.equal(data);
    const entity = (await mesh.entityApi(api.orgId).get(`/v1/entities/${data.id}`)).body.data;
    expect(entity.attributes).to.deep.equal({ ...data.attributes, supplier_code: 'S-1' });
    expect([entity.version, entity.created_by]).to.deep.equal([1, data.created_by]);
  });

  it('show at once what was written at either entry point, and in the list what was written here', async () => {
    const api = mesh.supplierApi();
    const entities = mesh.entityApi(api.orgId);
    const { id } = (await api.post('/v1/suppliers', BODY)).body.data;
    expect((await api.get('/v1/suppliers')).body).to.deep.include({
      meta: { total: 1, page: 1, per_page: 25, total_pages: 1 },
    });
    const patched = await api.patch(`/v1/suppliers/${id}`, {
      name: 'Acme GmbH',
      supplier_code: 'S-2',
      attributes: { own: { more: 1 }, region: null },
    });
    expect([patched.status, patched.headers.get('etag')]).to.deep.equal([200, '"2"']);
    expect(patched.body.data.attributes.own).to.deep.equal({ free: true, more: 1 });
    const [listed] = (await api.get('/v1/suppliers?supplier_code=S-2')).body.data;
    expect(listed).to.deep.equal({ ...patched.body.data, relationships: [] });
    await entities.patch(`/v1/entities/${id}`, { name: 'By the other entry point' });
    expect((await api.get(`/v1/suppliers/${id}`)).body.data).to.include({
      name: 'By the other entry point',
      version: 3,
    });
  });

  it('raise no version for a change that changes nothing, and honour If-Match', async () => {
    const api = mesh.supplierApi();
    const { id } = (await api.post('/v1/suppliers', BODY)).body.data;
    const path = `/v1/suppliers/${id}`;
    expect((await api.patch(path, BODY)).body.data.version).to.equal(1);
    const stale = await api.patch(path, { name: 'B' }, { headers: { 'if-match': '"9"' } });
    expect([stale.status, stale.body.error.code, stale.headers.get('etag')]).to.deep.equal([
      ...[412, 'precondition_failed', '"1"'],
    ]);
    expect((await api.patch(path, { name: 'B' }, { headers: { 'if-match': '"1"' } })).status).to.equal(200);
  });

  it('refuse a code that another supplier has, at either entry point, and name that supplier', async () => {
    const api = mesh.supplierApi();
    const first = (await api.post('/v1/suppliers', BODY)).body.data;
    const second = await api.post('/v1/suppliers', { ...BODY, name: 'Other' });
    expect([second.status, second.body.error.code]).to.deep.equal([409, 'conflict']);
    expect(second.body.error.details).to.deep.equal({
      field: 'supplier_code',
      supplier_code: 'S-1',
      supplier_id: first.id,
    });
    const other = { type: 'supplier', name: 'Other', attributes: { supplier_code: 'S-1' } };
    expect((await mesh.entityApi(api.orgId).post('/v1/entities', other)).status).to.equal(409);
    expect((await mesh.supplierApi().post('/v1/suppliers', BODY)).status).to.equal(201);
  });

  for (const [rule, body, field] of [
    ['without a name', { supplier_code: 'S' }, 'name'],
    ['without a code', { name: 'S' }, 'supplier_code'],
    ['with a blank code', { ...BODY, supplier_code: ' ' }, 'supplier_code'],
    [
      'with a status',
      { ...BODY, attributes: { qualification_status: 'qualified' } },
      'attributes.qualification_status',
    ],
    ['with a risk', { ...BODY, attributes: { risk_score: 1 } }, 'attributes.risk_score'],
    ['with a level of risk', { ...BODY, attributes: { risk_level: 'low' } }, 'attributes.risk_level'],
    ['with the code among the attributes', { ...BODY, attributes: { supplier_code: 'X' } }, 'attributes.supplier_code'],
    ['with a country that is no code', { ...BODY, attributes: { country: 'Germany' } }, 'attributes.country'],
    [
      'with a next audit on a day that there is not',
      { ...BODY, attributes: { next_audit_date: '2026-02-30' } },
      'attributes.next_audit_date',
    ],
    [
      'with a contact of another form',
      { ...BODY, attributes: { primary_contact: 'Jana' } },
      'attributes.primary_contact',
    ],
    ['with a name of an attribute that cannot be stored', { ...BODY, attributes: { 'a.b': 1 } }, 'attributes.a.b'],
    ['with a member that the service sets', { ...BODY, id: 'ent_1' }, 'id'],
  ] as const)
    it(`are not created ${rule}`, async () => {
      const api = mesh.supplierApi();
      const answer = await api.post('/v1/suppliers', body);
      expect([answer.status, answer.body.error.details.fields[0].field]).to.deep.equal([422, field]);
      expect((await mesh.entityApi(api.orgId).get('/v1/entities')).body.meta.total).to.equal(0);
    });

  it('are refused with a short message, however many and long the names are that cannot be stored', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `$${index}${'x'.repeat(100)}`);
    for (const attributes of [Object.fromEntries(names.map((name) => [name, 1])), { ['é'.repeat(100_000)]: 1 }]) {
      const answer = await mesh.supplierApi().post('/v1/suppliers', { ...BODY, attributes });
      expect([answer.status, answer.body.error.code]).to.deep.equal([422, 'validation_failed']);
      expect(answer.body.error.details.fields).to.not.have.length(0);
    }
  });

  it('are listed, and neither read nor written, while the entity service is not reachable', async () => {
    const api = mesh.supplierApi();
    const { id } = (await api.post('/v1/suppliers', BODY)).body.data;
    const alone = await startSupplierService({ ...mesh.config, ENTITY_GRPC_URL: '127.0.0.1:9' }, { queue: mesh.queue });
    try {
      const there = apiClient(`http://127.0.0.1:${alone.httpPort}`, mesh.identity.token({ orgId: api.orgId }));
      expect((await there.get('/v1/suppliers')).body.meta.total).to.equal(1);
      for (const answer of [
        await there.get(`/v1/suppliers/${id}`),
        await there.patch(`/v1/suppliers/${id}`, { name: 'X' }),
        await there.post('/v1/suppliers', { ...BODY, supplier_code: 'S-2' }),
      ])
        expect([answer.status, answer.body.error.code, answer.headers.has('retry-after')]).to.deep.equal([
          ...[503, 'service_unavailable', true],
        ]);
    } finally {
      await alone.stop();
    }
  });

  it('accept days alone as dates, also in a change, and their removal', async () => {
    const api = mesh.supplierApi();
    const { id } = (await api.post('/v1/suppliers', BODY)).body.data;
    const change = (attributes: object) => api.patch(`/v1/suppliers/${id}`, { attributes });
    for (const date of ['next_audit_date', 'qualification_date']) {
      for (const value of ['soon', 20270501, '2027-05-01T00:00:00Z']) {
        const answer = await change({ [date]: value });
        expect([answer.status, answer.body.error?.details.fields[0].field]).to.deep.equal([422, `attributes.${date}`]);
      }
      expect((await change({ [date]: '2027-05-01' })).body.data.attributes[date]).to.equal('2027-05-01');
      expect((await change({ [date]: null })).body.data.attributes).to.not.have.property(date);
    }
  });

  it('refuse a change of the risk, and accept the same value', async () => {
    const api = mesh.supplierApi();
    const imported = { type: 'supplier', name: 'I', attributes: { risk_score: 80, risk_level: 'critical' } };
    const { id } = (await mesh.entityApi(api.orgId).post('/v1/entities', imported)).body.data;
    const refused = await api.patch(`/v1/suppliers/${id}`, { attributes: { risk_score: 1, risk_level: 'low' } });
    expect([refused.status, refused.body.error.details.fields.length]).to.deep.equal([422, 2]);
    const same = await api.patch(`/v1/suppliers/${id}`, { attributes: { ...imported.attributes, region: 'APAC' } });
    expect([same.status, same.body.data.version]).to.deep.equal([200, 2]);
  });

  it('are not found when they are unknown, deleted, of another type or of another organisation', async () => {
    const api = mesh.supplierApi();
    const entities = mesh.entityApi(api.orgId);
    const component = (await entities.post('/v1/entities', { type: 'component', name: 'C' })).body.data;
    const deleted = (await api.post('/v1/suppliers', BODY)).body.data;
    await entities.delete(`/v1/entities/${deleted.id}`);
    const foreign = (await mesh.supplierApi().post('/v1/suppliers', BODY)).body.data;
    for (const id of ['ent_unknown', component.id, deleted.id, foreign.id])
      for (const answer of [
        await api.get(`/v1/suppliers/${id}`),
        await api.patch(`/v1/suppliers/${id}`, { name: 'X' }),
      ])
        expect([answer.status, answer.body.error.code], id).to.deep.equal([404, 'not_found']);
  });

  it('name the targets of their relationships', async () => {
    const api = mesh.supplierApi();
    const entities = mesh.entityApi(api.orgId);
    const { id } = (await api.post('/v1/suppliers', BODY)).body.data;
    const film = (await entities.post('/v1/entities', { type: 'component', name: 'Film' })).body.data;
    await entities.post(`/v1/entities/${id}/relationships`, { type: 'supplies', target_id: film.id });
    const [relationship] = (await api.get(`/v1/suppliers/${id}`)).body.data.relationships;
    expect(relationship).to.deep.include({ type: 'supplies', target_id: film.id, target_name: 'Film', attributes: {} });
  });

  it('are written once for an idempotency key, by the caller whom the audit entry names', async () => {
    const api = mesh.supplierApi();
    const keyed = { headers: { 'idempotency-key': 'k', 'x-change-reason': 'onboarding', 'x-request-id': 'req-9' } };
    const first = await api.post('/v1/suppliers', BODY, keyed);
    const again = await api.post('/v1/suppliers', BODY, keyed);
    expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([201, 'true']);
    expect(again.body).to.deep.equal(first.body);
    const other = await api.post('/v1/suppliers', { ...BODY, name: 'B' }, keyed);
    expect(other.body.error.code).to.equal('idempotency_key_reused');
    const { data } = await tap.next('the created event', ({ subject }) => subject === first.body.data.id);
    expect(data.audit.user.id).to.equal(first.body.data.created_by);
    expect(data.audit.metadata).to.include({ reason: 'onboarding', request_id: 'req-9' });
    expect(data.audit.client.ip_address).to.match(/127\.0\.0\.1$/);
  });

  it('get the first response for a key, even if the stored response is lost', async () => {
    const api = mesh.supplierApi();
    const keyed = { headers: { 'idempotency-key': 'crash' } };
    const first = await api.post('/v1/suppliers', BODY, keyed);
    await mesh.database.collection('idempotency').deleteMany({});
    const again = await api.post('/v1/suppliers', BODY, keyed);
    expect([again.status, again.body]).to.deep.equal([201, first.body]);
    expect((await mesh.entityApi(api.orgId).get('/v1/entities')).body.meta.total).to.equal(1);
  });

  it('are read with an audit entry where the organisation records reads', async () => {
    const api = mesh.supplierApi();
    await mesh.identity.setOrganization({ id: api.orgId, tier: 'custom', recorded_reads: ['supplier'] });
    const { id } = (await api.post('/v1/suppliers', BODY)).body.data;
    await api.get(`/v1/suppliers/${id}`);
    await api.get(`/v1/suppliers/${id}/risk`);
    const isRead = ({ subject, data }: (typeof tap.events)[number]) => subject === id && data.audit?.action === 'read';
    const event = await tap.next('both reads', (one) => isRead(one) && tap.events.filter(isRead).length === 2);
    expect(event.type).to.equal('supplier.supplier.read.v1');
  });

  it('need the scope of suppliers, and a role that may write for writes', async () => {
    const orgId = newId('organization');
    const entitiesOnly = mesh.supplierApi({ orgId, scopes: ['entities:read', 'entities:write'] });
    expect((await entitiesOnly.get('/v1/suppliers')).body.error.details.required_scope).to.equal('suppliers:read');
    const viewer = mesh.supplierApi({ orgId, role: 'viewer' });
    expect((await viewer.get('/v1/suppliers')).status).to.equal(200);
    expect((await viewer.post('/v1/suppliers', BODY)).status).to.equal(403);
  });

  it('need a reason in strict mode', async () => {
    const api = mesh.supplierApi();
    await mesh.identity.setOrganization({ id: api.orgId, tier: 'custom', strict_mode: true });
    expect((await api.post('/v1/suppliers', BODY)).body.error.code).to.equal('reason_required');
  });
});
