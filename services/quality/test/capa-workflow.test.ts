import { randomUUID } from 'node:crypto';
import { newId, type Role } from '@qsc/contracts';
import { type EventTap, eventually, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { actsOn, capaFixture, completion, type OpenedCapa } from './capa-fixture.ts';
import { type QualityMesh, startQualityMesh } from './mesh.ts';

const ROOT_CAUSE = { root_cause: { category: 'Equipment', description: 'The probe drifted' } };

describe('CAPAs and their workflow', () => {
  let mesh: QualityMesh;
  let tap: EventTap;
  let on: ReturnType<typeof capaFixture>;
  before(async () => {
    mesh = await startQualityMesh();
    tap = await tapEvents(testEnvironment().amqpUrl);
    on = capaFixture(mesh);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const hire = (orgId: string, role: Role) => {
    const user = { id: newId('user'), orgId, name: `A ${role}`, role, password: randomUUID() };
    mesh.identity.setUser(user);
    const as = { userId: user.id, role };
    return { ...user, api: mesh.api({ orgId, ...as }), workflow: mesh.workflowApi(orgId, as) };
  };

  /** A specialist who opens records, and a manager who approves and signs. */
  const team = () => {
    const orgId = newId('organization');
    const [specialist, manager] = [hire(orgId, 'quality_specialist'), hire(orgId, 'quality_manager')];
    const signature = (meaning: string) => ({ signature: { meaning, password: manager.password } });

    const transition = async (id: string, to_state: string, more: object = {}, { workflow } = specialist) => {
      const answer = await workflow.post(`/v1/workflows/instances/${id}/transition`, { to_state, ...more });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    };

    const approve = async (id: string) => {
      await transition(id, 'pending_approval');
      const { body } = await manager.workflow.get('/v1/workflows/approvals/pending?per_page=100');
      const { approval_id } = body.data.find(({ entity_id }: { entity_id: string }) => entity_id === id);
      const decision = { decision: 'approve', comment: 'Sufficient', ...signature('Approval') };
      const answer = await manager.workflow.post(`/v1/workflows/approvals/${approval_id}`, decision);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    };

    /** A deviation whose plan was approved. */
    const deviation = async () => {
      const { id } = await on.event(specialist.api);
      for (const state of ['submitted', 'investigation']) await transition(id, state);
      await transition(id, 'root_cause_identified', { data: ROOT_CAUSE });
      await transition(id, 'action_planning');
      await approve(id);
      return id;
    };

    /** A CAPA of it, carried out and up for verification. */
    const capa = async (sourceId: string) => {
      const opened = await on.capa(specialist.api, { effectiveness_criteria: 'No excursion' }, sourceId);
      for (const state of ['submitted', 'action_planning']) await transition(opened.id, state);
      await approve(opened.id);
      await opened.patchAction({ status: 'completed', ...completion });
      await transition(opened.id, 'verification');
      return opened;
    };

    const close = (id: string, requestId: string = newId('request')) =>
      manager.workflow.post(
        `/v1/workflows/instances/${id}/transition`,
        { to_state: 'closed', ...signature('Closure') },
        { headers: { 'x-request-id': requestId } },
      );

    const agreed = (id: string, status: string) =>
      eventually(`record and instance are ${status}`, async () => {
        const [record, instance] = await Promise.all([
          specialist.api.get(`/v1/quality-events/${id}`),
          specialist.workflow.get(`/v1/workflows/instances/${id}`),
        ]);
        return record.body.data.status === status && instance.body.data.current_state.id === status;
      });

    return { specialist, manager, move: transition, deviation, capa, close, agreed };
  };

  type State = { id: string; name: string; type: string; allowed_transitions?: string[] } & Record<string, unknown>;

  const state = (id: string, ...allowed_transitions: string[]): State => ({
    ...{ id, name: id, type: 'intermediate', allowed_transitions },
  });

  /** A CAPA that is being carried out, with these states instead of the shipped ones from then on. */
  const carriedOut = async (...later: State[]) => {
    const { specialist, manager, move: transition } = team();
    const admin = mesh.workflowApi(specialist.orgId, { role: 'system_admin' });
    const [{ id: shipped }] = (await admin.get('/v1/workflows?entity_type=capa')).body.data;
    await admin.patch(`/v1/workflows/${shipped}`, { is_active: false });
    const states = [
      { ...state('draft', 'implementation'), type: 'initial' },
      state('implementation', 'verification'),
      ...later,
      { id: 'done', name: 'Done', type: 'final' },
    ];
    const { status, body } = await admin.post('/v1/workflows', { name: 'Own', entity_types: ['capa'], states });
    expect(status, JSON.stringify(body)).to.equal(201);
    const opened = await on.capa(specialist.api);
    await transition(opened.id, 'implementation');
    return { opened, manager, move: transition };
  };

  const tellOutcome = async (capa: OpenedCapa, outcome: string) =>
    expect((await capa.patch({ effectiveness_check: { outcome } })).status).to.equal(200);

  /** Who moved the record into the state, and by which request. */
  const entries = (id: string, state: string) =>
    actsOn(tap, id)
      .filter(({ metadata }) => metadata.workflow_state === state)
      .map(({ user, metadata }) => [user.id, metadata.request_id]);

  it('send an ineffective CAPA back to implementation automatically, each time', async () => {
    const { deviation, capa, move: transition, close, agreed } = team();
    const opened = await capa(await deviation());
    for (const pass of [1, 2]) {
      await tellOutcome(opened, 'ineffective');
      await agreed(opened.id, 'implementation');
      await eventually('its entry', () => entries(opened.id, 'implementation').length === 1 + pass);
      expect(entries(opened.id, 'implementation').at(-1)?.[0]).to.equal('system');
      await transition(opened.id, 'verification');
      expect((await opened.read()).effectiveness_check.outcome).to.equal(null);
    }
    await tellOutcome(opened, 'effective');
    expect((await close(opened.id)).status).to.equal(200);
    await agreed(opened.id, 'closed');
    expect(entries(opened.id, 'implementation')).to.have.length(3);
  });

  it('require the outcome of a second verification, and clear the one before', async () => {
    const rule = { to_state: 'implementation', requires_fields: ['effectiveness_check.results'] };
    const verification = { ...state('verification', 'implementation', 'done'), transition_rules: [rule] };
    const { opened, move: transition } = await carriedOut(verification);
    await transition(opened.id, 'verification');
    const found = { outcome: 'ineffective', results: 'It was warm again' };
    expect((await opened.patch({ effectiveness_check: found })).status).to.equal(200);
    await transition(opened.id, 'implementation');
    await transition(opened.id, 'verification');
    expect((await opened.read()).effectiveness_check).to.include({ outcome: null, results: null });
    const results = { effectiveness_check: { results: 'It is cold' } };
    expect((await opened.patch(results)).status).to.equal(200);
    const refused = await opened.patch({ effectiveness_check: { results: null } });
    expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'missing_required_fields']);
  });

  it('approve the content of the PATCH that requested the approval', async () => {
    const approval_config = { required_approvers: 1, approver_roles: ['quality_manager'] };
    const verification = { ...state('verification', 'done', 'implementation'), type: 'approval', approval_config };
    const { opened, manager } = await carriedOut(verification);
    const effective = { status: 'verification', effectiveness_check: { outcome: 'effective' } };
    expect((await opened.patch(effective)).status).to.equal(200);
    const { body } = await manager.workflow.get(`/v1/workflows/instances/${opened.id}`);
    const { approval_id } = body.data.approval;
    const decision = { decision: 'approve', comment: 'Sufficient' };
    const answer = await manager.workflow.post(`/v1/workflows/approvals/${approval_id}`, decision);
    expect([answer.status, answer.body.data?.status], JSON.stringify(answer.body)).to.deep.equal([200, 'approved']);
  });

  it('refuse to close a CAPA that was not found effective, and a deviation while a CAPA is open', async () => {
    const { deviation, capa, move: transition, close, agreed } = team();
    const id = await deviation();
    const opened = await capa(id);
    const early = await close(opened.id);
    expect([early.status, early.body.error.code]).to.deep.equal([409, 'conflict']);
    expect(early.body.error.details).to.deep.equal({ effectiveness: null });
    await transition(id, 'verification');
    const refused = await close(id);
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'conflict']);
    expect(refused.body.error.details).to.deep.equal({ open_capas: [opened.id] });
    await agreed(opened.id, 'verification');
    await agreed(id, 'verification');
  });

  it('advance a deviation when the last of its CAPAs is closed, and not before', async () => {
    const { deviation, capa, close, agreed } = team();
    const id = await deviation();
    const [first, last] = [await capa(id), await capa(id)];
    for (const opened of [first, last]) await tellOutcome(opened, 'effective');
    expect((await close(first.id)).status).to.equal(200);
    const request = newId('request');
    expect((await close(last.id, request)).status).to.equal(200);
    await agreed(id, 'verification');
    await eventually('its entry', () => entries(id, 'verification').length > 0);
    expect(entries(id, 'verification')).to.deep.equal([['system', request]]);
    expect((await close(id)).status).to.equal(200);
    await agreed(id, 'closed');
  });

  it('advance a deviation once when its CAPAs are closed at the same moment', async () => {
    const { deviation, capa, close, agreed } = team();
    const id = await deviation();
    const opened = [await capa(id), await capa(id)];
    for (const one of opened) await tellOutcome(one, 'effective');
    const closed = await Promise.all(opened.map((one) => close(one.id)));
    expect(closed.map(({ status }) => status)).to.deep.equal([200, 200]);
    await agreed(id, 'verification');
    expect((await close(id)).status).to.equal(200);
    await agreed(id, 'closed');
    await eventually('the last entry', () => entries(id, 'closed').length === 1);
    expect(entries(id, 'verification')).to.have.length(1);
  });
});
