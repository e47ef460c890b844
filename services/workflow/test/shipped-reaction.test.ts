import { AS_SERVICES_READ, eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { openQualityEvent, type Person, startWorkflowMesh, transition, whenStatus } from './mesh.ts';

const ROOT_CAUSE = { root_cause: { category: 'equipment', description: 'The probe drifted' } };

describe('reactions of the shipped definitions', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  /** A specialist who opens records, and a manager who approves and signs. */
  const team = () => {
    const specialist = mesh.person({ role: 'quality_specialist' });
    return { specialist, manager: mesh.person({ role: 'quality_manager', orgId: specialist.orgId }) };
  };

  type Team = ReturnType<typeof team>;

  const makeTransition = async (by: Person, id: string, to: string, more: object = {}): Promise<void> => {
    const { status, body } = await transition(by, id, to, more);
    expect(status, `${to}: ${JSON.stringify(body)}`).to.equal(200);
  };

  const signature = ({ password }: Person) => ({ meaning: 'I have read it and agree', password });

  const approve = async ({ specialist, manager }: Team, id: string): Promise<void> => {
    await makeTransition(specialist, id, 'pending_approval');
    const { body } = await manager.workflow.get('/v1/workflows/approvals/pending?per_page=100');
    const { approval_id } = body.data.find(({ entity_id }: { entity_id: string }) => entity_id === id);
    const decision = { decision: 'approve', comment: 'Sufficient', signature: signature(manager) };
    const answer = await manager.workflow.post(`/v1/workflows/approvals/${approval_id}`, decision);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  };

  /** A deviation whose actions are to be planned. */
  const plannedDeviation = async ({ specialist }: Team): Promise<string> => {
    const { id } = await openQualityEvent(specialist, 'deviation');
    for (const state of ['submitted', 'investigation']) await makeTransition(specialist, id, state);
    await makeTransition(specialist, id, 'root_cause_identified', { data: ROOT_CAUSE });
    await makeTransition(specialist, id, 'action_planning');
    return id;
  };

  const openCapa = async ({ specialist }: Team, deviationId: string): Promise<string> => {
    const capa = {
      title: 'Calibrate the probes',
      description: 'All of them',
      corrective_actions: [{ description: 'Replace the probe' }],
      effectiveness_criteria: 'No excursion in three months',
    };
    const { status, body } = await specialist.quality.post(`/v1/quality-events/${deviationId}/capa`, capa);
    expect(status, JSON.stringify(body)).to.equal(201);
    await makeTransition(specialist, body.data.id, 'submitted');
    return body.data.id;
  };

  const path = (id: string) => `/v1/quality-events/${id}`;

  /** The CAPA carried out, and up for the check of its effectiveness. */
  const carryOut = async (by: Team, id: string): Promise<void> => {
    await makeTransition(by.specialist, id, 'action_planning');
    await approve(by, id);
    const { body } = await by.specialist.quality.get(path(id));
    const done = { status: 'completed', completion_date: '2026-03-01', completion_notes: 'Done' };
    for (const action of body.data.corrective_actions)
      expect((await by.specialist.quality.patch(`${path(id)}/actions/${action.id}`, done)).status).to.equal(200);
    await makeTransition(by.specialist, id, 'verification');
  };

  const tellOutcome = async ({ specialist }: Team, id: string, outcome: string): Promise<void> => {
    const { status } = await specialist.quality.patch(path(id), { effectiveness_check: { outcome } });
    expect(status).to.equal(200);
  };

  const close = async (by: Team, id: string): Promise<void> => {
    await carryOut(by, id);
    await tellOutcome(by, id, 'effective');
    await makeTransition(by.manager, id, 'closed', { signature: signature(by.manager) });
  };

  /** Resolves when the service has taken the last event of the record, whatever came of it. */
  const whenTaken = async (id: string, status: string): Promise<void> => {
    const reported = await mesh.tap.next(`${id} is told to be ${status}`, ({ subject, type, data }) =>
      Boolean(subject === id && type.startsWith('quality') && data.audit.changes.status?.to === status),
    );
    const _id = new RegExp(`workflow.reactions/${reported.id}$`);
    await eventually('the event is taken', () =>
      mesh.database.collection<{ _id: string }>('inbox').findOne({ _id }, AS_SERVICES_READ),
    );
  };

  it('advance a deviation as soon as it is implemented when its CAPAs were closed before', async () => {
    const by = team();
    const deviationId = await plannedDeviation(by);
    await close(by, await openCapa(by, deviationId));
    await approve(by, deviationId);
    await whenStatus(by.specialist, deviationId, 'verification');
  });

  it('advance a deviation when its last open CAPA is rejected and another was closed, and not when none was', async () => {
    const by = team();
    const [deviationId, other] = [await plannedDeviation(by), await plannedDeviation(by)];
    const [closed, rejected] = [await openCapa(by, deviationId), await openCapa(by, deviationId)];
    const lonely = await openCapa(by, other);
    for (const id of [deviationId, other]) await approve(by, id);
    await close(by, closed);
    await whenTaken(closed, 'closed');
    await whenStatus(by.specialist, deviationId, 'implementation');
    const data = { rejection_reason: 'It is a part of the other one' };
    for (const id of [lonely, rejected]) await makeTransition(by.specialist, id, 'rejected', { data });
    await whenStatus(by.specialist, deviationId, 'verification');
    await whenTaken(lonely, 'rejected');
    await whenStatus(by.specialist, other, 'implementation');
  });

  it('send back the CAPA that was found ineffective, and no other one of the same deviation', async () => {
    const by = team();
    const deviationId = await plannedDeviation(by);
    const [ineffective, other] = [await openCapa(by, deviationId), await openCapa(by, deviationId)];
    for (const id of [ineffective, other]) await carryOut(by, id);
    await tellOutcome(by, ineffective, 'ineffective');
    await whenStatus(by.specialist, ineffective, 'implementation');
    await whenTaken(ineffective, 'implementation');
    await whenStatus(by.specialist, other, 'verification');
  });
});
