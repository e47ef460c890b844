import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import {
  actsOn,
  approvalOf,
  decide,
  openRound,
  pendingOf,
  readApproval,
  refusal,
  startOrganization,
  startRound,
  type Waiting,
} from './approval-round.ts';
import { instanceOf, startWorkflowMesh, transition } from './mesh.ts';

const ONE = { required_approvers: 1, approver_roles: ['quality_manager' as const] };
const EACH = { required_approvers: 2, approver_roles: ['quality_manager' as const, 'quality_assurance' as const] };

describe('a round of decisions', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  const stateOf = async ({ author, recordId }: Waiting) => (await instanceOf(author, recordId)).current_state.id;

  it('with one approver is single, and one approval moves the record on', async () => {
    const round = await startRound(mesh, { ...ONE, on_approve: 'effective' });
    const manager = round.someone('quality_manager');
    expect((await readApproval(manager, round)).approval_type).to.equal('single');
    const { status, body } = await decide(manager, round, { conditions: ['Train the shift'] });
    expect(status).to.equal(200);
    const { decided_at, current_state, ...answer } = body.data;
    expect(answer).to.deep.equal({
      approval_id: round.approvalId,
      decision: 'approve',
      status: 'approved',
      entity_id: round.recordId,
      approvals_received: 1,
      approvals_required: 1,
      comment: 'I have read it',
      conditions: ['Train the shift'],
      decided_by: manager.id,
      on_behalf_of: null,
      signature_record: null,
    });
    expect(current_state).to.deep.equal({ id: 'effective', name: 'Effective', entered_at: decided_at });
    expect(await stateOf(round)).to.equal('effective');
  });

  it('leads to the first allowed state where no on_approve is told', async () => {
    const round = await startRound(mesh, ONE);
    expect((await decide(round.someone('quality_manager'), round)).body.data.current_state.id).to.equal('effective');
  });

  it('leads to on_approve where that is not the first allowed state', async () => {
    const round = await startRound(mesh, { ...ONE, on_approve: 'rework' });
    expect((await decide(round.someone('quality_manager'), round)).body.data.current_state.id).to.equal('rework');
  });

  it('with as many roles as approvers is parallel and takes one of each, in any order', async () => {
    for (const roles of [EACH.approver_roles, EACH.approver_roles.toReversed()] as const) {
      const round = await startRound(mesh, EACH);
      const [first, second] = roles.map((role) => round.someone(role));
      if (!first || !second) throw new Error('Two roles are meant.');
      const { body } = await decide(first, round);
      expect(body.data).to.include({ status: 'pending', approvals_received: 1, approvals_required: 2 });
      expect(body.data.current_state.id).to.equal('approval');
      expect((await readApproval(first, round)).approval_type).to.equal('parallel');
      expect((await decide(second, round)).body.data.status).to.equal('approved');
      expect(await stateOf(round)).to.equal('effective');
    }
  });

  it('takes no second decision of a role where it waits for another one', async () => {
    const round = await startRound(mesh, EACH);
    await decide(round.someone('quality_manager'), round);
    const other = round.someone('quality_manager');
    const answer = await decide(other, round, { decision: 'reject' });
    expect(refusal(answer)).to.equal('409 conflict');
    expect(answer.body.error.details).to.deep.equal({ waits_for: ['quality_assurance'] });
    expect(await pendingOf(other)).to.deep.equal([]);
  });

  it('with fewer roles than approvers takes any of the roles', async () => {
    const round = await startRound(mesh, { ...EACH, required_approvers: 3 });
    for (const status of ['pending', 'pending', 'approved'])
      expect((await decide(round.someone('quality_manager'), round)).body.data.status).to.equal(status);
  });

  it('with more roles than approvers takes any of the roles', async () => {
    const round = await startRound(mesh, { ...EACH, required_approvers: 1 });
    expect((await decide(round.someone('quality_assurance'), round)).body.data.status).to.equal('approved');
  });

  it('in sequence takes the roles in their order, and shows it to the one whose turn it is', async () => {
    const roles = ['quality_assurance', 'qualified_person', 'quality_assurance'] as const;
    const config = { required_approvers: 3, approver_roles: [...roles], approval_type: 'sequential' };
    const round = await startRound(mesh, config);
    const people = roles.map((role) => round.someone(role));
    for (const [turn, person] of people.entries()) {
      const later = people.slice(turn + 1).find((_other, index) => roles[turn + 1 + index] !== roles[turn]);
      if (later) {
        expect(await pendingOf(later)).to.deep.equal([]);
        expect(refusal(await decide(later, round))).to.equal('409 conflict');
      }
      expect((await pendingOf(person)).map(({ approval_id }) => approval_id)).to.deep.equal([round.approvalId]);
      expect((await decide(person, round)).body.data.approvals_received).to.equal(turn + 1);
    }
    expect(await stateOf(round)).to.equal('effective');
  });

  it('is ended by one reject, and takes no further decision', async () => {
    const round = await startRound(mesh, EACH);
    const { body } = await decide(round.someone('quality_manager'), round, { decision: 'reject', comment: 'Too thin' });
    expect(body.data).to.include({ decision: 'reject', status: 'rejected', approvals_received: 0 });
    const late = await decide(round.someone('quality_assurance'), round);
    expect(refusal(late)).to.equal('409 conflict');
    expect(late.body.error.details).to.deep.equal({ status: 'rejected' });
    expect(await stateOf(round)).to.equal('draft');
  });

  it('takes one decision of a user', async () => {
    const round = await startRound(mesh, { ...ONE, required_approvers: 2 });
    const manager = round.someone('quality_manager');
    expect((await decide(manager, round)).status).to.equal(200);
    expect(refusal(await decide(manager, round))).to.equal('409 conflict');
    expect(refusal(await decide(manager, round, { decision: 'reject' }))).to.equal('409 conflict');
    expect((await readApproval(manager, round)).decisions).to.have.length(1);
  });

  for (const [what, config, more, to] of [
    ['to return_to_state where it is told', { on_reject: 'draft' }, { return_to_state: 'rework' }, 'rework'],
    ['to on_reject where nothing is told', { on_reject: 'rework' }, {}, 'rework'],
    ['to where the record came from without an on_reject', {}, {}, 'draft'],
  ] as const)
    it(`leads a reject ${what}`, async () => {
      const round = await startRound(mesh, { ...ONE, ...config });
      const { body } = await decide(round.someone('quality_manager'), round, { decision: 'reject', ...more });
      expect(body.data.current_state.id).to.equal(to);
      expect(await stateOf(round)).to.equal(to);
    });

  it('leads a reject to the last allowed state where the record came from none of them', async () => {
    const allowed_transitions = ['effective', 'rework'];
    const round = await startRound(mesh, ONE, { allowed_transitions });
    const { body } = await decide(round.someone('quality_manager'), round, { decision: 'reject' });
    expect(body.data.current_state.id).to.equal('rework');
  });

  it('leads no reject to where an approval leads while the state has another way', async () => {
    const allowed_transitions = ['rework', 'effective'];
    const round = await startRound(mesh, { ...ONE, on_approve: 'effective' }, { allowed_transitions });
    const { body } = await decide(round.someone('quality_manager'), round, { decision: 'reject' });
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
    const round = await openRound(mesh, organization);
    const manager = someone('quality_manager');
    for (const more of [{}, { return_to_state: 'effective' }]) {
      const refused = await decide(manager, round, { decision: 'reject', ...more });
      expect(refusal(refused)).to.equal('409 conflict no_way_back');
    }
    expect(await stateOf(round)).to.equal('approval');
    expect((await decide(manager, round)).body.data.current_state.id).to.equal('effective');
  });

  for (const [what, more] of [
    ['where an approval leads', { decision: 'reject', return_to_state: 'effective' }],
    ['that the approval does not allow', { decision: 'reject', return_to_state: 'approval' }],
    ['that nobody knows', { decision: 'reject', return_to_state: 'elsewhere' }],
    ['of an approval', { decision: 'approve', return_to_state: 'draft' }],
  ] as const)
    it(`refuses a return_to_state ${what}, and goes on`, async () => {
      const round = await startRound(mesh, ONE);
      const manager = round.someone('quality_manager');
      const answer = await decide(manager, round, more);
      expect(refusal(answer)).to.equal('422 validation_failed');
      expect(answer.body.error.details.fields[0].field).to.equal('return_to_state');
      expect(await readApproval(manager, round)).to.deep.include({ status: 'pending', decisions: [], version: 1 });
    });

  it('asks for a decision of two, and a comment', async () => {
    const round = await startRound(mesh, ONE);
    const manager = round.someone('quality_manager');
    for (const more of [{ comment: undefined }, { comment: ' ' }, { decision: 'abstain' }, { note: 'x' }])
      expect(refusal(await decide(manager, round, more))).to.equal('422 validation_failed');
    expect((await readApproval(manager, round)).status).to.equal('pending');
  });

  it('keeps who decided what, with comment and conditions', async () => {
    const round = await startRound(mesh, EACH);
    const manager = round.someone('quality_manager');
    const { body } = await decide(manager, round, { comment: 'If checked', conditions: ['Check it', 'Twice'] });
    const { decisions } = await readApproval(round.author, round);
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

  it('begins anew, with nothing of the former one, when the record comes back', async () => {
    const round = await startRound(mesh, ONE);
    const manager = round.someone('quality_manager');
    await decide(manager, round, { decision: 'reject' });
    expect((await transition(round.requester, round.recordId, 'approval')).status).to.equal(200);
    const again = { ...round, approvalId: await approvalOf(mesh, round.recordId, 2) };
    expect(again.approvalId).to.not.equal(round.approvalId);
    expect(refusal(await decide(manager, round))).to.equal('409 conflict');
    expect((await decide(manager, again)).body.data.status).to.equal('approved');
  });

  it('has one audit entry for each decision on the record, whether or not it moves', async () => {
    const round = await startRound(mesh, EACH);
    const [manager, assurance] = EACH.approver_roles.map((role) => round.someone(role));
    if (!manager || !assurance) throw new Error('Two roles are meant.');
    await decide(manager, round, { conditions: ['Check it'] });
    await decide(assurance, round);
    const acts = await actsOn(mesh, round.recordId, 'approve', 2);
    expect(acts.map(({ data, type }) => [type, data.audit.user.id, data.audit.metadata.workflow_state])).to.deep.equal([
      ['workflow.approval.decided.v1', manager.id, 'approval'],
      ['workflow.instance.moved.v1', assurance.id, 'effective'],
    ]);
    for (const [index, { data }] of acts.entries()) {
      const { audit } = data;
      expect(audit).to.include({ entity_type: 'document', entity_id: round.recordId, entity_version: 1 });
      expect(audit.metadata.reason).to.equal('I have read it');
      expect(audit.metadata.details).to.deep.include({
        approval_id: round.approvalId,
        approvals_received: index + 1,
        conditions: index === 0 ? ['Check it'] : [],
      });
    }
  });

  it('audits a reject as reject', async () => {
    const round = await startRound(mesh, ONE);
    await decide(round.someone('quality_manager'), round, { decision: 'reject' });
    const [act] = await actsOn(mesh, round.recordId, 'reject');
    expect(act?.data.audit.metadata.workflow_state).to.equal('draft');
  });

  it('is left by decisions alone', async () => {
    const round = await startRound(mesh, ONE);
    expect(refusal(await transition(round.requester, round.recordId, 'effective'))).to.equal('409 approval_required');
  });

  it('is decided as it was read, where If-Match says so', async () => {
    const round = await startRound(mesh, { ...ONE, required_approvers: 2 });
    const [first, second] = [round.someone('quality_manager'), round.someone('quality_manager')];
    const path = `/v1/workflows/approvals/${round.approvalId}`;
    const etag = (await second.workflow.get(path)).headers.get('etag') ?? '';
    await decide(first, round);
    const body = { decision: 'approve', comment: 'As I read it' };
    expect(refusal(await second.workflow.post(path, body, { headers: { 'if-match': etag } }))).to.equal(
      '412 precondition_failed',
    );
    expect((await second.workflow.post(path, body, { headers: { 'if-match': '"2"' } })).status).to.equal(200);
  });

  it('gives a request that is sent again its first answer', async () => {
    const round = await startRound(mesh, { ...ONE, required_approvers: 2 });
    const manager = round.someone('quality_manager');
    const again = () =>
      manager.workflow.post(
        `/v1/workflows/approvals/${round.approvalId}`,
        { decision: 'approve', comment: 'Once' },
        { headers: { 'idempotency-key': round.approvalId } },
      );
    const [first, second] = [await again(), await again()];
    expect(second.body).to.deep.equal(first.body);
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect((await readApproval(manager, round)).approvals_received).to.equal(1);
  });

  it('counts the votes of two approvers who send the same key and body', async () => {
    const round = await startRound(mesh, { ...ONE, required_approvers: 2 });
    const [first, second] = [round.someone('quality_manager'), round.someone('quality_manager')];
    const path = `/v1/workflows/approvals/${round.approvalId}`;
    const body = { decision: 'approve', comment: 'Same words' };
    const headers = { 'idempotency-key': 'approve-it' };
    await first.workflow.post(path, body, { headers });
    const answer = (await second.workflow.post(path, body, { headers })).body.data;
    expect([answer.decided_by, answer.status]).to.deep.equal([second.id, 'approved']);
  });
});
