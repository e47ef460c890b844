import { randomUUID } from 'node:crypto';
import type { Role } from '@qsc/contracts';
import type { RunningService } from '@qsc/service-kit';
import { type ApiAnswer, apiClient, deleteQueue, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { startWorkflowService } from '../src/compose.ts';
import {
  actsOn,
  decide,
  type Organization,
  openApproval,
  readApproval,
  refusal,
  startOrganization,
  type Waiting,
} from './approval-fixture.ts';
import { type Person, readInstance, startWorkflowMesh, type WorkflowMesh } from './mesh.ts';

const TIMES = 4;
const MANAGER = { required_approvers: 1, approver_roles: ['quality_manager' as const] };

describe('deciders at the same instant, at two replicas', () => {
  const queue = `test.${randomUUID()}`;
  let mesh: WorkflowMesh;
  let replica: RunningService;

  before(async () => {
    mesh = await startWorkflowMesh();
    replica = await startWorkflowService(mesh.config, { queue });
  });
  after(async () => {
    await replica.stop();
    for (const name of ['starts', 'reactions']) await deleteQueue(testEnvironment().amqpUrl, `${queue}.${name}`);
    await mesh.stop();
  });

  /** The same person, at the other replica. */
  const elsewhere = (person: Person, role: Role = 'quality_manager'): Person => {
    const token = mesh.identity.token({ orgId: person.orgId, userId: person.id, role });
    return { ...person, workflow: apiClient(`http://127.0.0.1:${replica.httpPort}`, token) };
  };

  /** Many rounds of one organisation, one after the other, each decided by all at once. */
  const race = async (
    approval_config: typeof MANAGER & Record<string, unknown>,
    run: (approval: Waiting, organization: Organization) => Promise<void>,
  ): Promise<void> => {
    const organization = await startOrganization(mesh, { approval_config });
    for (let time = 0; time < TIMES; time += 1) await run(await openApproval(mesh, organization), organization);
  };

  const outcomes = (answers: readonly ApiAnswer[]): string[] =>
    answers.map((answer) => (answer.status === 200 ? answer.body.data.status : refusal(answer))).toSorted();

  /** Every second one at the other replica. */
  const managers = ({ someone }: Organization, count: number): Person[] =>
    Array.from({ length: count }, (_, index) => {
      const manager = someone('quality_manager');
      return index % 2 === 0 ? manager : elsewhere(manager);
    });

  /** Approval, instance, history and audit trail agree. */
  const expectConsistent = async (waiting: Waiting, expected: { decisions: number; state: string; action: string }) => {
    const approval = await readApproval(waiting.author, waiting);
    const { current_state, history } = await readInstance(waiting.author, waiting.recordId);
    expect(approval.decisions).to.have.length(expected.decisions);
    expect(approval.version).to.equal(1 + expected.decisions);
    expect(current_state.id).to.equal(expected.state);
    expect(history.map(({ to_state }: { to_state: string }) => to_state)).to.deep.equal([expected.state, 'approval']);
    const acts = await actsOn(mesh, waiting.recordId, expected.action);
    expect(acts.some(({ data }) => data.audit.metadata.workflow_state === expected.state)).to.equal(true);
  };

  it('both count where two are required, with one transition', () =>
    race({ ...MANAGER, required_approvers: 2 }, async (approval, organization) => {
      const answers = await Promise.all(managers(organization, 2).map((manager) => decide(manager, approval)));
      expect(outcomes(answers)).to.deep.equal(['approved', 'pending']);
      const received = answers.map(({ body }) => body.data.approvals_received);
      expect(received.toSorted()).to.deep.equal([1, 2]);
      const acts = await actsOn(mesh, approval.recordId, 'approve', 2);
      expect(acts).to.have.length(2);
      await expectConsistent(approval, { decisions: 2, state: 'effective', action: 'approve' });
    }));

  it('count once where one is required', () =>
    race(MANAGER, async (approval, organization) => {
      const answers = await Promise.all(managers(organization, 4).map((manager) => decide(manager, approval)));
      expect(outcomes(answers)).to.deep.equal(['409 conflict', '409 conflict', '409 conflict', 'approved']);
      await expectConsistent(approval, { decisions: 1, state: 'effective', action: 'approve' });
    }));

  it('have the outcome of the first one, where one approves and one rejects', () =>
    race(MANAGER, async (approval, organization) => {
      const [first, second] = managers(organization, 2) as [Person, Person];
      const answers = await Promise.all([decide(first, approval), decide(second, approval, { decision: 'reject' })]);
      const [status = ''] = outcomes(answers).filter((outcome) => outcome !== '409 conflict');
      expect(outcomes(answers)).to.have.members(['409 conflict', status]);
      const action = status === 'approved' ? 'approve' : 'reject';
      await expectConsistent(approval, { decisions: 1, state: action === 'approve' ? 'effective' : 'draft', action });
    }));

  it('are one decision of a user who sends two', () =>
    race({ ...MANAGER, required_approvers: 3 }, async (approval, { someone }) => {
      const manager = someone('quality_manager');
      const answers = await Promise.all([decide(manager, approval), decide(elsewhere(manager), approval)]);
      expect(outcomes(answers)).to.deep.equal(['409 conflict', 'pending']);
      expect((await readApproval(manager, approval)).decisions).to.have.length(1);
    }));

  const delegate = async (giver: Person, to: Person): Promise<string> => {
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 3_600_000) };
    const body = { delegate_id: to.id, ...window, reason: 'Leave' };
    return (await giver.workflow.post('/v1/workflows/delegations', body)).body.data.id;
  };

  it('have one vote where one is the delegate of the other', () =>
    race({ ...MANAGER, required_approvers: 2 }, async (approval, { someone }) => {
      const [giver, holder] = [someone('quality_manager'), someone('quality_specialist')];
      await delegate(giver, holder);
      const answers = await Promise.all([
        decide(giver, approval),
        decide(elsewhere(holder, 'quality_specialist'), approval),
      ]);
      expect(outcomes(answers)).to.deep.equal(['409 conflict', 'pending']);
      expect((await readApproval(giver, approval)).decisions).to.have.length(1);
    }));

  it('decide by a delegation or end it, and never decide by one that has ended', () =>
    race({ ...MANAGER, required_approvers: 2 }, async (approval, { someone }) => {
      const [giver, holder] = [someone('quality_manager'), someone('quality_specialist')];
      const id = await delegate(giver, holder);
      const [decided, ended] = await Promise.all([
        decide(elsewhere(holder, 'quality_specialist'), approval),
        giver.workflow.delete(`/v1/workflows/delegations/${id}`),
      ]);
      expect(ended.status).to.equal(204);
      expect(['pending', '403 forbidden role']).to.include(outcomes([decided])[0]);
      const { decisions } = await readApproval(giver, approval);
      expect(decisions).to.have.length(decided.status === 200 ? 1 : 0);
    }));
});
