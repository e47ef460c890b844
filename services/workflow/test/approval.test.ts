import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import {
  actsOn,
  decide,
  findApprovalId,
  listPending,
  openApproval,
  readApproval,
  refusal,
  startApproval,
  startOrganization,
  type Waiting,
} from './approval-fixture.ts';
import { readInstance, startWorkflowMesh, transition } from './mesh.ts';

const ONE = { required_approvers: 1, approver_roles: ['quality_manager' as const] };
const EACH = { required_approvers: 2, approver_roles: ['quality_manager' as const, 'quality_assurance' as const] };

describe('an approval', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  const readState = async ({ author, recordId }: Waiting) => (await readInstance(author, recordId)).current_state.id;

  it('with one approver is single, and one vote causes the transition', async () => {
    const approval = await startApproval(mesh, { ...ONE, on_approve: 'effective' });
    const manager = approval.someone('quality_manager');
    expect((await readApproval(manager, approval)).approval_type).to.equal('single');
    const { status, body } = await decide(manager, approval, { conditions: ['Train the shift'] });
    expect(status).to.equal(200);
    const { decided_at, current_state, ...answer } = body.data;
    expect(answer).to.deep.equal({
      approval_id: approval.approvalId,
      decision: 'approve',
      status: 'approved',
      entity_id: approval.recordId,
      approvals_received: 1,
      approvals_required: 1,
      comment: 'I have read it',
      conditions: ['Train the shift'],
      decided_by: manager.id,
      on_behalf_of: null,
      signature_record: null,
    });
    expect(current_state).to.deep.equal({ id: 'effective', name: 'Effective', entered_at: decided_at });
    expect(await readState(approval)).to.equal('effective');
  });

  it('leads to the first allowed state without on_approve', async () => {
    const approval = await startApproval(mesh, ONE);
    expect((await decide(approval.someone('quality_manager'), approval)).body.data.current_state.id).to.equal(
      'effective',
    );
  });

  it('leads to on_approve where that is not the first allowed state', async () => {
    const approval = await startApproval(mesh, { ...ONE, on_approve: 'rework' });
    expect((await decide(approval.someone('quality_manager'), approval)).body.data.current_state.id).to.equal('rework');
  });

  it('with as many roles as approvers is parallel and accepts one of each, in any order', async () => {
    for (const roles of [EACH.approver_roles, EACH.approver_roles.toReversed()] as const) {
      const approval = await startApproval(mesh, EACH);
      const [first, second] = roles.map((role) => approval.someone(role));
      if (!first || !second) throw new Error('Two roles are meant.');
      const { body } = await decide(first, approval);
      expect(body.data).to.include({ status: 'pending', approvals_received: 1, approvals_required: 2 });
      expect(body.data.current_state.id).to.equal('approval');
      expect((await readApproval(first, approval)).approval_type).to.equal('parallel');
      expect((await decide(second, approval)).body.data.status).to.equal('approved');
      expect(await readState(approval)).to.equal('effective');
    }
  });

  it('refuses a second decision of a role where it waits for another one', async () => {
    const approval = await startApproval(mesh, EACH);
    await decide(approval.someone('quality_manager'), approval);
    const other = approval.someone('quality_manager');
    const answer = await decide(other, approval, { decision: 'reject' });
    expect(refusal(answer)).to.equal('409 conflict');
    expect(answer.body.error.details).to.deep.equal({ waits_for: ['quality_assurance'] });
    expect(await listPending(other)).to.deep.equal([]);
  });

  it('with fewer roles than approvers accepts any of the roles', async () => {
    const approval = await startApproval(mesh, { ...EACH, required_approvers: 3 });
    for (const status of ['pending', 'pending', 'approved'])
      expect((await decide(approval.someone('quality_manager'), approval)).body.data.status).to.equal(status);
  });

  it('with more roles than approvers accepts any of the roles', async () => {
    const approval = await startApproval(mesh, { ...EACH, required_approvers: 1 });
    expect((await decide(approval.someone('quality_assurance'), approval)).body.data.status).to.equal('approved');
  });

  it('in sequence takes the roles in their order, and shows it to the one whose turn it is', async () => {
    const roles = ['quality_assurance', 'qualified_person', 'quality_assurance'] as const;
    const config = { required_approvers: 3, approver_roles: [...roles], approval_type: 'sequential' };
    const approval = await startApproval(mesh, config);
    const people = roles.map((role) => approval.someone(role));
    for (const [turn, person] of people.entries()) {
      const later = people.slice(turn + 1).find((_other, index) => roles[turn + 1 + index] !== roles[turn]);
      if (later) {
        expect(await listPending(later)).to.deep.equal([]);
        expect(refusal(await decide(later, approval))).to.equal('409 conflict');
      }
      expect((await listPending(person)).map(({ approval_id }) => approval_id)).to.deep.equal([approval.approvalId]);
      expect((await decide(person, approval)).body.data.approvals_received).to.equal(turn + 1);
    }
    expect(await readState(approval)).to.equal('effective');
  });

  it('is ended by one rejection, and accepts no further decision', async () => {
    const approval = await startApproval(mesh, EACH);
    const { body } = await decide(approval.someone('quality_manager'), approval, {
      decision: 'reject',
      comment: 'Too thin',
    });
    expect(body.data).to.include({ decision: 'reject', status: 'rejected', approvals_received: 0 });
    const late = await decide(approval.someone('quality_assurance'), approval);
    expect(refusal(late)).to.equal('409 conflict');
    expect(late.body.error.details).to.deep.equal({ status: 'rejected' });
    expect(await readState(approval)).to.equal('draft');
  });

  it('accepts one decision of a user', async () => {
    const approval = await startApproval(mesh, { ...ONE, required_approvers: 2 });
    const manager = approval.someone('quality_manager');
    expect((await decide(manager, approval)).status).to.equal(200);
    expect(refusal(await decide(manager, approval))).to.equal('409 conflict');
    expect(refusal(await decide(manager, approval, { decision: 'reject' }))).to.equal('409 conflict');
    expect((await readApproval(manager, approval)).decisions).to.have.length(1);
  });

  for (const [what, config, more, to] of [
    ['to return_to_state where it is given', { on_reject: 'draft' }, { return_to_state: 'rework' }, 'rework'],
    ['to on_reject by default', { on_reject: 'rework' }, {}, 'rework'],
    ['to where the record came from without an on_reject', {}, {}, 'draft'],
  ] as const)
    it(`leads a rejection ${what}`, async () => {
      const approval = await startApproval(mesh, { ...ONE, ...config });
      const { body } = await decide(approval.someone('quality_manager'), approval, { decision: 'reject', ...more });
      expect(body.data.current_state.id).to.equal(to);
      expect(await readState(approval)).to.equal(to);
    });

  it('leads a reject to the last allowed state where the record came from none of them', async () => {
    const allowed_transitions = ['effective', 'rework'];
    const approval = await startApproval(mesh, ONE, { allowed_transitions });
    const { body } = await decide(approval.someone('quality_manager'), approval, { decision: 'reject' });
    expect(body.data.current_state.id).to.equal('rework');
  });

  it('leads no reject to where an approval leads while the state has another way', async () => {
    const allowed_transitions = ['rework', 'effective'];
    const approval = await startApproval(mesh, { ...ONE, on_approve: 'effective' }, { allowed_transitions });
    const { body } = await decide(approval.someone('quality_manager'), approval, { decision: 'reject' });
    expect(body.data.current_state.id).to.equal('rework');
  });

  it('refuses a reject where the state leads nowhere but to where an approval leads', async () => {
    const organization = await startOrganization(mesh, { approval_config: ONE });
    const { orgId: org_id, someone } = organization;
    for (const name of ['workflow', 'workflow_version'])
      await mesh.database
        .collection(name)
        .updateMany(
          { org_id, name: 'Approval' },
          { $set: { 'states.$[approval].allowed_transitions': ['effective'] } },
          { arrayFilters: [{ 'approval.id': 'approval' }] },
        );
    const approval = await openApproval(mesh, organization);
    const manager = someone('quality_manager');
    for (const more of [{}, { return_to_state: 'effective' }]) {
      const refused = await decide(manager, approval, { decision: 'reject', ...more });
      expect(refusal(refused)).to.equal('409 conflict no_way_back');
    }
    expect(await readState(approval)).to.equal('approval');
    expect((await decide(manager, approval)).body.data.current_state.id).to.equal('effective');
  });

  for (const [what, more] of [
    ['where an approval leads', { decision: 'reject', return_to_state: 'effective' }],
    ['that the approval does not allow', { decision: 'reject', return_to_state: 'approval' }],
    ['that nobody knows', { decision: 'reject', return_to_state: 'elsewhere' }],
    ['of an approval', { decision: 'approve', return_to_state: 'draft' }],
  ] as const)
    it(`refuses a return_to_state ${what}, and stays pending`, async () => {
      const approval = await startApproval(mesh, ONE);
      const manager = approval.someone('quality_manager');
      const answer = await decide(manager, approval, more);
      expect(refusal(answer)).to.equal('422 validation_failed');
      expect(answer.body.error.details.fields[0].field).to.equal('return_to_state');
      expect(await readApproval(manager, approval)).to.deep.include({ status: 'pending', decisions: [], version: 1 });
    });

  it('requires a valid decision, and a comment', async () => {
    const approval = await startApproval(mesh, ONE);
    const manager = approval.someone('quality_manager');
    for (const more of [{ comment: undefined }, { comment: ' ' }, { decision: 'abstain' }, { note: 'x' }])
      expect(refusal(await decide(manager, approval, more))).to.equal('422 validation_failed');
    expect((await readApproval(manager, approval)).status).to.equal('pending');
  });

  it('records who decided what, with comment and conditions', async () => {
    const approval = await startApproval(mesh, EACH);
    const manager = approval.someone('quality_manager');
    const { body } = await decide(manager, approval, { comment: 'If checked', conditions: ['Check it', 'Twice'] });
    const { decisions } = await readApproval(approval.author, approval);
    expect(decisions).to.deep.equal([
      {
        decision: 'approve',
        decided_by: manager.id,
        decided_by_name: 'Test User',
        on_behalf_of: null,
        on_behalf_of_name: null,
        role: 'quality_manager',
        comment: 'If checked',
        conditions: ['Check it', 'Twice'],
        decided_at: body.data.decided_at,
        signature_id: null,
      },
    ]);
  });

  it('opens again, without votes of the former one, when the record returns', async () => {
    const approval = await startApproval(mesh, ONE);
    const manager = approval.someone('quality_manager');
    await decide(manager, approval, { decision: 'reject' });
    expect((await transition(approval.requester, approval.recordId, 'approval')).status).to.equal(200);
    const again = { ...approval, approvalId: await findApprovalId(mesh, approval.recordId, 2) };
    expect(again.approvalId).to.not.equal(approval.approvalId);
    expect(refusal(await decide(manager, approval))).to.equal('409 conflict');
    expect((await decide(manager, again)).body.data.status).to.equal('approved');
  });

  it('has one audit entry for each decision on the record, with or without a transition', async () => {
    const approval = await startApproval(mesh, EACH);
    const [manager, assurance] = EACH.approver_roles.map((role) => approval.someone(role));
    if (!manager || !assurance) throw new Error('Two roles are meant.');
    await decide(manager, approval, { conditions: ['Check it'] });
    await decide(assurance, approval);
    const acts = await actsOn(mesh, approval.recordId, 'approve', 2);
    expect(acts.map(({ data, type }) => [type, data.audit.user.id, data.audit.metadata.workflow_state])).to.deep.equal([
      ['workflow.approval.decided.v1', manager.id, 'approval'],
      ['workflow.instance.moved.v1', assurance.id, 'effective'],
    ]);
    for (const [index, { data }] of acts.entries()) {
      const { audit } = data;
      expect(audit).to.include({ entity_type: 'document', entity_id: approval.recordId, entity_version: 1 });
      expect(audit.metadata.reason).to.equal('I have read it');
      expect(audit.metadata.details).to.deep.include({
        approval_id: approval.approvalId,
        approvals_received: index + 1,
        conditions: index === 0 ? ['Check it'] : [],
      });
    }
  });

  it('audits a reject as reject', async () => {
    const approval = await startApproval(mesh, ONE);
    await decide(approval.someone('quality_manager'), approval, { decision: 'reject' });
    const [act] = await actsOn(mesh, approval.recordId, 'reject');
    expect(act?.data.audit.metadata.workflow_state).to.equal('draft');
  });

  it('is left by decisions alone', async () => {
    const approval = await startApproval(mesh, ONE);
    expect(refusal(await transition(approval.requester, approval.recordId, 'effective'))).to.equal(
      '409 approval_required',
    );
  });

  it('is decided as it was read, where If-Match says so', async () => {
    const approval = await startApproval(mesh, { ...ONE, required_approvers: 2 });
    const [first, second] = [approval.someone('quality_manager'), approval.someone('quality_manager')];
    const path = `/v1/workflows/approvals/${approval.approvalId}`;
    const etag = (await second.workflow.get(path)).headers.get('etag') ?? '';
    await decide(first, approval);
    const body = { decision: 'approve', comment: 'As I read it' };
    expect(refusal(await second.workflow.post(path, body, { headers: { 'if-match': etag } }))).to.equal(
      '412 precondition_failed',
    );
    expect((await second.workflow.post(path, body, { headers: { 'if-match': '"2"' } })).status).to.equal(200);
  });

  it('gives a request that is sent again its first answer', async () => {
    const approval = await startApproval(mesh, { ...ONE, required_approvers: 2 });
    const manager = approval.someone('quality_manager');
    const again = () =>
      manager.workflow.post(
        `/v1/workflows/approvals/${approval.approvalId}`,
        { decision: 'approve', comment: 'Once' },
        { headers: { 'idempotency-key': approval.approvalId } },
      );
    const [first, second] = [await again(), await again()];
    expect(second.body).to.deep.equal(first.body);
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect((await readApproval(manager, approval)).approvals_received).to.equal(1);
  });

  it('counts the votes of two approvers who send the same key and body', async () => {
    const approval = await startApproval(mesh, { ...ONE, required_approvers: 2 });
    const [first, second] = [approval.someone('quality_manager'), approval.someone('quality_manager')];
    const path = `/v1/workflows/approvals/${approval.approvalId}`;
    const body = { decision: 'approve', comment: 'Same words' };
    const headers = { 'idempotency-key': 'approve-it' };
    await first.workflow.post(path, body, { headers });
    const answer = (await second.workflow.post(path, body, { headers })).body.data;
    expect([answer.decided_by, answer.status]).to.deep.equal([second.id, 'approved']);
  });
});
