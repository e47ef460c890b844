import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import {
  openQualityEvent,
  type Person,
  readInstance,
  startWorkflowMesh,
  transition,
  type WorkflowMesh,
} from './mesh.ts';

const COPIES = 2_000;

type Profile = { ns: string; hasSortStage?: boolean; docsExamined: number; command: Record<string, unknown> };

describe('instances and transitions where an organisation has many', () => {
  let mesh: WorkflowMesh;
  let manager: Person;

  before(async () => {
    mesh = await startWorkflowMesh();
    manager = mesh.person();
  });

  after(() => mesh.stop());

  /** The same once more for other records: their instances with their moves, those that ended and those that are current. */
  const copy = async (recordId: string): Promise<void> => {
    const [instances, transitions] = ['workflow_instance', 'workflow_transition'].map((name) =>
      mesh.database.collection<{ _id: string }>(name),
    );
    const [instance] = (await instances?.find({ record_id: recordId }).toArray()) ?? [];
    const [transition] = (await transitions?.find({ record_id: recordId, number: 1 }).toArray()) ?? [];
    const made = Array.from({ length: COPIES }, (_, index) => {
      const ids = { record_id: newId('qualityEvent'), current: index % 2 === 0 };
      return { ...instance, ...ids, _id: newId('workflowInstance'), watched_ids: [ids.record_id] };
    });
    await instances?.insertMany(made);
    await transitions?.insertMany(
      made.map(({ _id, record_id }) => ({ ...transition, _id: newId('transition'), instance_id: _id, record_id })),
    );
  };

  const profiled = async (run: () => Promise<unknown>): Promise<Profile[]> => {
    const database = mesh.database.getClient().db(mesh.database.name);
    await database.command({ profile: 2 });
    await run();
    await database.command({ profile: 0 });
    const profiles = await database.collection<Profile>('system.profile').find({}).toArray();
    await database.dropCollection('system.profile');
    return profiles.filter(({ ns, command }) => /workflow_(instance|transition)$/.test(ns) && 'find' in command);
  };

  it('are found by their record, in their order, by the keys of indexes alone', async () => {
    const { id } = await openQualityEvent(manager);
    for (const state of ['submitted', 'investigation']) await transition(manager, id, state);
    await copy(id);
    const read = await profiled(() => readInstance(manager, id));
    expect(read.map(({ ns }) => ns.split('.')[1]).toSorted()).to.deep.equal([
      'workflow_instance',
      'workflow_transition',
    ]);
    const transitioned = await profiled(() =>
      transition(manager, id, 'rejected', { data: { rejection_reason: 'No deviation' } }),
    );
    for (const { ns, docsExamined, hasSortStage = false } of [...read, ...transitioned]) {
      expect(docsExamined, ns).to.be.at.most(3);
      expect(hasSortStage, ns).to.equal(false);
    }
  });
});
