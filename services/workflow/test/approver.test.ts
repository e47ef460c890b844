import type { ActEnvelope } from '@qsc/contracts/events';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import {
  actsOn,
  approvalOf,
  decide,
  isNoColleague,
  openRound,
  pendingOf,
  readApproval,
  refusal,
  startOrganization,
  startRound,
  type Waiting,
} from './approval-round.ts';
import { type Person, startWorkflowMesh, transition } from './mesh.ts';

const MANAGER = { required_approvers: 1, approver_roles: ['quality_manager' as const] };
const SIGNED = { ...MANAGER, require_signature: true };

const signature = ({ password }: Pick<Person, 'password'>) => ({ meaning: 'Approval', password });

describe('who decides on an approval', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  /** Refused, and the round as it was. */
  const expectRefusal = async (by: Person, round: Waiting, expected: string, more: object = {}): Promise<void> => {
    for (const decision of ['approve', 'reject'])
      expect(refusal(await decide(by, round, { decision, ...more }))).to.equal(expected);
    expect(await readApproval(round.author, round)).to.deep.include({ status: 'pending', decisions: [], version: 1 });
    expect(await pendingOf(by)).to.deep.equal([]);
  };

  it('is not who asked for it', async () => {
    const round = await startRound(mesh, { ...MANAGER, approver_roles: ['supplier_manager'] });
    await expectRefusal(round.requester, round, '403 forbidden requester');
    expect((await decide(round.someone('supplier_manager'), round)).status).to.equal(200);
  });

  it('is not who asked for the approval that this one follows, whichever way it comes', async () => {
    const release = {
      ...{ id: 'release', name: 'Release', type: 'approval', allowed_transitions: ['effective', 'approval'] },
      approval_config: { ...MANAGER, approver_roles: ['supplier_manager'] },
    };
    const approval = { approval_config: MANAGER, allowed_transitions: ['release', 'rework', 'draft'] };
    const first = await openRound(mesh, await startOrganization(mesh, approval, 'document', [release]));
    const [manager, releaser] = [first.someone('quality_manager'), first.someone('supplier_manager')];
    expect((await decide(manager, first)).status).to.equal(200);

    const second = { ...first, approvalId: await approvalOf(mesh, first.recordId, 2) };
    await expectRefusal(first.requester, second, '403 forbidden requester');
    expect((await decide(releaser, second, { decision: 'reject' })).status).to.equal(200);

    const third = { ...first, approvalId: await approvalOf(mesh, first.recordId, 3) };
    await expectRefusal(first.requester, third, '403 forbidden requester');
    await expectRefusal(releaser, third, '403 forbidden requester');
    expect((await decide(manager, third)).status).to.equal(200);
  });

  it('is not who created the record', async () => {
    const round = await startRound(mesh, { ...MANAGER, approver_roles: ['document_owner'] });
    await expectRefusal(round.author, round, '403 forbidden record_creator');
    expect((await decide(round.someone('document_owner'), round)).status).to.equal(200);
  });

  it('is nobody of another role, and the answer names the roles', async () => {
    const round = await startRound(mesh, MANAGER);
    const assurance = round.someone('quality_assurance');
    await expectRefusal(assurance, round, '403 forbidden role');
    expect((await decide(assurance, round)).body.error.details.roles).to.deep.equal(['quality_manager']);
  });

  it('is no system administrator', async () => {
    const round = await startRound(mesh, MANAGER);
    await expectRefusal(round.someone('system_admin'), round, '403 forbidden system_admin');
  });

  it('is no OAuth application', async () => {
    const round = await startRound(mesh, MANAGER);
    await expectRefusal(mesh.person({ kind: 'application', orgId: round.orgId }), round, '403 forbidden application');
  });

  it('is nobody who may make no transitions', async () => {
    const round = await startRound(mesh, MANAGER);
    for (const person of [
      round.someone('viewer'),
      mesh.person({ orgId: round.orgId, scopes: ['workflows:read', 'quality-events:write'] }),
    ]) {
      const answer = await decide(person, round);
      expect(answer.status).to.equal(403);
      expect(answer.body.error.details.required_scope).to.equal('workflows:execute');
    }
  });

  it('is nobody of another organisation, to whom it does not exist', async () => {
    const round = await startRound(mesh, MANAGER);
    const stranger = mesh.person();
    expect(refusal(await decide(stranger, round))).to.equal('404 not_found');
    expect(await readApproval(stranger, round)).to.equal(undefined);
    expect(await pendingOf(stranger)).to.deep.equal([]);
    expect(refusal(await decide(stranger, { approvalId: 'apr_unknown' }))).to.equal('404 not_found');
  });

  describe('with a signature', () => {
    it('gives one where the approval requires it', async () => {
      const round = await startRound(mesh, SIGNED);
      const manager = round.someone('quality_manager');
      for (const decision of ['approve', 'reject'])
        expect(refusal(await decide(manager, round, { decision }))).to.equal('422 signature_required');
      expect(await readApproval(manager, round)).to.deep.include({ require_signature: true, decisions: [] });
      expect((await pendingOf(manager)).map(({ approval_id }) => approval_id)).to.deep.equal([round.approvalId]);
    });

    it('signs by the password, and the signature stands in answer, round, and audit', async () => {
      const round = await startRound(mesh, SIGNED);
      const manager = round.someone('quality_manager');
      const { body } = await decide(manager, round, { signature: signature(manager) });
      const { signature_record: record } = body.data;
      expect(record).to.include({ signer: manager.id, meaning: 'Approval', timestamp: body.data.decided_at });
      const [decision] = (await readApproval(manager, round)).decisions;
      expect(decision.signature_id).to.equal(record.signature_id);
      const [act] = await actsOn(mesh, round.recordId, 'approve');
      expect((act as ActEnvelope).data.audit.signature).to.deep.equal({
        required: true,
        signed: true,
        signature_id: record.signature_id,
        meaning: 'Approval',
      });
      const verified = await round.someone('auditor').workflow.get(`/v1/signatures/${record.signature_id}/verify`);
      expect(verified.body.data.status).to.equal('valid');
    });

    it('binds a signature to the record also where the round goes on', async () => {
      const round = await startRound(mesh, { ...SIGNED, required_approvers: 2 });
      const manager = round.someone('quality_manager');
      const { body } = await decide(manager, round, { signature: signature(manager) });
      expect(body.data.status).to.equal('pending');
      const id = body.data.signature_record.signature_id;
      const { data } = (await round.someone('auditor').workflow.get(`/v1/signatures/${id}`)).body;
      expect(data).to.include({ entity_id: round.recordId, entity_version: 1, signer: manager.id });
      expect(data.act).to.deep.equal({
        action: 'approve',
        move: null,
        from_state: 'approval',
        to_state: 'approval',
        approval_id: round.approvalId,
      });
      const [act] = await actsOn(mesh, round.recordId, 'approve');
      expect((act as ActEnvelope).data.audit.signature.signature_id).to.equal(id);
    });

    it('signs the move that ends the round', async () => {
      const round = await startRound(mesh, SIGNED);
      const manager = round.someone('quality_manager');
      const rejection = { decision: 'reject', signature: signature(manager) };
      const { signature_record } = (await decide(manager, round, rejection)).body.data;
      const { body } = await round.someone('auditor').workflow.get(`/v1/signatures/${signature_record.signature_id}`);
      expect(body.data.act).to.deep.equal({
        action: 'reject',
        move: 2,
        from_state: 'approval',
        to_state: 'draft',
        approval_id: round.approvalId,
      });
    });

    it('has one recorded that nobody asked for', async () => {
      const round = await startRound(mesh, MANAGER);
      const manager = round.someone('quality_manager');
      const { body } = await decide(manager, round, { signature: signature(manager) });
      expect(body.data.signature_record.signer).to.equal(manager.id);
      const [act] = await actsOn(mesh, round.recordId, 'approve');
      expect((act as ActEnvelope).data.audit.signature).to.include({ required: false, signed: true });
    });

    it('decides nothing by a wrong password, and is locked after five', async () => {
      const round = await startRound(mesh, SIGNED);
      const manager = round.someone('quality_manager');
      const wrong = { signature: signature({ password: 'wrong' }) };
      for (let failure = 0; failure < 5; failure += 1)
        expect(refusal(await decide(manager, round, wrong))).to.equal('403 signature_invalid');
      const right = { signature: signature(manager) };
      expect(refusal(await decide(manager, round, right))).to.equal('423 account_locked');
      expect(await readApproval(manager, round)).to.deep.include({ status: 'pending', decisions: [], version: 1 });
    });

    it('is not asked for a password where the decision is refused anyway', async () => {
      const round = await startRound(mesh, SIGNED);
      const wrong = { signature: signature({ password: 'wrong' }) };
      const assurance = round.someone('quality_assurance');
      for (let attempt = 0; attempt < 6; attempt += 1)
        expect(refusal(await decide(assurance, round, wrong))).to.equal('403 forbidden role');
      const returned = { ...wrong, decision: 'reject', return_to_state: 'effective' };
      const manager = round.someone('quality_manager');
      for (let attempt = 0; attempt < 6; attempt += 1)
        expect(refusal(await decide(manager, round, returned))).to.equal('422 validation_failed');
      expect((await decide(manager, round, { signature: signature(manager) })).status).to.equal(200);
    });

    it('needs a meaning that is not blank', async () => {
      const round = await startRound(mesh, SIGNED);
      const manager = round.someone('quality_manager');
      const blank = { signature: { ...signature(manager), meaning: ' ' } };
      expect(refusal(await decide(manager, round, blank))).to.equal('422 validation_failed');
    });
  });

  it('reads who asked, who has decided, who can still decide, and until when', async () => {
    const config = {
      required_approvers: 3,
      approver_roles: ['quality_manager' as const, 'quality_assurance' as const],
    };
    const round = await startRound(mesh, config, { sla_hours: 48 });
    const [first, second] = [round.someone('quality_manager'), round.someone('quality_assurance')];
    const gone = round.someone('quality_manager');
    mesh.identity.setUser({ id: gone.id, orgId: round.orgId, name: 'Gone', role: 'quality_manager', active: false });
    round.someone('qualified_person');
    mesh.identity.setUser({ id: second.id, orgId: round.orgId, name: 'Ada', role: 'quality_assurance' });
    mesh.identity.setUser({ id: first.id, orgId: round.orgId, name: 'Ben', role: 'quality_manager' });
    const approval = await readApproval(round.author, round);
    expect(approval).to.deep.include({
      entity_id: round.recordId,
      entity_type: 'document',
      current_state: 'approval',
      requested_by: round.requester.id,
      requested_by_name: 'Test User',
      status: 'pending',
      approver_roles: config.approver_roles,
      approvals_received: 0,
      approvals_required: 3,
    });
    const waits = new Date(approval.due_date).getTime() - new Date(approval.requested_at).getTime();
    expect(waits).to.equal(48 * 3_600_000);
    const own = { on_behalf_of: null, on_behalf_of_name: null };
    expect(approval.can_decide.filter(isNoColleague)).to.deep.equal([
      { user_id: second.id, name: 'Ada', role: 'quality_assurance', ...own },
      { user_id: first.id, name: 'Ben', role: 'quality_manager', ...own },
    ]);
    await decide(first, round);
    const after = await readApproval(round.author, round);
    expect(after.can_decide.filter(isNoColleague).map(({ user_id }: { user_id: string }) => user_id)).to.deep.equal([
      second.id,
    ]);
    await decide(second, round, { decision: 'reject' });
    expect((await readApproval(round.author, round)).can_decide).to.deep.equal([]);
    expect((await transition(round.requester, round.recordId, 'approval')).status).to.equal(200);
  });
});
