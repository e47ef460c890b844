import { type ApiClient, apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { newPassword } from '../../scripts/runtime/provision.ts';
import { readDemo } from './demo.ts';
import { firstLogIn, newOrganization, type OwnOrganization } from './organization.ts';

/** One of the recalls of the US FDA's public list, as a complaint says it. */
const RECALL = {
  title: 'Recall 97962: aluminium kadai, leachable lead',
  description: 'Potential contamination due to leachable lead. ALUMINIUM HAMMERED KADAI, size 7.',
  firm: 'INDIAN COOKWARE AND APPLIANCE LLC',
};

type Answer = Awaited<ReturnType<ApiClient['get']>>;

type Entry = {
  action: string;
  user: { id: string; role: string | null };
  metadata: { workflow_state: string | null };
  signature: { signed: boolean; signature_id: string | null; meaning: string | null };
};

type Person = { api: ApiClient; id: string; password: string };

const said = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`;

describe('the story of a deviation', () => {
  const demo = readDemo();
  let own: OwnOrganization;
  let specialist: Person;
  let manager: Person;
  let deviation: { id: string; number: string };
  let capa: { id: string; number: string; corrective_actions: { id: string }[]; preventive_actions: { id: string }[] };
  const signatures: string[] = [];

  const hire = async (role: string): Promise<Person> => {
    const [given, password] = [newPassword(), newPassword()];
    const email = `${role}.${own.orgId}@story.example`.toLowerCase();
    const created = await own.admin.post('/v1/users', { email, name: `Story ${role}`, role, password: given });
    expect(created.status, said(created)).to.equal(201);
    const { access_token } = await firstLogIn(demo, email, { given, own: password });
    return { api: apiClient(demo.base_url, access_token), id: created.body.data.id, password };
  };

  const fine = (answer: Answer, status = 200) => {
    expect(answer.status, said(answer)).to.equal(status);
    return answer.body.data;
  };

  const refused = (answer: Answer, status: number, code: string) => {
    expect([answer.status, answer.body.error?.code], said(answer)).to.deep.equal([status, code]);
    return answer.body.error;
  };

  const patch = (id: string, body: object) => specialist.api.patch(`/v1/quality-events/${id}`, body);
  const read = async (id: string) => fine(await specialist.api.get(`/v1/quality-events/${id}`));
  const readStored = async (id: string): Promise<string> =>
    fine(await specialist.api.get(`/v1/workflows/instances/${id}`)).current_state.id;
  const move = (id: string, to_state: string, more: object = {}, person = specialist) =>
    person.api.post(`/v1/workflows/instances/${id}/transition`, { to_state, ...more });

  const agreed = (id: string, status: string) =>
    eventually(`the record is ${status}`, async () => (await read(id)).status === status);

  const waiting = async (id: string): Promise<{ approval_id: string; title: string }> => {
    const { data } = (await manager.api.get('/v1/workflows/approvals/pending')).body;
    const item = data.find((one: { entity_id: string }) => one.entity_id === id);
    expect(item, JSON.stringify(data)).to.be.an('object');
    return item;
  };

  const approve = async (id: string) => {
    const { approval_id } = await waiting(id);
    const decision = { decision: 'approve', comment: 'The plan is sufficient' };
    refused(await specialist.api.post(`/v1/workflows/approvals/${approval_id}`, decision), 403, 'forbidden');
    const signature = { meaning: 'Approval', password: manager.password };
    const answer = fine(await manager.api.post(`/v1/workflows/approvals/${approval_id}`, { ...decision, signature }));
    expect(answer).to.include({ status: 'approved' }).and.have.nested.property('current_state.id', 'implementation');
    expect(answer.signature_record).to.include({ signer: manager.id, meaning: 'Approval' });
    signatures.push(answer.signature_record.signature_id);
    await agreed(id, 'implementation');
  };

  const sign = async (id: string) => {
    refused(await move(id, 'closed', {}, manager), 422, 'signature_required');
    const wrong = { signature: { meaning: 'Closure', password: 'not the password' } };
    refused(await move(id, 'closed', wrong, manager), 403, 'signature_invalid');
    const signature = { meaning: 'Closure', password: manager.password };
    const answer = fine(await move(id, 'closed', { signature, comment: 'Done' }, manager));
    expect(answer.current_state).to.include({ id: 'closed' });
    signatures.push(answer.signature_record.signature_id);
    await agreed(id, 'closed');
  };

  before(async () => {
    own = await newOrganization(demo, 'Quality story');
    [specialist, manager] = await Promise.all([hire('quality_specialist'), hire('quality_manager')]);
    const supplier = fine(await own.quality.post('/v1/suppliers', { name: RECALL.firm, supplier_code: 'FDA-1' }), 201);
    const related_entities = [{ type: 'supplier', id: supplier.id }];
    const { title, description } = RECALL;
    const body = { type: 'deviation', title, description, classification: 'major', related_entities };
    deviation = fine(await specialist.api.post('/v1/quality-events', body), 201);
  });

  it('begins as a draft with a number and an instance of its workflow', async () => {
    expect(deviation).to.include({ status: 'draft', priority: 'medium', type: 'deviation' });
    expect(deviation.number).to.match(/^DEV-\d{4}-0001$/);
    expect(await readStored(deviation.id)).to.equal('draft');
    expect((await read(deviation.id)).related_entities[0]).to.include({ name: RECALL.firm });
  });

  it('is investigated, and its root cause is required', async () => {
    fine(await patch(deviation.id, { status: 'submitted' }));
    fine(await move(deviation.id, 'investigation', { comment: 'Samples were taken' }));
    await agreed(deviation.id, 'investigation');
    const { details } = refused(await move(deviation.id, 'root_cause_identified'), 422, 'missing_required_fields');
    expect(details.missing_fields).to.have.members(['root_cause.category', 'root_cause.description']);
    const root_cause = { category: 'Material', description: 'The alloy held lead' };
    const found = fine(await patch(deviation.id, { status: 'root_cause_identified', root_cause }));
    expect(found).to.include({ status: 'root_cause_identified' });
    expect(await readStored(deviation.id)).to.equal('root_cause_identified');
    const answer = refused(await patch(deviation.id, { status: 'closed' }), 409, 'invalid_transition');
    expect(answer.details).to.deep.equal({
      current_state: 'root_cause_identified',
      requested_state: 'closed',
      allowed_transitions: ['action_planning'],
    });
    fine(await patch(deviation.id, { status: 'action_planning' }));
  });

  it('gets a CAPA with actions', async () => {
    const action = (description: string) => ({ description, assigned_to: specialist.id, due_date: '2099-01-31' });
    const answer = await specialist.api.post(`/v1/quality-events/${deviation.id}/capa`, {
      title: 'Lead-free alloy',
      description: 'Change the alloy and test every lot',
      corrective_actions: [action('Replace the alloy')],
      preventive_actions: [action('Test every lot')],
      effectiveness_criteria: 'No lead found in 20 lots',
    });
    capa = fine(answer, 201);
    expect(capa).to.include({ type: 'capa', status: 'draft', source_event_id: deviation.id });
    expect(capa.number).to.match(/^CAPA-\d{4}-0001$/);
  });

  it('waits for a quality manager, who approves with a signature', async () => {
    fine(await move(deviation.id, 'pending_approval'));
    expect((await read(deviation.id)).status).to.equal('action_planning');
    refused(await move(deviation.id, 'implementation'), 409, 'approval_required');
    await approve(deviation.id);
  });

  it('has its CAPA carried out, found effective and closed with a signature', async () => {
    for (const state of ['submitted', 'action_planning', 'pending_approval']) fine(await move(capa.id, state));
    await approve(capa.id);
    const actions = [...capa.corrective_actions, ...capa.preventive_actions];
    for (const { id } of actions) {
      const done = { status: 'completed', completion_date: '2026-11-20', completion_notes: 'Done' };
      fine(await specialist.api.patch(`/v1/quality-events/${capa.id}/actions/${id}`, done));
    }
    fine(await move(capa.id, 'verification'));
    await agreed(capa.id, 'verification');
    const signature = { meaning: 'Closure', password: manager.password };
    refused(await move(capa.id, 'closed', { signature }, manager), 409, 'conflict');
    const effectiveness_check = { outcome: 'effective', results: 'No lead in 20 lots' };
    fine(await patch(capa.id, { effectiveness_check }));
    await sign(capa.id);
  });

  it('moves on by itself when its CAPA is closed, and is closed with a signature', async () => {
    await agreed(deviation.id, 'verification');
    expect(await readStored(deviation.id)).to.equal('verification');
    await sign(deviation.id);
    refused(await patch(deviation.id, { title: 'Another' }), 409, 'conflict');
  });

  it('has its whole story in its audit trail, one entry for each act', async () => {
    const entries: Entry[] = await eventually('every entry', async () => {
      const { body } = await own.quality.get(`/v1/audit-logs?entity_id=${deviation.id}&per_page=100`);
      const last = body.data[0] as Entry | undefined;
      return last?.metadata.workflow_state === 'closed' && body.data.toReversed();
    });
    const acts = entries.map(({ action, user, metadata, signature }) => [
      ...[action, user.id === 'system' ? 'system' : user.role, metadata.workflow_state, signature.meaning],
    ]);
    const by = 'quality_specialist';
    expect(acts).to.deep.equal([
      ['create', by, null, null],
      ['transition', by, 'submitted', null],
      ['transition', by, 'investigation', null],
      ['transition', by, 'root_cause_identified', null],
      ['transition', by, 'action_planning', null],
      ['transition', by, 'pending_approval', null],
      ['approve', 'quality_manager', 'implementation', 'Approval'],
      ['transition', 'system', 'verification', null],
      ['transition', 'quality_manager', 'closed', 'Closure'],
    ]);
  });

  it('verifies: every signature, and the chain of the audit log', async () => {
    expect(signatures).to.have.length(4);
    const statuses = await Promise.all(
      signatures.map(async (id) => fine(await own.quality.get(`/v1/signatures/${id}/verify`)).status),
    );
    // What the CAPA's plan was approved with changed afterwards: its actions were carried out.
    expect(statuses).to.deep.equal(['valid', 'stale', 'valid', 'valid']);
    expect((await own.quality.get('/v1/audit-logs/verify')).body.data.valid).to.equal(true);
  });
});
