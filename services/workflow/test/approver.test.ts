import type { ActEnvelope } from '@qsc/contracts/events';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import {
  actsOn,
  decide,
  findApprovalId,
  isNoColleague,
  listPending,
  openApproval,
  readApproval,
  refusal,
  startApproval,
  startOrganization,
  type Waiting,
} from './approval-fixture.ts';
import { type Person, startWorkflowMesh, transition } from './mesh.ts';

const MANAGER = { required_approvers: 1, approver_roles: ['quality_manager' as const] };
const SIGNED = { ...MANAGER, require_signature: true };

const signature = ({ password }: Pick<Person, 'password'>) => ({ meaning: 'Approval', password });

describe('who decides on an approval', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  /** Refused, and the round as it was. */
  const expectRefusal = async (by: Person, approval: Waiting, expected: string, more: object = {}): Promise<void> => {
    for (const decision of ['approve', 'reject'])
      expect(refusal(await decide(by, approval, { decision, ...more }))).to.equal(expected);
    expect(await readApproval(approval.author, approval)).to.deep.include({
      status: 'pending',
      decisions: [],
      version: 1,
    });
    expect(await listPending(by)).to.deep.equal([]);
  };

  it('is not its requester', async () => {
    const approval = await startApproval(mesh, { ...MANAGER, approver_roles: ['supplier_manager'] });
    await expectRefusal(approval.requester, approval, '403 forbidden requester');
    expect((await decide(approval.someone('supplier_manager'), approval)).status).to.equal(200);
  });

  it('is not the requester of the approval that led to this one', async () => {
    const release = {
      ...{ id: 'release', name: 'Release', type: 'approval', allowed_transitions: ['effective', 'approval'] },
      approval_config: { ...MANAGER, approver_roles: ['supplier_manager'] },
    };
    const approval = { approval_config: MANAGER, allowed_transitions: ['release', 'rework', 'draft'] };
    const first = await openApproval(mesh, await startOrganization(mesh, approval, 'document', [release]));
    const [manager, releaser] = [first.someone('quality_manager'), first.someone('supplier_manager')];
    expect((await decide(manager, first)).status).to.equal(200);

    const second = { ...first, approvalId: await findApprovalId(mesh, first.recordId, 2) };
    await expectRefusal(first.requester, second, '403 forbidden requester');
    expect((await decide(releaser, second, { decision: 'reject' })).status).to.equal(200);

    const third = { ...first, approvalId: await findApprovalId(mesh, first.recordId, 3) };
    await expectRefusal(first.requester, third, '403 forbidden requester');
    await expectRefusal(releaser, third, '403 forbidden requester');
    expect((await decide(manager, third)).status).to.equal(200);
  });

  it('is not who created the record', async () => {
    const approval = await startApproval(mesh, { ...MANAGER, approver_roles: ['document_owner'] });
    await expectRefusal(approval.author, approval, '403 forbidden record_creator');
    expect((await decide(approval.someone('document_owner'), approval)).status).to.equal(200);
  });

  it('is nobody of another role, and the answer names the roles', async () => {
    const approval = await startApproval(mesh, MANAGER);
    const assurance = approval.someone('quality_assurance');
    await expectRefusal(assurance, approval, '403 forbidden role');
    expect((await decide(assurance, approval)).body.error.details.roles).to.deep.equal(['quality_manager']);
  });

  it('is no system administrator', async () => {
    const approval = await startApproval(mesh, MANAGER);
    await expectRefusal(approval.someone('system_admin'), approval, '403 forbidden system_admin');
  });

  it('is no OAuth application', async () => {
    const approval = await startApproval(mesh, MANAGER);
    await expectRefusal(
      mesh.person({ kind: 'application', orgId: approval.orgId }),
      approval,
      '403 forbidden application',
    );
  });

  it('is no user of a role that makes no transitions', async () => {
    const approval = await startApproval(mesh, MANAGER);
    for (const person of [
      approval.someone('viewer'),
      mesh.person({ orgId: approval.orgId, scopes: ['workflows:read', 'quality-events:write'] }),
    ]) {
      const answer = await decide(person, approval);
      expect(answer.status).to.equal(403);
      expect(answer.body.error.details.required_scope).to.equal('workflows:execute');
    }
  });

  it('is nobody of another organisation, to whom it does not exist', async () => {
    const approval = await startApproval(mesh, MANAGER);
    const stranger = mesh.person();
    expect(refusal(await decide(stranger, approval))).to.equal('404 not_found');
    expect(await readApproval(stranger, approval)).to.equal(undefined);
    expect(await listPending(stranger)).to.deep.equal([]);
    expect(refusal(await decide(stranger, { approvalId: 'apr_unknown' }))).to.equal('404 not_found');
  });

  describe('with a signature', () => {
    it('gives one where the approval requires it', async () => {
      const approval = await startApproval(mesh, SIGNED);
      const manager = approval.someone('quality_manager');
      for (const decision of ['approve', 'reject'])
        expect(refusal(await decide(manager, approval, { decision }))).to.equal('422 signature_required');
      expect(await readApproval(manager, approval)).to.deep.include({ require_signature: true, decisions: [] });
      expect((await listPending(manager)).map(({ approval_id }) => approval_id)).to.deep.equal([approval.approvalId]);
    });

    it('signs by the password, and the signature is in response, approval and audit trail', async () => {
      const approval = await startApproval(mesh, SIGNED);
      const manager = approval.someone('quality_manager');
      const { body } = await decide(manager, approval, { signature: signature(manager) });
      const { signature_record: record } = body.data;
      expect(record).to.include({ signer: manager.id, meaning: 'Approval', timestamp: body.data.decided_at });
      const [decision] = (await readApproval(manager, approval)).decisions;
      expect(decision.signature_id).to.equal(record.signature_id);
      const [act] = await actsOn(mesh, approval.recordId, 'approve');
      expect((act as ActEnvelope).data.audit.signature).to.deep.equal({
        required: true,
        signed: true,
        signature_id: record.signature_id,
        meaning: 'Approval',
      });
      const verified = await approval.someone('auditor').workflow.get(`/v1/signatures/${record.signature_id}/verify`);
      expect(verified.body.data.status).to.equal('valid');
    });

    it('binds a signature to the record also where the approval stays pending', async () => {
      const approval = await startApproval(mesh, { ...SIGNED, required_approvers: 2 });
      const manager = approval.someone('quality_manager');
      const { body } = await decide(manager, approval, { signature: signature(manager) });
      expect(body.data.status).to.equal('pending');
      const id = body.data.signature_record.signature_id;
      const { data } = (await approval.someone('auditor').workflow.get(`/v1/signatures/${id}`)).body;
      expect(data).to.include({ entity_id: approval.recordId, entity_version: 1, signer: manager.id });
      expect(data.act).to.deep.equal({
        action: 'approve',
        move: null,
        from_state: 'approval',
        to_state: 'approval',
        approval_id: approval.approvalId,
      });
      const [act] = await actsOn(mesh, approval.recordId, 'approve');
      expect((act as ActEnvelope).data.audit.signature.signature_id).to.equal(id);
    });

    it('signs the transition that ends the approval', async () => {
      const approval = await startApproval(mesh, SIGNED);
      const manager = approval.someone('quality_manager');
      const rejection = { decision: 'reject', signature: signature(manager) };
      const { signature_record } = (await decide(manager, approval, rejection)).body.data;
      const { body } = await approval
        .someone('auditor')
        .workflow.get(`/v1/signatures/${signature_record.signature_id}`);
      expect(body.data.act).to.deep.equal({
        action: 'reject',
        move: 2,
        from_state: 'approval',
        to_state: 'draft',
        approval_id: approval.approvalId,
      });
    });

    it('may sign where no signature is required', async () => {
      const approval = await startApproval(mesh, MANAGER);
      const manager = approval.someone('quality_manager');
      const { body } = await decide(manager, approval, { signature: signature(manager) });
      expect(body.data.signature_record.signer).to.equal(manager.id);
      const [act] = await actsOn(mesh, approval.recordId, 'approve');
      expect((act as ActEnvelope).data.audit.signature).to.include({ required: false, signed: true });
    });

    it('decides nothing by a wrong password, and is locked after five', async () => {
      const approval = await startApproval(mesh, SIGNED);
      const manager = approval.someone('quality_manager');
      const wrong = { signature: signature({ password: 'wrong' }) };
      for (let failure = 0; failure < 5; failure += 1)
        expect(refusal(await decide(manager, approval, wrong))).to.equal('403 signature_invalid');
      const right = { signature: signature(manager) };
      expect(refusal(await decide(manager, approval, right))).to.equal('423 account_locked');
      expect(await readApproval(manager, approval)).to.deep.include({ status: 'pending', decisions: [], version: 1 });
    });

    it('has no password checked where the decision is refused anyway', async () => {
      const approval = await startApproval(mesh, SIGNED);
      const wrong = { signature: signature({ password: 'wrong' }) };
      const assurance = approval.someone('quality_assurance');
      for (let attempt = 0; attempt < 6; attempt += 1)
        expect(refusal(await decide(assurance, approval, wrong))).to.equal('403 forbidden role');
      const returned = { ...wrong, decision: 'reject', return_to_state: 'effective' };
      const manager = approval.someone('quality_manager');
      for (let attempt = 0; attempt < 6; attempt += 1)
        expect(refusal(await decide(manager, approval, returned))).to.equal('422 validation_failed');
      expect((await decide(manager, approval, { signature: signature(manager) })).status).to.equal(200);
    });

    it('needs a meaning that is not blank', async () => {
      const approval = await startApproval(mesh, SIGNED);
      const manager = approval.someone('quality_manager');
      const blank = { signature: { ...signature(manager), meaning: ' ' } };
      expect(refusal(await decide(manager, approval, blank))).to.equal('422 validation_failed');
    });
  });

  it('reads the requester, who has decided, who can still decide, and until when', async () => {
    const config = {
      required_approvers: 3,
      approver_roles: ['quality_manager' as const, 'quality_assurance' as const],
    };
    const approval = await startApproval(mesh, config, { sla_hours: 48 });
    const [first, second] = [approval.someone('quality_manager'), approval.someone('quality_assurance')];
    const gone = approval.someone('quality_manager');
    mesh.identity.setUser({ id: gone.id, orgId: approval.orgId, name: 'Gone', role: 'quality_manager', active: false });
    approval.someone('qualified_person');
    mesh.identity.setUser({ id: second.id, orgId: approval.orgId, name: 'Ada', role: 'quality_assurance' });
    mesh.identity.setUser({ id: first.id, orgId: approval.orgId, name: 'Ben', role: 'quality_manager' });
    const read = await readApproval(approval.author, approval);
    expect(read).to.deep.include({
      entity_id: approval.recordId,
      entity_type: 'document',
      current_state: 'approval',
      requested_by: approval.requester.id,
      requested_by_name: 'Test User',
      status: 'pending',
      approver_roles: config.approver_roles,
      approvals_received: 0,
      approvals_required: 3,
    });
    const waits = new Date(read.due_date).getTime() - new Date(read.requested_at).getTime();
    expect(waits).to.equal(48 * 3_600_000);
    const own = { on_behalf_of: null, on_behalf_of_name: null };
    expect(read.can_decide.filter(isNoColleague)).to.deep.equal([
      { user_id: second.id, name: 'Ada', role: 'quality_assurance', ...own },
      { user_id: first.id, name: 'Ben', role: 'quality_manager', ...own },
    ]);
    await decide(first, approval);
    const after = await readApproval(approval.author, approval);
    expect(after.can_decide.filter(isNoColleague).map(({ user_id }: { user_id: string }) => user_id)).to.deep.equal([
      second.id,
    ]);
    await decide(second, approval, { decision: 'reject' });
    expect((await readApproval(approval.author, approval)).can_decide).to.deep.equal([]);
    expect((await transition(approval.requester, approval.recordId, 'approval')).status).to.equal(200);
  });
});
