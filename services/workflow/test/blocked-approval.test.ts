import { newId, type Role } from '@qsc/contracts';
import type { Envelope } from '@qsc/contracts/events';
import { expect } from 'chai';
import type { Approval } from '../src/approval/approval.ts';
import { isCompletable } from '../src/approval/right.ts';
import {
  actsOn,
  decide,
  openApproval,
  readApproval,
  refusal,
  startApproval,
  startOrganization,
} from './approval-fixture.ts';
import {
  openDocument,
  openQualityEvent,
  readInstance,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
} from './mesh.ts';

const QM = ['quality_manager' as const];
const ONE = { required_approvers: 1, approver_roles: QM };

const makeApproval = (more: Partial<Approval>): Approval =>
  ({
    status: 'pending',
    decisions: [],
    requested_by: 'requester',
    first_requested_by: 'requester',
    record_creator: 'made',
    ...more,
  }) as Approval;

describe('an approval can be completed', () => {
  const qa = 'quality_assurance' as const;
  const decided = [{ decided_by: 'm1', on_behalf_of: null, role: 'quality_manager' }] as Approval['decisions'];
  const [m1, m2, a1] = [
    { id: 'm1', role: 'quality_manager' as Role },
    { id: 'm2', role: 'quality_manager' as Role },
    { id: 'a1', role: qa as Role },
  ];
  const requester = { id: 'requester', role: 'quality_manager' as Role };
  const made = { id: 'made', role: 'quality_manager' as Role };
  for (const [what, config, active, is] of [
    ['by one user of the role', ONE, [m1], true],
    ['by nobody of another role', ONE, [a1], false],
    ['neither by the requester nor by who created the record', ONE, [requester, made], false],
    ['by two of the roles where two decide', { required_approvers: 2, approver_roles: QM }, [m1, m2], true],
    ['not by one where two decide', { required_approvers: 2, approver_roles: QM }, [m1, requester], false],
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
      const approval = makeApproval({
        ...config,
        approver_roles: [...config.approver_roles],
        decisions: [...('decisions' in config ? config.decisions : [])],
      });
      expect(isCompletable(approval, active)).to.equal(is);
    });
});

describe('an approval that nobody could complete', () => {
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

  it('is not opened by a transition, and nothing changes', async () => {
    const { author, requester, someone } = await alone();
    const { id } = await openDocument(author);
    expect(refusal(await transition(requester, id, 'approval'))).to.equal('409 conflict no_eligible_approver');
    expect((await readInstance(author, id)).current_state.id).to.equal('draft');
    const manager = someone('quality_manager');
    expect(refusal(await transition(manager, id, 'approval'))).to.equal('409 conflict no_eligible_approver');
    expect((await transition(requester, id, 'approval')).status).to.equal(200);
  });

  it('is not opened by a change of the status either', async () => {
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

  it('of a record is reported to administrators when its last approver is deactivated or has another role', async () => {
    const organization = await alone();
    const manager = organization.someone('quality_manager');
    const approval = await openApproval(mesh, organization);
    mesh.identity.setUser({
      id: manager.id,
      orgId: approval.orgId,
      name: 'Max',
      role: 'quality_manager',
      active: false,
    });
    await mesh.publish(deactivated(approval.orgId, manager.id));
    const { data } = await blocked(approval.recordId);
    expect(data.record).to.include({ id: approval.approvalId, status: 'pending' });
    expect((await readApproval(approval.author, approval)).can_decide).to.deep.equal([]);
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

describe('an approval that is withdrawn', () => {
  let mesh: WorkflowMesh;

  before(async () => {
    mesh = await startWorkflowMesh();
  });
  after(() => mesh.stop());

  const withdraw = { decision: 'withdraw', comment: 'Asked for too early' };

  it('by its requester ends like a rejection, without a signature, and is audited as one', async () => {
    const approval = await startApproval(mesh, { ...ONE, require_signature: true });
    const { status, body } = await decide(approval.requester, approval, withdraw);
    expect([status, body.data.status, body.data.current_state.id]).to.deep.equal([200, 'rejected', 'draft']);
    const [act] = await actsOn(mesh, approval.recordId, 'reject');
    expect(act?.data.audit.metadata.details).to.include({ withdrawn: true, comment: withdraw.comment });
    expect(act?.data.audit.signature).to.include({ required: false, signed: false });
    expect((await readApproval(approval.author, approval)).decisions[0]).to.include({ decision: 'withdraw' });
  });

  it('may be withdrawn by a quality manager who created the record, and by nobody else', async () => {
    const approval = await startApproval(mesh, ONE);
    for (const person of [approval.author, approval.someone('quality_assurance')])
      expect(refusal(await decide(person, approval, withdraw))).to.equal('403 forbidden role');
    expect((await decide(approval.someone('quality_manager'), approval, withdraw)).status).to.equal(200);
    expect(refusal(await decide(approval.requester, approval, withdraw))).to.equal('409 conflict');
  });
});
