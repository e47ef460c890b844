import { newId } from '@qsc/contracts';
import { type EventTap, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { actsOn } from './capa-fixture.ts';
import { type CapaMesh, startCapaMesh } from './capa-mesh.ts';
import type { Client } from './mesh.ts';

const request = { title: 'Cold store', description: 'Keep it cold.' };

const action = (description: string, more: object = {}) => ({ description, ...more });

describe('opening a CAPA', () => {
  let on: CapaMesh;
  let tap: EventTap;
  before(async () => {
    on = await startCapaMesh();
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await on.stop();
  });

  const open = (api: Client, id: string, more: object = {}, headers = {}) =>
    api.post(`/v1/quality-events/${id}/capa`, { ...request, ...more }, { headers });

  it('answers 201 with a quality event of its own, its number and its `Location`', async () => {
    const api = on.mesh.api();
    const { id } = await on.event(api);
    const { status, headers, body } = await open(api, id, { priority: 'high', classification: 'major' });
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(`/v1/quality-events/${body.data.id}`);
    expect(headers.get('etag')).to.equal('"1"');
    expect(body.data).to.deep.include({ ...request, type: 'capa', status: 'draft', source_event_id: id });
    expect(body.data).to.deep.include({ priority: 'high', classification: 'major', effectiveness_check: null });
    expect(body.data.number).to.match(/^CAPA-\d{4}-0001$/);
    expect((await api.get(`/v1/quality-events/${body.data.id}`)).body.data).to.deep.equal(body.data);
  });

  it('gives each action an id, a state and its original due date', async () => {
    const api = on.mesh.api();
    const user = { id: 'usr_1', orgId: api.orgId, name: 'One', role: 'quality_specialist', password: 'x' } as const;
    on.mesh.identity.setUser(user);
    const { answer } = await on.capa(api, {
      corrective_actions: [action('Replace the probe', { assigned_to: 'usr_1', due_date: '2027-03-01' })],
      preventive_actions: [action('Alarm the officer')],
      effectiveness_criteria: 'No excursion in 60 days',
      effectiveness_check: { due_date: '2027-06-30' },
    });
    const { corrective_actions, preventive_actions, ...capa } = answer.body.data;
    const [corrective, preventive] = [corrective_actions[0], preventive_actions[0]];
    const fresh = {
      ...{ status: 'open', completion_date: null, completion_notes: null, completed_by: null },
      ...{ evidence: [], document_references: [] },
    };
    const due = { due_date: '2027-03-01', original_due_date: '2027-03-01' };
    expect(corrective).to.deep.include({ ...fresh, ...due, type: 'corrective', assigned_to: 'usr_1' });
    expect(preventive).to.deep.include({ ...fresh, type: 'preventive', due_date: null, original_due_date: null });
    for (const { id } of [corrective, preventive]) expect(id).to.match(/^act_[0-9A-Z]{26}$/);
    expect(capa.effectiveness_criteria).to.equal('No excursion in 60 days');
    expect(capa.effectiveness_check).to.include({ due_date: '2027-06-30', outcome: null, performed_by: null });
  });

  it('copies the related entities of its source', async () => {
    const api = on.mesh.api();
    const id = await on.document(api, 'supplier');
    const source = await on.event(api, 'deviation', { related_entities: [{ type: 'supplier', id }] });
    const { body } = await open(api, source.id);
    expect(body.data.related_entities).to.deep.equal(source.related_entities).and.to.have.length(1);
  });

  it('has one audit entry, of the CAPA; its source does not change', async () => {
    const api = on.mesh.api();
    const source = await on.event(api);
    const { answer, id } = await on.capa(api, {}, source.id);
    const { data } = await tap.next('the CAPA', ({ subject }) => subject === id);
    expect(data.audit).to.include({ action: 'create', entity_type: 'capa', entity_version: 1 });
    expect(data.audit.changes.source_event_id).to.deep.equal({ from: null, to: source.id });
    const [first] = answer.body.data.corrective_actions;
    const path = `corrective_actions.${first.id}.description`;
    expect(data.audit.changes[path]).to.deep.equal({ from: null, to: 'Replace the probe' });
    expect(actsOn(tap, source.id)).to.have.length(1);
    expect((await api.get(`/v1/quality-events/${source.id}`)).body.data.version).to.equal(1);
  });

  it('accepts a deviation, a complaint or an audit finding as its source, and nothing else', async () => {
    const api = on.mesh.api();
    for (const type of ['deviation', 'complaint', 'audit_finding'])
      expect((await open(api, (await on.event(api, type)).id)).status).to.equal(201);
    const others = [(await on.event(api, 'change_request')).id, (await on.capa(api)).id];
    for (const id of others) {
      const { status, body } = await open(api, id);
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
    }
    expect((await api.get('/v1/quality-events?type=capa')).body.meta.total).to.equal(4);
  });

  for (const end of ['closed', 'rejected'])
    it(`refuses a source that is ${end}`, async () => {
      const api = on.mesh.api();
      const { id } = await on.event(api);
      await on.transitions.enter(api.orgId, id, end);
      const { status, body } = await open(api, id);
      expect([status, body.error.code, body.error.details]).to.deep.equal([409, 'conflict', { status: end }]);
      expect((await api.get('/v1/quality-events?type=capa')).body.meta.total).to.equal(0);
    });

  it('does not find a source of another organisation', async () => {
    const { id } = await on.event(on.mesh.api());
    for (const unknown of [id, newId('qualityEvent')])
      expect((await open(on.mesh.api(), unknown)).status).to.equal(404);
  });

  for (const [field, more] of [
    ['title', { title: ' ' }],
    ['description', { description: undefined }],
    ['source_event_id', { source_event_id: 'qe_1' }],
    ['corrective_actions.0.description', { corrective_actions: [{ due_date: '2027-01-01' }] }],
    ['corrective_actions.0.due_date', { corrective_actions: [action('Do', { due_date: '2027-02-30' })] }],
    ['corrective_actions.0.status', { corrective_actions: [action('Do', { status: 'verified' })] }],
    ['effectiveness_check.outcome', { effectiveness_check: { due_date: null, outcome: 'effective' } }],
    [
      'preventive_actions',
      { corrective_actions: Array(150).fill(action('Do')), preventive_actions: Array(51).fill(action('Do')) },
    ],
  ] as const)
    it(`refuses an invalid ${field}`, async () => {
      const api = on.mesh.api();
      const { status, body } = await open(api, (await on.event(api)).id, more);
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
      expect(body.error.details.fields[0].field).to.equal(field);
    });

  it('needs the right to write quality events', async () => {
    const api = on.mesh.api();
    const { id } = await on.event(api);
    const viewer = on.mesh.api({ orgId: api.orgId, role: 'viewer' });
    expect((await open(viewer, id)).status).to.equal(403);
  });

  it('lists the CAPAs of an event, newest first and page by page', async () => {
    const api = on.mesh.api();
    const { id } = await on.event(api);
    const ids: string[] = [];
    for (const more of [{}, {}, {}]) ids.unshift((await on.capa(api, more, id)).id);
    await on.capa(api);
    const { body } = await api.get(`/v1/quality-events/${id}/capas?per_page=2`);
    expect(body.meta).to.deep.equal({ total: 3, page: 1, per_page: 2, total_pages: 2 });
    expect(body.data.map((capa: { id: string }) => capa.id)).to.deep.equal(ids.slice(0, 2));
    const oldest = await api.get(`/v1/quality-events/${id}/capas?sort=created_at&per_page=1`);
    expect(oldest.body.data?.[0].id).to.equal(ids.at(-1));
    expect((await on.mesh.api().get(`/v1/quality-events/${id}/capas`)).status).to.equal(404);
  });
});
