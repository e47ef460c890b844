import { newId, type Role } from '@qsc/contracts';
import type { EntitySnapshot } from '@qsc/contracts/events';
import { systemCall } from '@qsc/service-kit';
import { type EventTap, eventually, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeTransition, recordClient } from '../../entity/test/record-client.ts';
import { makeEntityClient } from '../src/entity.client.ts';
import { toChange } from '../src/qualification/qualification.ts';
import { monthsAfter } from '../src/supplier/day.ts';
import { type SupplierMesh, startSupplierMesh } from './mesh.ts';

const TODAY = '2026-05-31';

type QualificationInput = { status: string; effective_date?: string; reason?: string; [more: string]: unknown };

describe('the qualification of a supplier', () => {
  let mesh: SupplierMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startSupplierMesh(() => new Date(`${TODAY}T12:00:00Z`));
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const CONDITIONS = { conditions: ['Every batch is tested'] };

  const newSupplier = async () => {
    const api = mesh.supplierApi();
    const { id } = (await api.post('/v1/suppliers', { name: 'Acme', supplier_code: newId('event') })).body.data;
    const path = `/v1/suppliers/${id}`;
    const asRole = (role: Role) => mesh.supplierApi({ orgId: api.orgId, role });
    const qualify = (input: QualificationInput, headers = {}, client = api) =>
      client.post(`${path}/qualification`, { effective_date: TODAY, reason: 'Audit', ...input }, { headers });
    const walk = async (...statuses: string[]) => {
      for (const status of statuses) {
        const answer = await qualify({ status, ...(status === 'conditional' ? CONDITIONS : {}) });
        expect(answer.status, `${status}: ${JSON.stringify(answer.body)}`).to.equal(200);
      }
    };
    const document = async () => {
      const body = { type: 'document', name: 'Audit report' };
      return (await mesh.entityApi(api.orgId).post('/v1/entities', body)).body.data.id as string;
    };
    const history = async (query = '') => (await api.get(`${path}/qualifications${query}`)).body;
    return { api, id: id as string, path, asRole, qualify, walk, document, history };
  };

  const refusal = ({ status, body }: Awaited<ReturnType<Awaited<ReturnType<typeof newSupplier>>['qualify']>>) => [
    status,
    body.error?.code,
  ];

  it('returns the current supplier and the qualification', async () => {
    const { api, id, path, qualify, document, history } = await newSupplier();
    const documents = [await document()];
    const document_references = [{ document_id: documents[0], version: 1, checksum: null, filename: null }];
    const answer = await qualify({ status: 'evaluation', documents, reason: 'Questionnaire complete' });
    expect([answer.status, answer.headers.get('etag')]).to.deep.equal([200, '"2"']);
    const { qualification, ...supplier } = answer.body.data;
    expect(qualification).to.deep.include({
      previous_status: 'new',
      status: 'evaluation',
      effective_date: TODAY,
      reason: 'Questionnaire complete',
      conditions: [],
      documents,
      document_references,
      next_review_date: null,
      scheduled: false,
      outcome: 'effective',
      refusal: null,
    });
    expect(qualification.id).to.match(/^qual_/);
    expect((await history()).data[0].document_references).to.deep.equal(document_references);
    expect(supplier.attributes).to.deep.include({
      qualification_status: 'evaluation',
      qualification_date: TODAY,
      documents,
    });
    expect((await api.get(path)).body.data).to.deep.equal(supplier);
    expect((await mesh.entityApi(api.orgId).get(`/v1/entities/${id}`)).body.data.version).to.equal(2);
    expect((await api.get('/v1/suppliers?qualification_status=evaluation')).body.meta.total).to.equal(1);
  });

  it('accepts the transitions of the table alone, and lists the allowed ones', async () => {
    const { qualify, walk, api, path } = await newSupplier();
    const refused = await qualify({ status: 'qualified' });
    expect(refusal(refused)).to.deep.equal([409, 'invalid_transition']);
    expect(refused.body.error.details).to.deep.equal({
      current_state: 'new',
      requested_state: 'qualified',
      allowed_transitions: ['evaluation', 'disqualified'],
    });
    const bare = await qualify({ status: 'conditional' });
    expect(refusal(bare)).to.deep.equal([409, 'invalid_transition']);
    await walk('evaluation', 'qualified', 'qualified', 'conditional', 'conditional', 'suspended');
    expect(refusal(await qualify({ status: 'suspended' }))).to.deep.equal([409, 'invalid_transition']);
    expect(refusal(await qualify({ status: 'new' }))).to.deep.equal([409, 'invalid_transition']);
    await walk('conditional', 'evaluation', 'disqualified', 'evaluation');
    expect((await api.get(path)).body.data.version).to.equal(11);
  });

  it('requires conditions where it is conditional, and documents after a suspension, by the field names of the body', async () => {
    const { qualify, walk, document, api, path } = await newSupplier();
    await walk('evaluation');
    const bare = await qualify({ status: 'conditional' });
    expect(refusal(bare)).to.deep.equal([422, 'missing_required_fields']);
    expect(bare.body.error.details.missing_fields).to.deep.equal(['conditions']);
    await walk('conditional', 'suspended');
    const without = await qualify({ status: 'qualified' });
    expect(without.body.error.details.missing_fields).to.deep.equal(['documents']);
    const documents = [await document()];
    expect((await qualify({ status: 'qualified', documents })).status).to.equal(200);
    const { attributes } = (await api.get(path)).body.data;
    expect(attributes).to.deep.include({ qualification_status: 'qualified', documents });
    expect(attributes).to.not.have.property('conditions');
  });

  it('refuses ids that are no documents, and names each', async () => {
    const { qualify, document, api } = await newSupplier();
    const component = (await mesh.entityApi(api.orgId).post('/v1/entities', { type: 'component', name: 'C' })).body
      .data;
    const other = await newSupplier();
    const documents = [await document(), component.id, 'ent_none', await other.document()];
    const answer = await qualify({ status: 'evaluation', documents });
    expect(answer.status).to.equal(422);
    expect(answer.body.error.details.fields.map(({ field }: { field: string }) => field)).to.deep.equal([
      ...['documents.1', 'documents.2', 'documents.3'],
    ]);
  });

  for (const [rule, input] of [
    ['a review before it takes effect', { next_review_date: '2026-05-30' }],
    ['no reason', { reason: ' ' }],
    ['a date that there is not', { effective_date: '2026-02-30' }],
    ['a day that nobody can mean', { effective_date: '9999-12-31' }],
    ['a day of another age', { effective_date: '0001-01-01' }],
    ['a status that there is not', { status: 'approved' }],
    ['a member that there is not', { reviewed: true }],
  ] as const)
    it(`refuses ${rule}, and stores nothing`, async () => {
      const { qualify, history, api, path } = await newSupplier();
      expect(refusal(await qualify({ status: 'evaluation', ...input }))).to.deep.equal([422, 'validation_failed']);
      expect((await history()).meta.total).to.equal(0);
      expect((await api.get(path)).body.data.version).to.equal(1);
    });

  it('sets the next audit by the risk unless it is given, and leaves it for other states', async () => {
    for (const [level, due] of [
      ['critical', '2027-05-31'],
      ['high', '2027-05-31'],
      ['medium', '2028-05-31'],
      ['low', '2029-05-31'],
      [null, '2027-05-31'],
    ] as const) {
      const { walk, qualify, api } = await newSupplier();
      const attributes = level === null ? {} : { risk_level: level };
      const created = await mesh.entityApi(api.orgId).post('/v1/entities', { type: 'supplier', name: 'S', attributes });
      const path = `/v1/suppliers/${created.body.data.id}/qualification`;
      const body = { effective_date: TODAY, reason: 'r' };
      await api.post(path, { ...body, status: 'evaluation' });
      const { data } = (await api.post(path, { ...body, status: 'qualified' })).body;
      expect([data.qualification.next_review_date, data.attributes.next_audit_date], String(level)).to.deep.equal([
        due,
        due,
      ]);
      await walk('evaluation');
      const answered = await qualify({ status: 'qualified', next_review_date: '2026-07-01' });
      expect(answered.body.data.attributes.next_audit_date).to.equal('2026-07-01');
      const suspended = await qualify({ status: 'suspended' });
      expect(suspended.body.data.attributes.next_audit_date).to.equal('2026-07-01');
    }
    expect([monthsAfter('2026-08-31', 6), monthsAfter('2027-02-28', 12), monthsAfter('2024-02-29', 36)]).to.deep.equal([
      ...['2027-02-28', '2028-02-28', '2027-02-28'],
    ]);
  });

  it('is refused to a system administrator, and after disqualification to all but a quality manager', async () => {
    const { qualify, walk, asRole, api } = await newSupplier();
    const admin = await qualify({ status: 'evaluation' }, {}, asRole('system_admin'));
    expect(refusal(admin)).to.deep.equal([403, 'forbidden']);
    expect(admin.body.error.details.roles).to.include.members(['quality_manager', 'supplier_manager']);
    expect(refusal(await qualify({ status: 'evaluation' }, {}, asRole('viewer')))[0]).to.equal(403);
    expect((await qualify({ status: 'evaluation' }, {}, asRole('supplier_manager'))).status).to.equal(200);
    const token = mesh.identity.token({ orgId: api.orgId, kind: 'application', role: null });
    const application = { ...api.as(token), orgId: api.orgId };
    expect((await qualify({ status: 'disqualified' }, {}, application)).status).to.equal(200);
    for (const client of [application, asRole('supplier_manager')]) {
      const refused = await qualify({ status: 'evaluation' }, {}, client);
      expect([refused.status, refused.body.error.details.roles]).to.deep.equal([403, ['quality_manager']]);
    }
    await walk('evaluation');
  });

  it('is listed newest first, in pages, of this supplier and to its organisation', async () => {
    const { walk, history, api, path } = await newSupplier();
    await walk('evaluation', 'qualified', 'suspended');
    const { data, meta } = await history();
    const statuses = (rows: { previous_status: string; status: string }[]) =>
      rows.map((row) => [row.previous_status, row.status]);
    expect(statuses(data)).to.deep.equal([
      ['qualified', 'suspended'],
      ['evaluation', 'qualified'],
      ['new', 'evaluation'],
    ]);
    expect(meta).to.deep.equal({ total: 3, page: 1, per_page: 25, total_pages: 1 });
    expect((await history('?per_page=2&page=2')).data).to.deep.equal([data[2]]);
    expect((await history('?sort=changed_at')).data).to.deep.equal(data.toReversed());
    expect((await api.get(`${path}/qualifications?other=1`)).status).to.equal(422);
    expect((await mesh.supplierApi().get(`${path}/qualifications`)).status).to.equal(404);
  });

  it('is one audit entry, a transition, with the qualification and the reason of the body or the header', async () => {
    const { id, qualify } = await newSupplier();
    const entry = async (version: number) =>
      (
        await tap.next(`version ${version}`, ({ subject, data }) => {
          return subject === id && (data.record as EntitySnapshot).version === version;
        })
      ).data.audit;
    const { data } = (await qualify({ status: 'evaluation', reason: 'of the body' })).body;
    const first = await entry(2);
    expect([first.action, first.metadata.workflow_state, first.metadata.reason]).to.deep.equal([
      ...['transition', 'evaluation', 'of the body'],
    ]);
    const details = first.metadata.details as Record<string, { id: string }>;
    expect(details['supplier.qualification']?.id).to.equal(data.qualification.id);
    await qualify({ status: 'qualified', reason: 'of the body' }, { 'x-change-reason': 'of the header' });
    expect((await entry(3)).metadata.reason).to.equal('of the header');
    await mesh.settled();
    const all = tap.events.filter(({ subject, type }) => subject === id && !type.endsWith('.created.v1'));
    expect(new Set(all.map(({ id: event }) => event)).size).to.equal(2);
  });

  it('needs a reason in the header where the organisation is strict', async () => {
    const { api, qualify } = await newSupplier();
    const { orgId: id } = api;
    const limits = { tier: 'custom', requests_per_minute: 1_000_000, burst: 100_000 };
    await mesh.identity.setOrganization({ id, name: id, ...limits, strict_mode: true });
    expect(refusal(await qualify({ status: 'evaluation' }))).to.deep.equal([422, 'reason_required']);
    expect((await qualify({ status: 'evaluation' }, { 'x-change-reason': 'audit' })).status).to.equal(200);
  });

  it('is made once for an idempotency key, even if the stored response is lost', async () => {
    const { qualify, history } = await newSupplier();
    const headers = { 'idempotency-key': newId('event') };
    const first = await qualify({ status: 'evaluation' }, headers);
    const again = await qualify({ status: 'evaluation' }, headers);
    expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([200, 'true']);
    expect(again.body).to.deep.equal(first.body);
    await mesh.database.collection('idempotency').deleteMany({});
    expect((await qualify({ status: 'evaluation' }, headers)).body).to.deep.equal(first.body);
    expect((await history()).meta.total).to.equal(1);
  });

  it('honours If-Match', async () => {
    const { qualify } = await newSupplier();
    const stale = await qualify({ status: 'evaluation' }, { 'if-match': '"9"' });
    expect([stale.status, stale.headers.get('etag')]).to.deep.equal([412, '"1"']);
    expect((await qualify({ status: 'evaluation' }, { 'if-match': '"1"' })).status).to.equal(200);
  });

  it('at /v1/entities is in the history too', async () => {
    const { api, id, history } = await newSupplier();
    const attributes = { qualification_status: 'evaluation' };
    const headers = { 'x-change-reason': 'imported' };
    await mesh.entityApi(api.orgId).patch(`/v1/entities/${id}`, { attributes }, { headers });
    const [row] = await eventually('it is in the history', async () => {
      const { data } = await history();
      return data.length > 0 && data;
    });
    expect(row).to.include({ previous_status: 'new', status: 'evaluation', reason: 'imported', outcome: 'effective' });
    expect(row.id).to.match(/^qual_/);
  });

  it('at /v1/entities is in the history even if its next audit is on an impossible day', async () => {
    const { api, id, history } = await newSupplier();
    const attributes = { qualification_status: 'evaluation', next_audit_date: '2026-02-30' };
    await mesh.entityApi(api.orgId).patch(`/v1/entities/${id}`, { attributes });
    const [row] = await eventually('it is in the history', async () => {
      const { data } = await history();
      return data.length > 0 && data;
    });
    expect(row).to.include({ status: 'evaluation', next_review_date: null });
  });

  it('is not recorded for a transition of a workflow for suppliers', async () => {
    const { api, id, qualify, history } = await newSupplier();
    await qualify({ status: 'evaluation' });
    const records = recordClient(mesh.config.ENTITY_GRPC_URL, mesh.config.MESH_SECRET);
    const input = makeTransition(id, 1, { record_type: 'supplier', data: { attributes: { note: 'reviewed' } } });
    await records.reserve(api.orgId, input);
    await records.apply(api.orgId, input);
    records.close();
    const attributes = { qualification_status: 'qualified' };
    await mesh.entityApi(api.orgId).patch(`/v1/entities/${id}`, { attributes });
    const statuses = async () => (await history()).data.map(({ status }: { status: string }) => status);
    await eventually('the later event is there', async () => (await statuses())[0] === 'qualified');
    expect(await statuses()).to.deep.equal(['qualified', 'evaluation']);
  });

  it('is written once from the event where this service was killed after the change', async () => {
    const { api, id, qualify, history } = await newSupplier();
    const { qualification } = (await qualify({ status: 'evaluation' })).body.data;
    const entities = makeEntityClient(mesh.config.ENTITY_GRPC_URL, {
      name: 'supplier',
      secret: mesh.config.MESH_SECRET,
    });
    const record = {
      id: newId('qualification'),
      status: 'qualified',
      effective_date: TODAY,
      reason: 'killed',
      conditions: [],
      documents: [],
      next_review_date: null,
      changed_by: 'usr_1',
    };
    await entities.changeSupplier(systemCall(api.orgId, new Date()), id, { change: toChange(record) });
    entities.raw.close();
    const rows = await eventually('it is in the history', async () => {
      const { data } = await history();
      return data.length > 1 && data;
    });
    expect(rows[0]).to.deep.include({ ...record, previous_status: 'evaluation', outcome: 'effective' });
    expect(rows[1]).to.deep.equal(qualification);
    expect(rows).to.have.length(2);
  });
});
