import { newId } from '@qsc/contracts';
import { meshMember, type RunningService, systemCall } from '@qsc/service-kit';
import { apiClient, type EventTap, eventually, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { startSupplierService } from '../src/compose.ts';
import { makeEntityClient } from '../src/entity.client.ts';
import { QualificationRecord, toChange } from '../src/qualification/qualification.ts';
import { type SupplierMesh, startSupplierMesh } from './mesh.ts';

const DAY_MS = 86_400_000;

type QualificationInput = { status: string; effective_date?: string; [more: string]: unknown };

describe('a qualification for a later day', () => {
  let now = new Date('2026-05-31T12:00:00Z');
  let mesh: SupplierMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startSupplierMesh(() => now);
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const pass = (days: number) => {
    now = new Date(now.getTime() + days * DAY_MS);
  };

  const evaluated = async () => {
    const api = mesh.supplierApi();
    const { id } = (await api.post('/v1/suppliers', { name: 'Acme', supplier_code: newId('event') })).body.data;
    const path = `/v1/suppliers/${id}`;
    const qualify = (input: QualificationInput, client = api, headers = {}) =>
      client.post(`${path}/qualification`, { effective_date: inDays(0), reason: 'Audit', ...input }, { headers });
    const ofOutcome = async (outcome: string) =>
      (await api.get(`${path}/qualifications`)).body.data.filter((row: { outcome: string }) => row.outcome === outcome);
    const becomes = (outcome: string, qualificationId: string) =>
      eventually(`it is ${outcome}`, async () =>
        (await ofOutcome(outcome)).find((row: { id: string }) => row.id === qualificationId),
      );
    const status = async () => (await api.get(path)).body.data.attributes.qualification_status as string;
    expect((await qualify({ status: 'evaluation' })).status).to.equal(200);
    return { api, id: id as string, path, qualify, ofOutcome, becomes, status };
  };

  const transitionEntries = (id: string) =>
    tap.events.filter(({ subject, data }) => subject === id && data.audit.action === 'transition');
  const nothingDue = (id: string) =>
    eventually('nothing waits for its day', async () => {
      const row = await mesh.database.collection('due_qualification').findOne({ _id: new RegExp(`/${id}$`) as never });
      return row === null;
    });

  it('is answered as scheduled with the current supplier, and audited as an update', async () => {
    const { id, qualify, status, api, path } = await evaluated();
    const answer = await qualify({ status: 'qualified', effective_date: inDays(3) });
    expect([answer.status, answer.headers.get('etag')]).to.deep.equal([200, '"2"']);
    const { qualification, ...supplier } = answer.body.data;
    expect(qualification).to.include({ status: 'qualified', previous_status: 'evaluation', scheduled: true });
    expect((await api.get(path)).body.data).to.deep.equal(supplier);
    expect(await status()).to.equal('evaluation');
    const { data } = await tap.next('the event', ({ subject, type }) => {
      return subject === id && type === 'supplier.qualification.scheduled.v1';
    });
    expect([data.audit.action, data.audit.metadata.reason]).to.deep.equal(['update', 'Audit']);
    expect(data.audit.changes.scheduled_qualification?.to).to.deep.equal({
      id: qualification.id,
      status: 'qualified',
      effective_date: inDays(3),
    });
  });

  it('takes effect on its day in the time zone of the organisation', async () => {
    const { api, qualify, status, becomes } = await evaluated();
    await mesh.identity.setOrganization({ id: api.orgId, name: 'Elsewhere', time_zone: 'America/New_York' });
    const today = now;
    now = new Date('2026-06-01T02:00:00Z');
    const { qualification } = (await qualify({ status: 'qualified', effective_date: '2026-06-01' })).body.data;
    expect(qualification.scheduled).to.equal(true);
    now = new Date('2026-06-01T03:59:59.999Z');
    expect(await status()).to.equal('evaluation');
    now = new Date('2026-06-01T04:00:00Z');
    await becomes('effective', qualification.id);
    now = today;
  });

  it('takes effect on its day and not before, by the system, once, with its requester', async () => {
    const { id, qualify, becomes, status, api, path } = await evaluated();
    const requested = (await qualify({ status: 'qualified', effective_date: inDays(2) })).body.data.qualification;
    pass(1);
    const marker = await evaluated();
    const earlier = (await marker.qualify({ status: 'qualified', effective_date: inDays(1) })).body.data.qualification;
    expect(await status()).to.equal('evaluation');
    pass(1);
    const row = await becomes('effective', requested.id);
    await marker.becomes('effective', earlier.id);
    expect(row).to.deep.include({ previous_status: 'evaluation', changed_by: requested.changed_by, scheduled: false });
    const { attributes, version } = (await api.get(path)).body.data;
    expect(attributes).to.include({ qualification_status: 'qualified', qualification_date: requested.effective_date });
    expect(attributes.next_audit_date).to.equal(requested.next_review_date);
    expect(version).to.equal(3);
    const { data } = await tap.next('the transition', ({ subject, data }) => {
      return subject === id && data.audit.action === 'transition' && data.audit.entity_version === 3;
    });
    expect(data.audit.user).to.include({ id: 'system', role: null });
    expect([data.audit.metadata.reason, data.audit.metadata.workflow_state]).to.deep.equal(['Audit', 'qualified']);
    const details = data.audit.metadata.details as Record<string, object>;
    expect(details['supplier.qualification']).to.include({ id: requested.id, changed_by: requested.changed_by });
    await mesh.settled();
    expect(transitionEntries(id).map(({ data: { audit } }) => audit.entity_version)).to.deep.equal([2, 3]);
    await nothingDue(id);
  });

  it('keeps the version of its documents from when it was requested', async () => {
    const { api, qualify, becomes } = await evaluated();
    const entities = mesh.entityApi(api.orgId);
    const { id } = (await entities.post('/v1/entities', { type: 'document', name: 'Audit report' })).body.data;
    const input = { status: 'qualified', effective_date: inDays(1), documents: [id] };
    const requested = (await qualify(input)).body.data.qualification;
    const document_references = [{ document_id: id, version: 1, checksum: null, filename: null }];
    expect(requested).to.deep.include({ scheduled: true, document_references });
    await entities.patch(`/v1/entities/${id}`, { name: 'Audit report, second edition' });
    pass(1);
    expect(await becomes('effective', requested.id)).to.deep.include({ document_references });
  });

  it('is checked when it is requested, by the same table and roles', async () => {
    const { api, qualify } = await evaluated();
    const later = { effective_date: inDays(5) };
    const illegal = await qualify({ ...later, status: 'suspended' });
    expect([illegal.status, illegal.body.error.details.current_state]).to.deep.equal([409, 'evaluation']);
    const bare = await qualify({ ...later, status: 'conditional' });
    expect([bare.status, bare.body.error.details.missing_fields]).to.deep.equal([422, ['conditions']]);
    const admin = mesh.supplierApi({ orgId: api.orgId, role: 'system_admin' });
    const refused = await qualify({ ...later, status: 'qualified' }, { ...admin, orgId: api.orgId });
    expect([refused.status, refused.body.error.code]).to.deep.equal([403, 'forbidden']);
    expect((await qualify({ ...later, status: 'qualified' }, api, { 'if-match': '"9"' })).status).to.equal(412);
    const unknown = await qualify({ ...later, status: 'qualified', documents: ['ent_none'] });
    expect(unknown.status).to.equal(422);
  });

  it('is replaced by a newer one for a later day, even if many come at once', async () => {
    const { id, qualify, ofOutcome, becomes, status } = await evaluated();
    const first = (await qualify({ status: 'qualified', effective_date: inDays(1) })).body.data.qualification;
    await Promise.all([2, 2, 2, 2].map((days) => qualify({ status: 'disqualified', effective_date: inDays(days) })));
    expect(await ofOutcome('scheduled')).to.have.length(1);
    expect(await ofOutcome('replaced')).to.have.length(4);
    await becomes('replaced', first.id);
    const [last] = await ofOutcome('scheduled');
    pass(2);
    await becomes('effective', last.id);
    expect(await status()).to.equal('disqualified');
    await nothingDue(id);
  });

  it('is replaced by one that takes effect at once, at either entry point', async () => {
    for (const entryPoint of ['suppliers', 'entities'] as const) {
      const { api, id, qualify, becomes, status } = await evaluated();
      const waiting = (await qualify({ status: 'qualified', effective_date: inDays(1) })).body.data.qualification;
      if (entryPoint === 'suppliers') await qualify({ status: 'disqualified' });
      else
        await mesh
          .entityApi(api.orgId)
          .patch(`/v1/entities/${id}`, { attributes: { qualification_status: 'disqualified' } });
      await becomes('replaced', waiting.id);
      const { data } = await tap.next('the end of what waited', ({ subject, type }) => {
        return subject === id && type === 'supplier.qualification.replaced.v1';
      });
      expect(data.audit.user.id).to.equal('system');
      expect(data.audit.changes.scheduled_qualification).to.deep.equal({
        from: { id: waiting.id, status: 'qualified', effective_date: waiting.effective_date },
        to: null,
      });
      await nothingDue(id);
      pass(1);
      await mesh.settled();
      expect(await status()).to.equal('disqualified');
    }
  });

  it('stays scheduled where it was requested while an earlier one took effect on its day', async () => {
    const { api, id, qualify, ofOutcome, becomes, status } = await evaluated();
    const first = (await qualify({ status: 'qualified', effective_date: inDays(1) })).body.data.qualification;
    const last = (await qualify({ status: 'disqualified', effective_date: inDays(2) })).body.data.qualification;
    const entities = makeEntityClient(mesh.config.ENTITY_GRPC_URL, meshMember(mesh.config, 'supplier'));
    try {
      // The command of the first one, as it was sent before the last one was requested.
      const call = { ...systemCall(api.orgId, now, newId('request')), ifMatch: [2] };
      const change = toChange(QualificationRecord.parse(first));
      await entities.changeSupplier(call, id, { change, commandId: first.id });
    } finally {
      entities.raw.close();
    }
    await becomes('effective', first.id);
    expect((await ofOutcome('scheduled')).map((row: { id: string }) => row.id)).to.deep.equal([last.id]);
    pass(2);
    await becomes('effective', last.id);
    expect(await status()).to.equal('disqualified');
  });

  it('is refused on its day where the supplier is deleted, and audited by the system', async () => {
    const { api, id, path, qualify } = await evaluated();
    const requested = (await qualify({ status: 'qualified', effective_date: inDays(1) })).body.data.qualification;
    await mesh.entityApi(api.orgId).delete(`/v1/entities/${id}`);
    pass(1);
    const { data } = await tap.next('the refusal', ({ subject, type }) => {
      return subject === id && type === 'supplier.qualification.refused.v1';
    });
    expect([data.audit.action, data.audit.user.id]).to.deep.equal(['update', 'system']);
    expect(data.audit.metadata.details).to.include({ qualification_id: requested.id, asked_by: requested.changed_by });
    expect((data.record as { refusal: { code: string } }).refusal.code).to.equal('not_found');
    await mesh.entityApi(api.orgId).post(`/v1/entities/${id}/restore`);
    const [row] = (await api.get(`${path}/qualifications`)).body.data.filter(
      (one: { id: string }) => one.id === requested.id,
    );
    expect([row.outcome, row.refusal.code, row.scheduled]).to.deep.equal(['refused', 'not_found', false]);
  });

  it('takes effect once if the service is killed between the command and its own commit', async () => {
    const { api, id, path, qualify, becomes } = await evaluated();
    const requested = (await qualify({ status: 'qualified', effective_date: inDays(1) })).body.data.qualification;
    pass(1);
    await becomes('effective', requested.id);
    await mesh.settled();
    const { database } = mesh;
    const row = { _id: requested.id };
    await database.collection<{ _id: string }>('qualification').updateOne(row, { $set: { outcome: 'scheduled' } });
    await database.collection<{ _id: string }>('due_qualification').insertOne({
      _id: `${api.orgId}/${id}`,
      org_id: api.orgId,
      due_at: now,
      next_at: now,
      attempts: 1,
      version: 7,
      payload: { qualification_id: requested.id },
    } as never);
    await becomes('effective', requested.id);
    expect((await api.get(path)).body.data.version).to.equal(3);
  });

  describe('with two replicas, and with none on the day', () => {
    const replicas: RunningService[] = [];
    const start = async () => {
      replicas.push(await startSupplierService(mesh.config, { queue: mesh.queue, clock: () => now }));
    };
    afterEach(async () => {
      for (const replica of replicas.splice(0)) await replica.stop();
    });

    it('takes effect once, on one of them, for each of many suppliers', async () => {
      await start();
      const suppliers = await Promise.all(Array.from({ length: 6 }, evaluated));
      const requested = await Promise.all(
        suppliers.map(async ({ qualify }) => {
          const answer = await qualify({ status: 'qualified', effective_date: inDays(1) });
          return answer.body.data.qualification.id as string;
        }),
      );
      pass(1);
      await Promise.all(suppliers.map(({ becomes }, index) => becomes('effective', requested[index] ?? '')));
      for (const { api, path } of suppliers) expect((await api.get(path)).body.data.version).to.equal(3);
    });

    it('is the only scheduled one, whichever replica gets the request', async () => {
      await start();
      const { api, path, ofOutcome } = await evaluated();
      const token = mesh.identity.token({ orgId: api.orgId });
      const ports = [mesh.supplier.httpPort, ...replicas.map(({ httpPort }) => httpPort)];
      const body = { status: 'qualified', effective_date: inDays(3), reason: 'Audit' };
      const answers = await Promise.all(
        [...ports, ...ports, ...ports].map((port) =>
          apiClient(`http://127.0.0.1:${port}`, token).post(`${path}/qualification`, body),
        ),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(answers.length).fill(200));
      expect(await ofOutcome('scheduled')).to.have.length(1);
      expect(await ofOutcome('replaced')).to.have.length(answers.length - 1);
    });

    it('takes effect after a day without a replica, unless the status has changed meanwhile', async () => {
      const [stays, changed] = [await evaluated(), await evaluated()];
      await stays.qualify({ status: 'qualified', effective_date: inDays(1) });
      const overtaken = await changed.qualify({ status: 'qualified', effective_date: inDays(1) });
      await mesh.stopSupplier();
      const attributes = { qualification_status: 'conditional', conditions: ['Every batch is tested'] };
      await mesh.entityApi(changed.api.orgId).patch(`/v1/entities/${changed.id}`, { attributes });
      pass(4);
      await start();
      const entity = async ({ api, id }: typeof stays) =>
        (await mesh.entityApi(api.orgId).get(`/v1/entities/${id}`)).body.data;
      const { attributes: shown, version } = await eventually('it took effect', async () => {
        const record = await entity(stays);
        return record.attributes.qualification_status === 'qualified' && record;
      });
      expect([shown.qualification_date, version]).to.deep.equal([inDays(-3), 3]);
      const replaced = { _id: overtaken.body.data.qualification.id, outcome: 'replaced' };
      const rows = mesh.database.collection<{ _id: string }>('qualification');
      await eventually('the other is replaced', () => rows.findOne(replaced));
      expect((await entity(changed)).attributes.qualification_status).to.equal('conditional');
    });
  });
});
