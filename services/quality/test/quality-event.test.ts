import { exampleId } from '@qsc/contracts';
import { type EventTap, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Client, type QualityMesh, startQualityMesh } from './mesh.ts';

const deviation = (more: object = {}) => ({
  type: 'deviation',
  title: 'Temperature excursion',
  description: 'The cold store was too warm.',
  ...more,
});

describe('quality events', () => {
  let mesh: QualityMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startQualityMesh();
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const open = async (more: object = {}, api: Client = mesh.api()) => {
    const answer = await api.post('/v1/quality-events', deviation(more));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    const { id } = answer.body.data as { id: string };
    const path = `/v1/quality-events/${id}`;
    const patch = (body: object, headers: Record<string, string> = {}) => api.patch(path, body, { headers });
    const read = async () => (await api.get(path)).body.data;
    return { answer, api, id, path, patch, read, data: answer.body.data };
  };

  const supplier = async (api: Client, name = 'Acme') => {
    const { body } = await mesh.entityApi(api.orgId).post('/v1/entities', { type: 'supplier', name });
    return body.data.id as string;
  };

  const toFields = ({ body }: { body: { error: { details: { fields: { field: string; code: string }[] } } } }) =>
    body.error.details.fields.map(({ field, code }) => [field, code]);

  const auditEntries = (id: string) => tap.events.filter(({ subject }) => subject === id).map(({ data }) => data.audit);

  describe('creating one', () => {
    it('answers 201 with `Location`, version and defaults', async () => {
      const { answer, api, path, read, data } = await open();
      expect([answer.headers.get('location'), answer.headers.get('etag')]).to.deep.equal([path, '"1"']);
      expect(data).to.deep.include({ status: 'draft', priority: 'medium', classification: null, related_entities: [] });
      expect(data).not.to.have.any.keys('audit_details', 'response_due_date', 'source_event_id', 'org_id');
      expect(await read()).to.deep.equal(data);
      expect((await api.get(path)).headers.get('etag')).to.equal('"1"');
    });

    it('adds the names of related entities', async () => {
      const api = mesh.api();
      const id = await supplier(api);
      const { data } = await open({ related_entities: [{ type: 'supplier', id }] }, api);
      expect(data.related_entities).to.deep.equal([{ type: 'supplier', id, name: 'Acme' }]);
    });

    it('refuses an unknown entity, a wrong type and a duplicate, and names the field', async () => {
      const api = mesh.api();
      const id = await supplier(api);
      const refused = async (...related_entities: object[]) =>
        toFields(await api.post('/v1/quality-events', deviation({ related_entities })));
      expect(await refused({ type: 'supplier', id }, { type: 'supplier', id: exampleId('entity') })).to.deep.equal([
        ['related_entities.1.id', 'unknown'],
      ]);
      expect(await refused({ type: 'product', id })).to.deep.equal([['related_entities.0.type', 'invalid_value']]);
      const twice = await refused({ type: 'supplier', id }, { type: 'supplier', id });
      expect(twice).to.deep.equal([['related_entities', 'custom']]);
      expect((await api.get('/v1/quality-events')).body.meta.total).to.equal(0);
    });

    it('accepts audit details for an audit finding alone', async () => {
      const audit = { audit_details: { auditor: 'Jane Roe' }, response_due_date: '2026-05-01' };
      const { data } = await open({ type: 'audit_finding', ...audit });
      expect(data.audit_details).to.deep.include({ auditor: 'Jane Roe', area: null });
      expect(data.response_due_date).to.equal('2026-05-01');
      const refused = await mesh.api().post('/v1/quality-events', deviation(audit));
      expect([refused.status, toFields(refused)]).to.deep.equal([422, [['audit_details', 'not_of_type']]]);
    });

    it('refuses a CAPA, which is opened for an event', async () => {
      const refused = await mesh.api().post('/v1/quality-events', deviation({ type: 'capa' }));
      expect([refused.status, toFields(refused)[0]?.[0]]).to.deep.equal([422, 'type']);
    });

    for (const [what, body] of [
      ['without a title', { title: undefined }],
      ['with a blank description', { description: '  ' }],
      ['for an assignee that is blank', { assigned_to: '   ' }],
      ['of an unknown priority', { priority: 'urgent' }],
      ['with a category of 65 characters', { category: 'x'.repeat(65) }],
      ['with a field that there is not', { severity: 'high' }],
      ['with a status', { status: 'closed' }],
      ['due on no day', { due_date: '2026-02-30' }],
    ] as const)
      it(`refuses one ${what}`, async () => {
        const refused = await mesh.api().post('/v1/quality-events', deviation(body));
        expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'validation_failed']);
      });

    it('accepts a due date in the past', async () => {
      expect((await open({ due_date: '2001-01-01' })).data.due_date).to.equal('2001-01-01');
    });

    it('is one audit entry with all initial values', async () => {
      const { id, data } = await open({ root_cause: { category: 'Equipment' } });
      const { data: event } = await tap.next('its event', ({ subject }) => subject === id);
      expect(event.audit).to.include({ action: 'create', entity_type: 'deviation', entity_name: data.title });
      expect(event.audit.entity_version).to.equal(1);
      expect(event.audit.changes).to.deep.include({
        number: { from: null, to: data.number },
        'root_cause.category': { from: null, to: 'Equipment' },
      });
    });

    it('needs a reason where the organisation requires one', async () => {
      const api = mesh.api();
      const settings = { strict_mode: true, recorded_reads: [] };
      await mesh.identity.setOrganization({ id: api.orgId, name: 'Strict', ...settings });
      expect((await api.post('/v1/quality-events', deviation())).body.error.code).to.equal('reason_required');
      const headers = { 'x-change-reason': 'Found on the round' };
      const { status, body } = await api.post('/v1/quality-events', deviation(), { headers });
      expect(status).to.equal(201);
      const event = await tap.next('its event', ({ subject }) => subject === body.data.id);
      expect(event.data.audit.metadata.reason).to.equal('Found on the round');
    });
  });

  describe('reading one', () => {
    it('is not found by another organisation', async () => {
      const { path } = await open();
      expect((await mesh.api().get(path)).status).to.equal(404);
      expect((await mesh.api().patch(path, { title: 'Mine' })).status).to.equal(404);
    });

    it('is recorded where the organisation requires it', async () => {
      const { id, api, path } = await open();
      await mesh.identity.setOrganization({ id: api.orgId, name: 'Watched', recorded_reads: ['deviation'] });
      await api.get(path);
      await tap.next('the reading', ({ subject, data }) => subject === id && data.audit.action === 'read');
    });
  });

  describe('changing one', () => {
    it('merges objects, replaces lists, and removes by null', async () => {
      const { patch } = await open({ root_cause: { category: 'Equipment', description: 'Worn seal' } });
      const batches = await patch({ impact_assessment: { batches_affected: ['A', 'B'], patient_impact: 'low' } });
      expect(batches.headers.get('etag')).to.equal('"2"');
      const { body } = await patch({
        root_cause: { category: null, identified_date: '2026-03-10' },
        impact_assessment: { batches_affected: ['C'] },
        category: 'Storage',
      });
      expect(body.data).to.deep.include({
        root_cause: { category: null, description: 'Worn seal', identified_date: '2026-03-10' },
        category: 'Storage',
        version: 3,
      });
      expect(body.data.impact_assessment).to.deep.include({ batches_affected: ['C'], patient_impact: 'low' });
      expect((await patch({ root_cause: null, category: null })).body.data).to.include({
        root_cause: null,
        category: null,
      });
    });

    it('raises no version when nothing changes', async () => {
      const { patch, data } = await open({ root_cause: { category: 'Equipment' } });
      const { body } = await patch({ title: data.title, root_cause: { category: 'Equipment', description: null } });
      expect(body.data).to.deep.equal(data);
    });

    it('loses none of 20 parallel changes', async () => {
      const { patch, read } = await open();
      const fields = Array.from({ length: 10 }, (_, index) => [
        patch({ impact_assessment: { patient_impact: `impact ${index}` } }),
        patch({ root_cause: { category: `cause ${index}` } }),
      ]).flat();
      const answers = await Promise.all(fields);
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
      expect(new Set(answers.map(({ body }) => body.data.version)).size).to.equal(20);
      const { version, root_cause, impact_assessment } = await read();
      expect(version).to.equal(21);
      expect([root_cause.category, impact_assessment.patient_impact]).to.not.include(null);
    });

    it('refuses a version that is not the current one', async () => {
      const { patch, read } = await open();
      await patch({ category: 'Storage' });
      const refused = await patch({ category: 'Transport' }, { 'if-match': '"1"' });
      expect([refused.status, refused.body.error.details.current_version]).to.deep.equal([412, 2]);
      expect((await patch({ category: 'Transport' }, { 'if-match': '"2"' })).status).to.equal(200);
      expect((await read()).category).to.equal('Transport');
    });

    for (const [field, value] of [
      ['type', 'complaint'],
      ['number', 'DEV-2026-9999'],
      ['id', 'qe_1'],
      ['version', 7],
      ['created_by', 'usr_1'],
      ['effectiveness_criteria', 'No further excursion'],
      ['audit_details', {}],
      ['title', null],
      ['priority', null],
    ] as const)
      it(`refuses to set ${field} to ${JSON.stringify(value)}`, async () => {
        const { patch, read, data } = await open();
        const refused = await patch({ [field]: value });
        expect([refused.status, toFields(refused)[0]?.[0]]).to.deep.equal([422, field]);
        expect(await read()).to.deep.equal(data);
      });

    it('keeps the name of a deleted entity, and refuses an unknown one', async () => {
      const api = mesh.api();
      const [first, second] = [await supplier(api, 'First'), await supplier(api, 'Second')];
      const { patch } = await open({ related_entities: [{ type: 'supplier', id: first }] }, api);
      expect((await mesh.entityApi(api.orgId).delete(`/v1/entities/${first}`)).status).to.equal(204);
      const { body } = await patch({ related_entities: [first, second].map((id) => ({ type: 'supplier', id })) });
      expect(body.data.related_entities.map(({ name }: { name: string }) => name)).to.deep.equal(['First', 'Second']);
      const refused = await patch({ related_entities: [{ type: 'supplier', id: exampleId('entity') }] });
      expect(toFields(refused)).to.deep.equal([['related_entities.0.id', 'unknown']]);
      expect((await patch({ related_entities: null })).body.data.related_entities).to.deep.equal([]);
    });

    it('is one audit entry with the changes by their paths', async () => {
      const { id, patch } = await open();
      await patch({ root_cause: { category: 'Equipment' }, title: 'Excursion' }, { 'x-change-reason': 'Review' });
      const { data } = await tap.next('the change', (event) => {
        return event.subject === id && event.data.audit.action === 'update';
      });
      expect(data.audit.changes).to.deep.equal({
        title: { from: 'Temperature excursion', to: 'Excursion' },
        'root_cause.category': { from: null, to: 'Equipment' },
      });
      expect(data.audit.metadata).to.deep.include({ reason: 'Review', workflow_state: null });
      expect(auditEntries(id)).to.have.length(2);
    });
  });
});
