import { expect } from 'chai';
import {
  actsOn,
  decide,
  listDeciders,
  listPending,
  openApproval,
  readApproval,
  refusal,
  startApproval,
  startOrganization,
  type Waiting,
} from './approval-fixture.ts';
import { type Person, startWorkflowMesh, type WorkflowMesh } from './mesh.ts';

const HOUR_MS = 3_600_000;
const MANAGER = { required_approvers: 1, approver_roles: ['quality_manager' as const] };
const TWO = { ...MANAGER, required_approvers: 2 };

describe('a delegation', () => {
  let mesh: WorkflowMesh;
  let now = new Date('2026-03-02T09:00:00Z');

  before(async () => {
    mesh = await startWorkflowMesh(() => now);
  });
  beforeEach(() => {
    now = new Date('2026-03-02T09:00:00Z');
  });
  after(() => mesh.stop());

  const later = (hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);

  const ask = (giver: Person, to: Pick<Person, 'id'>, more: object = {}) =>
    giver.workflow.post('/v1/workflows/delegations', {
      ...{ delegate_id: to.id, from: now.toISOString(), to: later(24).toISOString(), reason: 'Annual leave' },
      ...more,
    });

  const delegate = async (giver: Person, to: Pick<Person, 'id'>, more: object = {}) => {
    const { status, body } = await ask(giver, to, more);
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.data as { id: string; version: number };
  };

  const revoke = (by: Person, id: string, headers: Record<string, string> = {}) =>
    by.workflow.delete(`/v1/workflows/delegations/${id}`, { headers });

  /** A round with a manager, and a specialist who is no approver. */
  const startWithDelegate = async (config = MANAGER) => {
    const approval = await startApproval(mesh, config);
    return {
      approval,
      manager: approval.someone('quality_manager'),
      specialist: approval.someone('quality_specialist'),
    };
  };

  const readDecisions = async (approval: Waiting) => (await readApproval(approval.author, approval)).decisions;

  it('is read where its creation says that it is', async () => {
    const { manager, specialist } = await startWithDelegate();
    const { headers, body } = await ask(manager, specialist);
    const location = headers.get('location') ?? '';
    expect(location).to.equal(`/v1/workflows/delegations/${body.data.id}`);
    expect((await specialist.workflow.get(location)).body.data).to.deep.equal(body.data);
    expect((await mesh.person().workflow.get(location)).status).to.equal(404);
  });

  it('lets a user decide who has no approver role, in the name of the giver', async () => {
    const { approval, manager, specialist } = await startWithDelegate();
    expect(refusal(await decide(specialist, approval))).to.equal('403 forbidden role');
    await delegate(manager, specialist);
    expect(await listPending(specialist)).to.have.length(1);
    expect((await listPending(specialist))[0]).to.include({
      approval_id: approval.approvalId,
      on_behalf_of: manager.id,
    });
    const { body } = await decide(specialist, approval);
    expect(body.data).to.include({ status: 'approved', decided_by: specialist.id, on_behalf_of: manager.id });
    expect((await readDecisions(approval))[0]).to.include({
      decided_by: specialist.id,
      on_behalf_of: manager.id,
      on_behalf_of_name: 'Test User',
      role: 'quality_manager',
    });
    const [act] = await actsOn(mesh, approval.recordId, 'approve');
    expect(act?.data.audit.user.id).to.equal(specialist.id);
    expect(act?.data.audit.metadata.details).to.include({ on_behalf_of: manager.id });
  });

  it('holds from its beginning to its end, and not at any other moment', async () => {
    const { approval, manager, specialist } = await startWithDelegate(TWO);
    await delegate(manager, specialist, { from: later(1).toISOString(), to: later(2).toISOString() });
    const start = now.getTime();
    const at = async (milliseconds: number) => {
      now = new Date(start + milliseconds);
      return (await listPending(specialist)).length;
    };
    expect(await at(HOUR_MS - 1)).to.equal(0);
    expect(refusal(await decide(specialist, approval))).to.equal('403 forbidden role');
    expect(await at(HOUR_MS)).to.equal(1);
    expect(await at(2 * HOUR_MS - 1)).to.equal(1);
    expect(await at(2 * HOUR_MS)).to.equal(0);
    expect(refusal(await decide(specialist, approval))).to.equal('403 forbidden role');
    now = new Date(start + HOUR_MS);
    expect((await decide(specialist, approval)).status).to.equal(200);
  });

  it('accepts days, including all of the last one', async () => {
    const { manager, specialist } = await startWithDelegate();
    const { body } = await ask(manager, specialist, { from: '2026-03-02', to: '2026-03-02' });
    expect(body.data).to.include({ from: '2026-03-02T00:00:00.000Z', to: '2026-03-03T00:00:00.000Z' });
  });

  it('leaves one vote to giver and delegate, whoever is first', async () => {
    const { approval, manager, specialist } = await startWithDelegate(TWO);
    await delegate(manager, specialist);
    expect((await decide(specialist, approval)).status).to.equal(200);
    expect(refusal(await decide(manager, approval))).to.equal('409 conflict');
    expect(await listPending(manager)).to.deep.equal([]);

    const other = await startWithDelegate(TWO);
    await delegate(other.manager, other.specialist);
    expect((await decide(other.manager, other.approval)).status).to.equal(200);
    expect(refusal(await decide(other.specialist, other.approval))).to.equal('409 conflict');
    expect(await listPending(other.specialist)).to.deep.equal([]);
    expect(await readDecisions(other.approval)).to.have.length(1);
  });

  it('leaves one vote also where it is ended after the decision', async () => {
    const { approval, manager, specialist } = await startWithDelegate(TWO);
    const { id } = await delegate(manager, specialist);
    await decide(specialist, approval);
    expect((await revoke(manager, id)).status).to.equal(204);
    expect(refusal(await decide(manager, approval))).to.equal('409 conflict');
  });

  it('gives a delegate of several one decision', async () => {
    const { approval, manager, specialist } = await startWithDelegate(TWO);
    await delegate(manager, specialist);
    await delegate(approval.someone('quality_manager'), specialist);
    expect((await decide(specialist, approval)).body.data.on_behalf_of).to.equal(manager.id);
    expect(refusal(await decide(specialist, approval))).to.equal('409 conflict');
  });

  it('counts for the role of the giver, after a vote of the delegate’s own', async () => {
    const each = { required_approvers: 2, approver_roles: ['quality_manager' as const, 'quality_assurance' as const] };
    const approval = await startApproval(mesh, each);
    const [manager, assurance] = [approval.someone('quality_manager'), approval.someone('quality_assurance')];
    await delegate(manager, assurance);
    expect((await decide(assurance, approval)).body.data.on_behalf_of).to.equal(null);
    expect((await decide(manager, approval)).body.data.status).to.equal('approved');

    const next = await openApproval(mesh, approval);
    await decide(approval.someone('quality_assurance'), next);
    const { body } = await decide(assurance, next);
    expect(body.data).to.include({ on_behalf_of: manager.id, status: 'approved' });
  });

  it('does not delegate the vote of the requester, nor of the creator of the record', async () => {
    const config = { required_approvers: 1, approver_roles: ['supplier_manager' as const, 'document_owner' as const] };
    const approval = await startApproval(mesh, config);
    for (const [giver, reason] of [
      [approval.requester, 'requester'],
      [approval.author, 'record_creator'],
    ] as const) {
      const specialist = approval.someone('quality_specialist');
      await delegate(giver, specialist);
      expect(refusal(await decide(specialist, approval))).to.equal(`403 forbidden ${reason}`);
      expect(await listPending(specialist)).to.deep.equal([]);
    }
    expect(await readDecisions(approval)).to.deep.equal([]);
  });

  it('does not let the requester, or the creator of the record, decide for another', async () => {
    const { approval, manager } = await startWithDelegate();
    for (const [holder, reason] of [
      [approval.requester, 'requester'],
      [approval.author, 'record_creator'],
    ] as const) {
      await delegate(manager, holder);
      expect(refusal(await decide(holder, approval))).to.equal(`403 forbidden ${reason}`);
      expect(await listPending(holder)).to.deep.equal([]);
    }
    expect(await listDeciders(approval)).to.have.length(1);
  });

  it('is not passed on', async () => {
    const { approval, manager, specialist } = await startWithDelegate();
    const third = approval.someone('qualified_person');
    await delegate(manager, specialist);
    await delegate(specialist, third);
    expect(refusal(await decide(third, approval))).to.equal('403 forbidden role');
  });

  it('gives no more than the giver has at that moment', async () => {
    const { approval, manager, specialist } = await startWithDelegate();
    await delegate(manager, specialist);
    const giver = { id: manager.id, orgId: approval.orgId, name: 'Max' };
    mesh.identity.setUser({ ...giver, role: 'quality_assurance' });
    expect(refusal(await decide(specialist, approval))).to.equal('403 forbidden role');
    mesh.identity.setUser({ ...giver, role: 'quality_manager', active: false });
    expect(refusal(await decide(specialist, approval))).to.equal('403 forbidden role');
    expect(await listPending(specialist)).to.deep.equal([]);
    mesh.identity.setUser({ ...giver, role: 'quality_manager' });
    expect((await decide(specialist, approval)).status).to.equal(200);
  });

  it('is shown among those who can decide, with the giver', async () => {
    const { approval, manager, specialist } = await startWithDelegate();
    await delegate(manager, specialist);
    const can_decide = await listDeciders(approval);
    expect(can_decide).to.have.length(2);
    expect(can_decide[1]).to.include({
      user_id: specialist.id,
      role: 'quality_manager',
      on_behalf_of: manager.id,
      on_behalf_of_name: 'Test User',
    });
    const holder = { id: specialist.id, orgId: approval.orgId, name: 'Sam', role: 'quality_specialist' as const };
    mesh.identity.setUser({ ...holder, active: false });
    expect(await listDeciders(approval)).to.have.length(1);
    mesh.identity.setUser(holder);
    expect(await listDeciders(approval)).to.have.length(2);
    now = later(24);
    expect(await listDeciders(approval)).to.have.length(1);
  });

  it('is ended by its giver or a system administrator, and by nobody else', async () => {
    const { approval, manager, specialist } = await startWithDelegate();
    for (const by of [manager, approval.someone('system_admin')]) {
      const { id, version } = await delegate(manager, specialist);
      for (const stranger of [specialist, approval.someone('quality_manager')])
        expect(refusal(await revoke(stranger, id))).to.equal('403 forbidden not_giver');
      expect(refusal(await revoke(mesh.person(), id))).to.equal('404 not_found');
      expect(refusal(await revoke(by, id, { 'if-match': `"${version + 1}"` }))).to.equal('412 precondition_failed');
      expect(await listPending(specialist)).to.have.length(1);
      expect((await revoke(by, id, { 'if-match': `"${version}"` })).status).to.equal(204);
      expect(refusal(await revoke(by, id))).to.equal('404 not_found');
      expect(refusal(await decide(specialist, approval))).to.equal('403 forbidden role');
    }
  });

  for (const [what, field, more] of [
    ['an end that is its beginning', 'to', { from: '2026-03-05T00:00:00Z', to: '2026-03-05T00:00:00Z' }],
    ['an end before its beginning', 'to', { from: '2026-03-06', to: '2026-03-04' }],
    ['an end that is over', 'to', { from: '2026-02-01', to: '2026-02-28' }],
    ['no reason', 'reason', { reason: undefined }],
    ['a blank reason', 'reason', { reason: '  ' }],
    ['no beginning', 'from', { from: undefined }],
    ['an end beyond what can be shown', 'to', { to: '9999-12-31T23:59:59-14:00' }],
    ['a beginning that is none', 'from', { from: 'tomorrow' }],
    ['a delegate nobody knows', 'delegate_id', { delegate_id: 'usr_unknown' }],
  ] as const)
    it(`is refused with ${what}`, async () => {
      const { manager, specialist } = await startWithDelegate();
      const answer = await ask(manager, specialist, more);
      expect(refusal(answer)).to.equal('422 validation_failed');
      expect(answer.body.error.details.fields[0].field).to.equal(field);
      expect((await manager.workflow.get('/v1/workflows/delegations')).body.meta.total).to.equal(0);
    });

  it('is accepted for an active user of the organisation who may decide, and not for oneself', async () => {
    const { orgId, someone } = await startOrganization(mesh, { approval_config: MANAGER });
    const manager = someone('quality_manager');
    const gone = someone('quality_manager');
    mesh.identity.setUser({ id: gone.id, orgId, name: 'Gone', role: 'quality_manager', active: false });
    for (const to of [manager, gone, mesh.person(), someone('system_admin'), someone('viewer')])
      expect(refusal(await ask(manager, to))).to.equal('422 validation_failed');
  });

  it('is given by a user who may decide', async () => {
    const { orgId, someone } = await startOrganization(mesh, { approval_config: MANAGER });
    const to = someone('quality_specialist');
    expect(refusal(await ask(someone('system_admin'), to))).to.equal('403 forbidden system_admin');
    const application = mesh.person({ kind: 'application', orgId });
    expect(refusal(await ask(application, to))).to.equal('403 forbidden application');
    expect((await ask(someone('viewer'), to)).status).to.equal(403);
  });

  it('is listed newest first, by giver and by delegate, and audited', async () => {
    const { orgId, someone } = await startOrganization(mesh, { approval_config: MANAGER });
    const [giver, other, to] = [someone('quality_manager'), someone('quality_manager'), someone('quality_specialist')];
    const made: string[] = [];
    for (const by of [giver, other, giver]) {
      made.push((await delegate(by, to)).id);
      now = later(1);
    }
    const list = async (query = '') => {
      const { body } = await someone('viewer').workflow.get(`/v1/workflows/delegations${query}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    const [first = '', second = '', third = ''] = made;
    expect(await list()).to.deep.equal([third, second, first]);
    expect(await list('?sort=created_at&per_page=2')).to.deep.equal([first, second]);
    expect(await list(`?user_id=${giver.id}`)).to.deep.equal([third, first]);
    expect(await list(`?user_id=${giver.id},${other.id}`)).to.deep.equal([third, second, first]);
    expect(await list(`?delegate_id=${giver.id}`)).to.deep.equal([]);
    expect(await list(`?user_id=${giver.id},${other.id}&delegate_id=${to.id},${giver.id}`)).to.have.lengthOf(3);
    expect(await list(`?delegate_id=${to.id}&user_id=${other.id}`)).to.deep.equal([second]);
    expect((await giver.workflow.get('/v1/workflows/delegations?giver=x')).status).to.equal(422);
    const { body } = await mesh.person().workflow.get('/v1/workflows/delegations');
    expect(body.meta.total).to.equal(0);

    const [created] = await actsOn(mesh, first, 'create');
    expect(created?.orgid).to.equal(orgId);
    expect(created?.data.audit).to.deep.include({ entity_type: 'delegation', entity_version: 1 });
    expect(created?.data.audit.metadata.reason).to.equal('Annual leave');
    expect(created?.data.audit.changes.delegate_id).to.deep.equal({ from: null, to: to.id });
    await revoke(giver, first, { 'x-change-reason': 'Back early' });
    const [revoked] = await actsOn(mesh, first, 'delete');
    expect(revoked?.data.audit.metadata.reason).to.equal('Back early');
    expect(revoked?.data.audit.changes.delegate_id).to.deep.equal({ from: to.id, to: null });
    expect(await list()).to.deep.equal([third, second]);
  });
});
