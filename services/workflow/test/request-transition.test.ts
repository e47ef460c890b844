import { randomUUID } from 'node:crypto';
import { TransitionSnapshot } from '@qsc/contracts/events';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import type { ListRecordMovesResponse__Output } from '@qsc/contracts/grpc/workflow/v1/ListRecordMovesResponse';
import type { MovedInstance__Output } from '@qsc/contracts/grpc/workflow/v1/MovedInstance';
import {
  AppError,
  type Call,
  type GrpcClient,
  loadService,
  makeGrpcClient,
  systemCall,
  toCommand,
} from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
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

describe('a transition that the service of a record requests', () => {
  let mesh: WorkflowMesh;
  let manager: Person;
  let workflow: GrpcClient;
  let quality: GrpcClient;

  const openClient = (name: string, port: number, [file, service]: [string, string]): GrpcClient =>
    makeGrpcClient(
      { address: `127.0.0.1:${port}`, name, definition: loadService(file, service) },
      { name: 'test', secret: mesh.identity.meshSecret },
    );

  before(async () => {
    mesh = await startWorkflowMesh();
    manager = mesh.person();
    workflow = openClient('workflow', mesh.wires.toWorkflow.port, [
      'workflow/v1/workflow.proto',
      'qsc.workflow.v1.WorkflowService',
    ]);
    quality = openClient('quality', mesh.wires.toQuality.port, [
      'record/v1/record.proto',
      'qsc.record.v1.RecordService',
    ]);
  });

  after(async () => {
    workflow.close();
    quality.close();
    await mesh.stop();
  });

  const call = (): Call => {
    const system = systemCall(manager.orgId, new Date());
    const user = { kind: 'user', id: manager.id, name: 'Manager', role: 'quality_manager' } as const;
    return { ...system, actor: { ...system.actor, ...user } };
  };

  /** What an owner does that dies before it has written the answer: the record is left to the event. */
  const requestTransition = async (
    id: string,
    to_state: string,
    { data = {}, command = randomUUID() } = {},
  ): Promise<TransitionSnapshot> => {
    const record_moves = (await readInstance(manager, id)).history.length;
    const request = { org_id: manager.orgId, id, move: { to_state, data_json: JSON.stringify(data) }, record_moves };
    const record = await quality.call<object, Record__Output>('GetRecord', request);
    const message = { command: toCommand(call(), command), to_state, data_json: JSON.stringify(data), record };
    const { move_json } = await workflow.call<object, MovedInstance__Output>('MoveInstance', message);
    return TransitionSnapshot.parse(JSON.parse(move_json));
  };

  const transitionsAfter = async (record_id: string, after_record_move: number): Promise<TransitionSnapshot[]> => {
    const request = { org_id: manager.orgId, record_id, after_record_move };
    const { moves_json } = await workflow.call<object, ListRecordMovesResponse__Output>('ListRecordMoves', request);
    return moves_json.map((json) => TransitionSnapshot.parse(JSON.parse(json)));
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
      record_move: 1,
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
    const record = await quality.call<object, Record__Output>('GetRecord', {
      org_id: manager.orgId,
      id,
      move: { to_state: 'submitted', data_json: '{}' },
    });
    const own = call();
    const request = { command: toCommand(own, command), to_state: 'submitted', data_json: '{}', record };
    const [first, second] = await Promise.all([
      workflow.call<object, MovedInstance__Output>('MoveInstance', request),
      workflow.call<object, MovedInstance__Output>('MoveInstance', request),
    ]);
    expect(second).to.deep.equal(first);
    expect((await readInstance(manager, id)).history).to.have.length(1);
  });

  it('is refused where another transition has changed the record since the decision', async () => {
    const { id } = await openQualityEvent(manager);
    const request = { org_id: manager.orgId, id, move: { to_state: 'investigation', data_json: '{}' } };
    const record = await quality.call<object, Record__Output>('GetRecord', request);
    await requestTransition(id, 'submitted');
    const ask = (record_moves: number) =>
      workflow.call<object, MovedInstance__Output>('MoveInstance', {
        to_state: 'investigation',
        data_json: '{}',
        record: { ...record, record_moves },
        command: toCommand(call(), randomUUID()),
      });
    expect(await readRefusal(ask(0))).to.deep.equal(['conflict', { reason: 'moved' }]);
    const [code, details] = await readRefusal(ask(2));
    expect([code, details], 'of moves that are not known here').to.deep.equal(['conflict', undefined]);
    expect((await readInstance(manager, id)).current_state.id).to.equal('submitted');
    await ask(1);
    expect((await readInstance(manager, id)).current_state.id).to.equal('investigation');
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

  it('is listed with earlier ones, in order, by the number of transitions that change the record', async () => {
    const { id } = await openQualityEvent(manager);
    const root_cause = { category: 'equipment', description: 'The seal was worn' };
    await requestTransition(id, 'submitted');
    await requestTransition(id, 'investigation');
    await requestTransition(id, 'root_cause_identified', { data: { root_cause } });
    await transition(manager, id, 'action_planning');
    await transition(manager, id, 'pending_approval');
    const reported = (transitions: TransitionSnapshot[]) =>
      transitions.map(({ record_move, to_state }) => [record_move, to_state]);
    expect(reported(await transitionsAfter(id, 0))).to.deep.equal([
      [1, 'submitted'],
      [2, 'investigation'],
      [3, 'root_cause_identified'],
      [4, 'action_planning'],
    ]);
    expect(reported(await transitionsAfter(id, 3))).to.deep.equal([[4, 'action_planning']]);
    expect((await transitionsAfter(id, 2))[0]?.data).to.deep.equal({ root_cause });
    expect(await transitionsAfter('qe_unknown', 0)).to.deep.equal([]);
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
