import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { SHIPPED } from '../src/definition/shipped.ts';
import { type Person, startWorkflowMesh, type WorkflowMesh } from './mesh.ts';

const DEFINITIONS = 5_000;
const TYPES = ['equipment', 'facility', 'batch', 'label', 'training'];

type Profile = {
  ns: string;
  planSummary: string;
  hasSortStage?: boolean;
  keysExamined: number;
  docsExamined: number;
  command: Record<string, unknown>;
};

describe('the indexes of definitions, at 5,000 definitions', () => {
  let mesh: WorkflowMesh;
  let by: Person;

  const definition = (index: number) => ({
    _id: newId('workflow'),
    org_id: by.orgId,
    name: `Definition ${String(index).padStart(5, '0')}`,
    description: '',
    entity_types: [TYPES[index % TYPES.length]],
    states: SHIPPED.get('document-approval')?.states,
    is_active: false,
    version: 1,
    created_at: new Date(1_700_000_000_000 + index * 1_000),
    updated_at: new Date(1_700_000_000_000 + index * 2_000),
    created_by: 'usr_1',
  });

  before(async () => {
    mesh = await startWorkflowMesh();
    by = mesh.person();
    await by.workflow.get('/v1/workflows');
    const all = Array.from({ length: DEFINITIONS }, (_, index) => definition(index));
    await mesh.database.collection('workflow').insertMany(all as never[]);
  });
  after(() => mesh.stop());

  /** What the database did for the page of a list over HTTP. */
  const profiled = async (query: string): Promise<Profile> => {
    const database = mesh.database.getClient().db(mesh.database.name);
    await database.command({ profile: 2 });
    expect((await by.workflow.get(`/v1/workflows?${query}`)).status).to.equal(200);
    await database.command({ profile: 0 });
    const profiles = (await database.collection('system.profile').find({}).toArray()) as unknown as Profile[];
    await database.dropCollection('system.profile');
    const ours = profiles.filter(({ ns }) => ns === `${mesh.database.name}.workflow`);
    return ours.find(({ command }) => 'find' in command) as Profile;
  };

  for (const [query, keys] of [
    ['sort=-created_at', 25],
    ['sort=updated_at', 25],
    ['sort=name', 25],
    ['is_active=false', 25],
    ['entity_type=equipment', 25],
    ['entity_type=equipment&is_active=false', 25],
    ['entity_type=equipment,facility', 50],
  ] as const)
    it(`answers ${query} out of an index, in its order`, async () => {
      const { planSummary, hasSortStage = false, keysExamined } = await profiled(query);
      expect(planSummary).to.match(/^IXSCAN/);
      expect(hasSortStage).to.equal(false);
      expect(keysExamined).to.be.at.most(keys + 2);
    });

  it('finds the active definition of a type by its unique index', async () => {
    const filter = { org_id: by.orgId, is_active: true, entity_types: { $in: ['deviation'] } };
    const explained = await mesh.database.collection('workflow').find(filter).explain('executionStats');
    expect(explained.executionStats.totalDocsExamined).to.equal(1);
    expect(explained.executionStats.totalKeysExamined).to.be.at.most(2);
  });

  it('lists the versions of a definition out of their index, without a sort', async () => {
    const versions = mesh.database.collection('workflow_version');
    const some = Array.from({ length: 500 }, (_, index) => ({
      ...definition(index),
      _id: `wfl_1/${index + 1}`,
      workflow_id: index % 2 === 0 ? 'wfl_1' : 'wfl_2',
      version: index + 1,
    }));
    await versions.insertMany(some as never[]);
    const found = versions.find({ org_id: by.orgId, workflow_id: 'wfl_1' }, { sort: { version: -1 }, limit: 25 });
    const explained = await found.explain('executionStats');
    expect(explained.executionStats.totalKeysExamined).to.equal(25);
    expect(JSON.stringify(explained.queryPlanner.winningPlan)).to.not.include('"SORT"');
  });

  it('finds instances that watch a record by an index, without completed ones', async () => {
    const instance = (index: number) => ({
      _id: newId('workflowInstance'),
      org_id: by.orgId,
      record_id: newId('qualityEvent'),
      watched_ids: ['ent_1', `ent_of_${index}`],
      completed_at: index < 10 ? null : new Date(),
      current: true,
    });
    const instances = mesh.database.collection('workflow_instance');
    await instances.insertMany(Array.from({ length: 1_000 }, (_, index) => instance(index)) as never[]);
    const filter = { org_id: by.orgId, watched_ids: { $in: ['ent_1'] }, completed_at: null, current: true };
    const explained = await instances.find(filter).explain('executionStats');
    expect(explained.executionStats.nReturned).to.equal(10);
    expect(explained.executionStats.totalDocsExamined).to.equal(10);
    expect(explained.executionStats.totalKeysExamined).to.be.at.most(12);
  });
});
