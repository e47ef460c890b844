import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { dayFrom } from '../../scripts/demo-records/day.ts';
import { readDemo } from './demo.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';

const FACTORS = [
  { category: 'quality_history', score: 20, details: 'No deviation' },
  { category: 'delivery_performance', score: 40, details: 'Two late deliveries' },
];

describe('the story of a supplier', () => {
  const demo = readDemo();
  const today = dayFrom(new Date(), 0);
  let own: OwnOrganization;
  let id: string;

  before(async () => {
    own = await newOrganization(demo, 'Supplier story');
  });

  const qualify = async (body: object) => {
    const answer = await own.quality.post(`/v1/suppliers/${id}/qualification`, { effective_date: today, ...body });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.data;
  };

  it('goes from creation over risk and evaluation to a conditional approval', async () => {
    const headers = { 'x-change-reason': 'Second source wanted' };
    const attributes = { country: 'FR', region: 'EMEA', categories: ['excipient'] };
    const created = await own.admin.post(
      '/v1/suppliers',
      { name: 'Story Excipients SAS', supplier_code: 'STORY-1', attributes },
      { headers },
    );
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    id = created.body.data.id;
    expect(created.body.data.attributes).to.deep.include({ ...attributes, qualification_status: 'new' });
    const component = await own.admin.post('/v1/entities', {
      type: 'component',
      name: 'Mannitol',
      attributes: { component_code: 'CMP-1', status: 'active' },
      relationships: [{ type: 'supplied_by', target_id: id, attributes: { is_primary_supplier: true } }],
    });
    expect(component.status).to.equal(201);
    const assessed = await own.quality.post(`/v1/suppliers/${id}/risk`, { assessment_date: today, factors: FACTORS });
    expect(assessed.status, JSON.stringify(assessed.body)).to.equal(201);
    // (20 × .25 + 40 × .20) / .45
    expect(assessed.body.data).to.include({ risk_score: 29, risk_level: 'medium' });
    await qualify({ status: 'evaluation', reason: 'Questionnaire received' });
    await qualify({ status: 'qualified', reason: 'Audit passed' });
    const conditional = await qualify({ status: 'conditional', reason: 'Finding', conditions: ['Test each batch'] });
    expect(conditional.qualification).to.include({ previous_status: 'qualified', status: 'conditional' });
  });

  it('does not let a system administrator qualify', async () => {
    const body = { status: 'qualified', effective_date: today, reason: 'Because' };
    const { status, body: refusal } = await own.admin.post(`/v1/suppliers/${id}/qualification`, body);
    expect([status, refusal.error.code]).to.deep.equal([403, 'forbidden']);
  });

  it('is the same at both endpoints', async () => {
    const supplier = (await own.quality.get(`/v1/suppliers/${id}`)).body.data;
    const entity = (await own.quality.get(`/v1/entities/${id}`)).body.data;
    for (const attribute of ['qualification_status', 'risk_score', 'risk_level', 'next_audit_date', 'country'])
      expect(supplier.attributes[attribute], attribute).to.equal(entity.attributes[attribute]);
    expect(entity.attributes).to.include({ qualification_status: 'conditional', risk_score: 29 });
    expect([supplier.version, supplier.updated_at]).to.deep.equal([entity.version, entity.updated_at]);
    const moved = { attributes: { qualification_status: 'qualified', region: 'APAC' } };
    expect((await own.admin.patch(`/v1/entities/${id}`, moved)).status).to.equal(403);
    const patched = await own.quality.patch(`/v1/entities/${id}`, { attributes: { region: 'APAC' } });
    expect(patched.status).to.equal(200);
    const again = await own.quality.get(`/v1/suppliers/${id}`);
    expect(again.body.data.attributes.region).to.equal('APAC');
    expect(again.headers.get('etag')).to.equal(patched.headers.get('etag'));
  });

  it('stands in the approved vendor list with its component', async () => {
    const csv = await eventually('the supplier is in the list', async () => {
      const { body } = await own.quality.get('/v1/suppliers/avl/export?format=csv&include_components=true');
      return String(body).includes('STORY-1') && String(body).includes('Mannitol') && String(body);
    });
    expect(csv).to.include('Story Excipients SAS').and.include('conditional');
  });

  it('shows the quality events about it and its open deviations, as the quality service has them', async () => {
    const related = { related_entities: [{ type: 'supplier', id }] };
    const open = async (type: string, title: string) => {
      const body = { type, title, description: 'Seen in the story', ...related };
      const { status, body: answer } = await own.quality.post('/v1/quality-events', body);
      expect(status, JSON.stringify(answer)).to.equal(201);
      return answer.data as { id: string; number: string };
    };
    const read = async () =>
      (await own.quality.get(`/v1/suppliers/${id}?include=quality_events,metrics`)).body.data as {
        quality_events: Record<string, unknown>[];
        metrics: { open_deviations: number | null; total_components: number };
      };
    const late = await open('deviation', 'Late delivery');
    const stained = await open('complaint', 'Stained bags');
    const shown = await eventually('the open deviation is counted', async () => {
      const supplier = await read();
      return supplier.metrics.open_deviations === 1 && supplier;
    });
    expect(shown.metrics.total_components).to.equal(1);
    expect(shown.quality_events.map((event) => [event.id, event.number, event.type, event.status])).to.deep.equal([
      [stained.id, stained.number, 'complaint', 'draft'],
      [late.id, late.number, 'deviation', 'draft'],
    ]);
    const path = `/v1/quality-events/${late.id}`;
    expect((await own.quality.patch(path, { status: 'submitted' })).status).to.equal(200);
    const rejected = await own.quality.patch(path, { status: 'rejected', rejection_reason: 'It came in time' });
    expect(rejected.status).to.equal(200);
    const after = await eventually('none is open', async () => {
      const supplier = await read();
      return supplier.metrics.open_deviations === 0 && supplier;
    });
    expect(after.quality_events.map(({ status }) => status)).to.deep.equal(['draft', 'rejected']);
  });

  it('has its whole story in its audit trail, one entry for each act', async () => {
    const entries = await eventually('every entry', async () => {
      const { body } = await own.quality.get(`/v1/audit-logs?entity_id=${id}&per_page=100`);
      return body.data.length >= 6 && body.data.toReversed();
    });
    const acts = entries.map(
      ({ action, changes, metadata }: { action: string; changes: object; metadata: { reason: string | null } }) => ({
        action,
        reason: metadata.reason,
        status: (changes as Record<string, { to: unknown }>)['attributes.qualification_status']?.to ?? null,
      }),
    );
    expect(acts).to.deep.equal([
      { action: 'create', reason: 'Second source wanted', status: 'new' },
      { action: 'update', reason: null, status: null },
      { action: 'transition', reason: 'Questionnaire received', status: 'evaluation' },
      { action: 'transition', reason: 'Audit passed', status: 'qualified' },
      { action: 'transition', reason: 'Finding', status: 'conditional' },
      { action: 'update', reason: null, status: null },
    ]);
    expect(entries[1].changes['attributes.risk_score']).to.deep.equal({ from: null, to: 29 });
    const trail = (await own.quality.get(`/v1/audit-logs/entity/${id}`)).body.data;
    expect(trail).to.include({ entity_id: id, entity_type: 'supplier', current_version: 6 });
    const exported = await eventually('the entry of the export', async () => {
      const { body } = await own.quality.get('/v1/audit-logs?action=export');
      return body.data.length > 0 && body.data;
    });
    expect(exported[0].user.role).to.equal('quality_manager');
    expect((await own.quality.get('/v1/audit-logs/verify')).body.data.valid).to.equal(true);
  });
});
