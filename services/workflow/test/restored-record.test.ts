import { randomUUID } from 'node:crypto';
import type { RunningService } from '@qsc/service-kit';
import { apiClient, deleteQueue, startTcpProxy, type TcpProxy, testEnvironment, untilReady } from '@qsc/test-kit';
import { expect } from 'chai';
import { startWorkflowService } from '../src/compose.ts';
import {
  openQualityEvent,
  type Person,
  readInstance,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
  whenStatus,
} from './mesh.ts';

const HOST = '127.0.0.1';

describe('a transition of a record with more transitions than its workflow had', () => {
  const queue = `test.${randomUUID()}`;
  let mesh: WorkflowMesh;
  let manager: Person;
  let toQuality: TcpProxy;
  let replica: RunningService;

  before(async () => {
    mesh = await startWorkflowMesh();
    manager = mesh.person();
    toQuality = await startTcpProxy({ host: HOST, port: mesh.wires.toQuality.port });
    replica = await startWorkflowService({ ...mesh.config, QUALITY_GRPC_URL: `${HOST}:${toQuality.port}` }, { queue });
    await untilReady(replica);
  });

  after(async () => {
    await replica.stop();
    await toQuality.close();
    for (const name of ['starts', 'reactions']) await deleteQueue(testEnvironment().amqpUrl, `${queue}.${name}`);
    await mesh.stop();
  });

  const instances = () => mesh.database.collection('workflow_instance');

  /** Makes a transition, and leaves the instance as before, as a restore of the workflow's database alone does. */
  const transitionAndRestore = async (record_id: string, to: string): Promise<void> => {
    await readInstance(manager, record_id);
    const before = await instances().findOne({ record_id });
    if (!before) throw new Error(`There is no instance of ${record_id}.`);
    const { status, body } = await transition(manager, record_id, to);
    if (status !== 200) throw new Error(`${record_id} made no transition: ${JSON.stringify(body)}`);
    await instances().replaceOne({ record_id }, before);
    await mesh.database.collection('workflow_transition').deleteMany({ record_id });
  };

  it('is refused where the other transition is lost here, and changes nothing', async () => {
    const { id } = await openQualityEvent(manager);
    await transitionAndRestore(id, 'submitted');
    const { status, body } = await transition(manager, id, 'submitted');
    expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
    expect((await readInstance(manager, id)).history).to.deep.equal([]);
    await whenStatus(manager, id, 'submitted');
  });

  it('is decided again where the other transition was concurrent', async () => {
    const { id } = await openQualityEvent(manager);
    await readInstance(manager, id);
    const token = mesh.identity.token({ orgId: manager.orgId, userId: manager.id, role: 'quality_manager' });
    const elsewhere = { ...manager, workflow: apiClient(`http://${HOST}:${replica.httpPort}`, token) };
    const held = toQuality.holdNext();
    const second = transition(elsewhere, id, 'submitted');
    const release = await held;
    expect((await transition(manager, id, 'submitted')).status).to.equal(200);
    release();
    const { status, body } = await second;
    expect([status, body.error.code]).to.deep.equal([409, 'invalid_transition']);
  });
});
