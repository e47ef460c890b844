import { newId, type Role } from '@qsc/contracts';
import type { Envelope } from '@qsc/contracts/events';
import { expect } from 'chai';
import type { Approval } from '../src/approval/approval.ts';
import { isCompletable } from '../src/approval/right.ts';
import { actsOn, decide, openRound, readApproval, refusal, startOrganization, startRound } from './approval-round.ts';
import {
  instanceOf,
  openDocument,
  openQualityEvent,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
} from './mesh.ts';

const QM = ['quality_manager' as const];
const ONE = { required_approvers: 1, approver_roles: QM };

const roundOf = (more: Partial<Approval>): Approval =>
  ({
    status: 'pending',
    decisions: [],
    requested_by: 'asks',
    first_requested_by: 'asks',
    record_creator: 'made',
    ...more,
  }) as Approval;

describe('a round of decisions can be completed', () => {
  const qa = 'quality_assurance' as const;
  const decided = [{ decided_by: 'm1', on_behalf_of: null, role: 'quality_manager' }] as Approval['decisions'];
  const [m1, m2, a1] = [
    { id: 'm1', role: 'quality_manager' as Role },
    { id: 'm2', role: 'quality_manager' as Role },
    { id: 'a1', role: qa as Role },
  ];
  const asks = { id: 'asks', role: 'quality_manager' as Role };
  const made = { id: 'made', role: 'quality_manager' as Role };
  for (const [what, round, active, is] of [
    ['by one user of the role', ONE, [m1], true],
    ['by nobody of another role', ONE, [a1], false],
    ['neither by who asks nor by who created the record', ONE, [asks, made], false],
    ['by two of the roles where two decide', { required_approvers: 2, approver_roles: QM }, [m1, m2], true],
    ['not by one where two decide', { required_approvers: 2, approver_roles: QM }, [m1, asks], false],
    ['by one of each role', { required_approvers: 2, approver_roles: [...QM, qa] }, [m1, a1], true],
    [
      'not by two of one role where one of each decides',
      { required_approvers: 2, approver_roles: [...QM, qa] },
      [m1, m2],
      false,
    ],
    [
      'by who is left after a decision',
      { required_approvers: 2, approver_roles: [...QM, qa], decisions: decided },
      [m1, a1],
      true,
    ],
    ['not by who has decided', { required_approvers: 2, approver_roles: QM, decisions: decided }, [m1], false],
  ] as const)
    it(what, () => {
      const approval = roundOf({
        ...round,
        approver_roles: [...round.approver_roles],
        decisions: [...('decisions' in round ? round.decisions : [])],
      });
      expect(isCompletable(approval, active)).to.equal(is);
    });
});

