import { randomUUID } from 'node:crypto';
import { TransitionSnapshot } from '@qsc/contracts/events';
import type { RecordTransition__Output } from '@qsc/contracts/grpc/workflow/v1/RecordTransition';
import type { SettledTransition__Output } from '@qsc/contracts/grpc/workflow/v1/SettledTransition';
import {
  AppError,
  type Call,
  type GrpcClient,
  loadService,
  makeGrpcClient,
  systemCall,
  toCommand,
} from '@qsc/service-kit';
import { AS_SERVICES_READ, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import {
  openQualityEvent,
  type Person,
  readInstance,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
  whenStatus,
} from './mesh.ts';
import { openDatabase } from './signed-record.ts';

describe('a transition that the service of a record requests', () => {
  let mesh: WorkflowMesh;
  let manager: Person;
  let workflow: GrpcClient;

  before(async () => {
    mesh = await startWorkflowMesh();
    manager = mesh.person();
    workflow = makeGrpcClient(
      {
        address: `127.0.0.1:${mesh.wires.toWorkflow.port}`,
        name: 'workflow',
        definition: loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService'),
      },
      { name: 'test', secret: mesh.identity.meshSecret },
    );
  });

  after(async () => {
    workflow.close();
    await mesh.stop();
  });

  const call = (): Call => {
    const system = systemCall(manager.orgId, new Date());
    const user = { kind: 'user', id: manager.id, name: 'Manager', role: 'quality_manager' } as const;
    return { ...system, actor: { ...system.actor, ...user } };
  };

  const requestJson = async (
    id: string,
    to_state: string,
    { data = {}, command = randomUUID() } = {},
  ): Promise<string> => {
    const message = {
      ...{ command: toCommand(call(), command), record_id: id, to_state },
      ...{ data_json: JSON.stringify(data), by_owner: true },
    };
    return (await workflow.call<object, RecordTransition__Output>('TransitionRecord', message)).transition_json;
  };

  /** What an owner does that dies before it has applied the answer: the record is left to the event. */
  const requestTransition = async (...request: Parameters<typeof requestJson>): Promise<TransitionSnapshot> =>
    TransitionSnapshot.parse(JSON.parse(await requestJson(...request)));

  const settle = async (transition_id: string): Promise<string | undefined> => {
    const request = { org_id: manager.orgId, transition_id };
    return (await workflow.call<object, SettledTransition__Output>('SettleTransition', request)).transition_json;
  };

  const auditEntries = (id: string) =>
    mesh.tap.events
      .filter(({ subject, data }) => subject === id && data.audit.action === 'transition')
      .map(({ data }) => data.audit.metadata.workflow_state);

  const readRefusal = (request: Promise<unknown>): Promise<[string, unknown]> =>
    request.then(
      () => ['was not refused', null],
      (error: unknown) => (error instanceof AppError ? [error.code, error.details] : ['no coded error', error]),
    );

  it('reaches the record by its event where its owner dies after the commit, as one audit entry', async () => {
    const { id } = await openQualityEvent(manager);
    const transitioned = await requestTransition(id, 'submitted');
    expect(transitioned).to.deep.include({
      record_id: id,
      from_state: 'draft',
      to_state: 'submitted',
      changed: true,
      number: 1,
    });
    await whenStatus(manager, id, 'submitted');
    await eventually('the entry', () => auditEntries(id).length > 0);
    expect(auditEntries(id)).to.deep.equal(['submitted']);
  });

  it('is there for the next one, however quickly that comes, so that its version is right', async () => {
    const { id } = await openQualityEvent(manager);
    await requestTransition(id, 'submitted');
    const answer = await transition(manager, id, 'investigation');
    expect(answer.status).to.equal(200);
    expect(await whenStatus(manager, id, 'investigation')).to.include({ version: 3 });
    await eventually('both entries', () => auditEntries(id).length === 2);
    expect(auditEntries(id)).to.deep.equal(['submitted', 'investigation']);
  });

  it('is made once for one command, and the repetition gets the same answer', async () => {
    const { id } = await openQualityEvent(manager);
    const command = randomUUID();
    const [first, second] = await Promise.all([
      requestJson(id, 'submitted', { command }),
      requestJson(id, 'submitted', { command }),
    ]);
    expect(second).to.equal(first);
    expect((await readInstance(manager, id)).history).to.have.length(1);
  });

  it('is refused as at the transition endpoint, and never accepts one that needs a signature or an approval', async () => {
    const { id } = await openQualityEvent(manager);
    expect(await readRefusal(requestTransition(id, 'closed'))).to.deep.equal([
      'invalid_transition',
      { current_state: 'draft', requested_state: 'closed', allowed_transitions: ['submitted'] },
    ]);
    await requestTransition(id, 'submitted');
    await requestTransition(id, 'investigation');
    const [code, details] = await readRefusal(requestTransition(id, 'root_cause_identified'));
    expect([code, details]).to.deep.equal([
      'missing_required_fields',
      { missing_fields: ['root_cause.category', 'root_cause.description'] },
    ]);
    expect((await readInstance(manager, id)).current_state.id).to.equal('investigation');
  });

  it('is settled as committed where it was', async () => {
    const { id } = await openQualityEvent(manager);
    const transitioned = await requestTransition(id, 'submitted');
    expect(JSON.parse((await settle(transitioned.id)) ?? '')).to.deep.equal(transitioned);
  });

  it('is settled as aborted where it was not committed, never is from then on, and can be requested again', async () => {
    const { id } = await openQualityEvent(manager);
    const user = { id: manager.id, orgId: manager.orgId, name: 'Manager', role: 'quality_manager' as const };
    const settled: (string | undefined)[] = [];
    const whileChecked = async () => {
      if (settled.length > 0) return;
      const event = await openDatabase(mesh, 'quality')
        .collection<{ _id: string; reservation: { transition_id: string } }>('quality_event')
        .findOne({ _id: id }, AS_SERVICES_READ);
      settled.push(await settle(event?.reservation.transition_id ?? ''));
    };
    mesh.identity.setUser({ ...user, password: manager.password, whileChecked });
    const ask = () =>
      manager.workflow.post(
        `/v1/workflows/instances/${id}/transition`,
        { to_state: 'submitted', signature: { meaning: 'Authorship', password: manager.password } },
        { headers: { 'idempotency-key': `settled-${id}` } },
      );
    expect([(await ask()).status, settled]).to.deep.equal([503, [undefined]]);
    expect((await readInstance(manager, id)).history).to.deep.equal([]);
    const again = await ask();
    mesh.identity.setUser({ ...user, password: manager.password });
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    expect(await whenStatus(manager, id, 'submitted')).to.include({ version: 2 });
  });

  it('and a transition at the same moment leave one, at both services', async () => {
    for (let approval = 0; approval < 5; approval += 1) {
      const { id } = await openQualityEvent(manager);
      await transition(manager, id, 'submitted');
      await transition(manager, id, 'investigation');
      const root_cause = { category: 'equipment', description: 'The seal was worn' };
      const [patched, transitioned] = await Promise.all([
        manager.quality.patch(`/v1/quality-events/${id}`, { status: 'root_cause_identified', root_cause }),
        transition(manager, id, 'rejected', { data: { rejection_reason: 'None' } }),
      ]);
      expect(
        [patched.status, transitioned.status].toSorted(),
        JSON.stringify([patched.body, transitioned.body]),
      ).to.deep.equal([200, 409]);
      const state = patched.status === 200 ? 'root_cause_identified' : 'rejected';
      expect((await readInstance(manager, id)).current_state.id).to.equal(state);
      expect(await whenStatus(manager, id, state)).to.include({ version: 4 });
    }
  });

  it('leaves record and instance agreed, whenever the workflow service stops', async () => {
    const transitions = new Map<string, number>();
    for (const afterMs of [0, 3, 10, 30, 60]) {
      const opened = await Promise.all(Array.from({ length: 6 }, () => openQualityEvent(manager)));
      await Promise.all(opened.map(({ id }) => readInstance(manager, id)));
      const request = opened.map(({ id }, index) =>
        index % 2 === 0
          ? transition(manager, id, 'submitted').catch(() => null)
          : manager.quality.patch(`/v1/quality-events/${id}`, { status: 'submitted' }),
      );
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await mesh.stopWorkflow();
      const answers = await Promise.all(request);
      await mesh.startWorkflow();
      for (const [index, { id }] of opened.entries()) {
        const { current_state } = await eventually('the instance', () => readInstance(manager, id).catch(() => null));
        if (answers[index]?.status === 200) expect(current_state.id).to.equal('submitted');
        await whenStatus(manager, id, current_state.id);
        transitions.set(id, current_state.id === 'submitted' ? 1 : 0);
      }
    }
    await eventually('every entry', () => [...transitions].every(([id, count]) => auditEntries(id).length >= count));
    expect([...transitions.keys()].map((id) => auditEntries(id).length)).to.deep.equal([...transitions.values()]);
  });
});