describe('a round that nobody could complete', () => {
  let mesh: WorkflowMesh;

  before(async () => {
    mesh = await startWorkflowMesh();
  });
  after(() => mesh.stop());

  const alone = (approval: { approval_config: typeof ONE } = { approval_config: ONE }, type = 'document') =>
    startOrganization(mesh, approval, type, [], { alone: true });

  const blocked = (recordId: string) =>
    mesh.tap.nextNotice(
      'nobody is left',
      ({ type, subject }) => type === 'workflow.approval.blocked.v1' && subject === recordId,
    );

  it('is not begun by a transition, and nothing has moved', async () => {
    const { author, requester, someone } = await alone();
    const { id } = await openDocument(author);
    expect(refusal(await transition(requester, id, 'approval'))).to.equal('409 conflict no_eligible_approver');
    expect((await instanceOf(author, id)).current_state.id).to.equal('draft');
    const manager = someone('quality_manager');
    expect(refusal(await transition(manager, id, 'approval'))).to.equal('409 conflict no_eligible_approver');
    expect((await transition(requester, id, 'approval')).status).to.equal(200);
  });

  it('is not begun by a change of the status either', async () => {
    const admin = mesh.person({ role: 'system_admin', alone: true });
    const [shipped] = (await admin.workflow.get('/v1/workflows?entity_type=complaint')).body.data;
    await admin.workflow.patch(`/v1/workflows/${shipped.id}`, { is_active: false });
    const states = [
      { id: 'draft', name: 'Draft', type: 'initial', allowed_transitions: ['verification'] },
      {
        id: 'verification',
        name: 'V',
        type: 'approval',
        allowed_transitions: ['closed', 'draft'],
        approval_config: ONE,
      },
      { id: 'closed', name: 'Closed', type: 'final' },
    ];
    await admin.workflow.post('/v1/workflows', { name: 'Own', entity_types: ['complaint'], states });
    const manager = mesh.person({ orgId: admin.orgId });
    const { id } = await openQualityEvent(manager, 'complaint');
    const patched = await manager.quality.patch(`/v1/quality-events/${id}`, { status: 'verification' });
    expect(refusal(patched)).to.equal('409 conflict no_eligible_approver');
  });

  it('of a record is told to administrators when its last approver is deactivated or has another role', async () => {
    const organization = await alone();
    const manager = organization.someone('quality_manager');
    const round = await openRound(mesh, organization);
    mesh.identity.setUser({ id: manager.id, orgId: round.orgId, name: 'Max', role: 'quality_manager', active: false });
    await mesh.publish(deactivated(round.orgId, manager.id));
    const { data } = await blocked(round.recordId);
    expect(data.record).to.include({ id: round.approvalId, status: 'pending' });
    expect((await readApproval(round.author, round)).can_decide).to.deep.equal([]);
  });
});

const deactivated = (orgid: string, id: string): Envelope => ({
  ...{ specversion: '1.0', id: newId('event'), source: '/services/identity', type: 'identity.user.updated.v1' },
  ...{ subject: id, time: new Date().toISOString(), datacontenttype: 'application/json', orgid, actor: 'usr_1' },
  requestid: newId('request'),
  data: {
    audit: {
      ...{ action: 'update', entity_type: 'user', entity_id: id, entity_name: 'Max', entity_version: 2 },
      user: { id: 'usr_1', email: null, name: 'Admin', role: 'system_admin' },
      client: { ip_address: null, user_agent: null, api_key_id: null },
      changes: { active: { from: true, to: false } },
      metadata: { reason: null, workflow_state: null, request_id: 'r' },
      signature: { required: false, signed: false, signature_id: null, meaning: null },
    },
    record: { id, email: 'max@example.test', name: 'Max', role: 'quality_manager', active: false, version: 2 },
  },
});

describe('a round that is withdrawn', () => {
  let mesh: WorkflowMesh;

  before(async () => {
    mesh = await startWorkflowMesh();
  });
  after(() => mesh.stop());

  const withdraw = { decision: 'withdraw', comment: 'Asked for too early' };

  it('by who asked for it ends like a reject, without a signature, and is audited as one', async () => {
    const round = await startRound(mesh, { ...ONE, require_signature: true });
    const { status, body } = await decide(round.requester, round, withdraw);
    expect([status, body.data.status, body.data.current_state.id]).to.deep.equal([200, 'rejected', 'draft']);
    const [act] = await actsOn(mesh, round.recordId, 'reject');
    expect(act?.data.audit.metadata.details).to.include({ withdrawn: true, comment: withdraw.comment });
    expect(act?.data.audit.signature).to.include({ required: false, signed: false });
    expect((await readApproval(round.author, round)).decisions[0]).to.include({ decision: 'withdraw' });
  });

  it('may be so by a quality manager who created the record, and by nobody else', async () => {
    const round = await startRound(mesh, ONE);
    for (const person of [round.author, round.someone('quality_assurance')])
      expect(refusal(await decide(person, round, withdraw))).to.equal('403 forbidden role');
    expect((await decide(round.someone('quality_manager'), round, withdraw)).status).to.equal(200);
    expect(refusal(await decide(round.requester, round, withdraw))).to.equal('409 conflict');
  });
});
