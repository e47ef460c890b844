import { newId } from '@qsc/contracts';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { type StoredInstance, type StoredTransition, toStored } from '../src/instance/instance.store.ts';
import type { Instance } from '../src/instance/instance.ts';
import { type Person, startWorkflowMesh } from './mesh.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const INSTANCES = 5_000;
const BATCH = 5_000;

const ago = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);

type Profile = { planSummary: string; docsExamined: number; keysExamined: number; command: { aggregate?: string } };

describe('the metrics of a workflow', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh(() => NOW));

  const deviations = async (by: Person): Promise<string> =>
    (await by.workflow.get('/v1/workflows?entity_type=deviation')).body.data[0].id;

  const readMetrics = async (by: Person, id: string, query = '') => {
    const { status, body } = await by.workflow.get(`/v1/workflows/${id}/metrics?${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };

  type Placed = { orgId: string; workflowId: string };

  const instance = ({ orgId, workflowId }: Placed, state: Partial<Instance['state']>, more: Partial<Instance> = {}) =>
    toStored({
      id: newId('workflowInstance'),
      org_id: orgId,
      record_id: newId('qualityEvent'),
      record_type: 'deviation',
      record_name: 'A deviation',
      record_version: 1,
      record_creator: 'usr_1',
      workflow_id: workflowId,
      workflow_version: 1,
      workflow_name: 'Deviation',
      state: { id: 'draft', name: 'S', type: 'intermediate', entered_at: ago(1), entered_by: 'usr_1', ...state },
      approval_id: null,
      watched_ids: [],
      transitions: 0,
      last_transition_id: null,
      current: true,
      started_at: ago(10),
      completed_at: null,
      state_due_at: null,
      version: 1,
      ...more,
    });

  /** A stay in a state that ended. */
  const left = (
    { orgId, workflowId }: Placed,
    from_state: string | null,
    { at, hours, due = null }: { at: Date; hours: number; due?: Date | null },
  ): StoredTransition => ({
    _id: newId('transition'),
    org_id: orgId,
    instance_id: newId('workflowInstance'),
    workflow_id: workflowId,
    workflow_version: 1,
    record_id: newId('qualityEvent'),
    record_type: 'deviation',
    number: from_state === null ? 0 : 1,
    changed: false,
    from_state,
    to_state: 'closed',
    action: 'transition',
    comment: null,
    data: {},
    signature_required: false,
    signature: null,
    approval_id: null,
    required_fields: [],
    act: {
      user: { id: 'usr_1', email: null, name: 'One', role: null },
      client: { ip_address: null, user_agent: null, api_key_id: null },
      request_id: 'req_1',
      reason: null,
      details: null,
      at: at.toISOString(),
    },
    at,
    left: from_state === null ? null : { entered_at: new Date(at.getTime() - hours * HOUR_MS), due_at: due },
  });

  const store = async (instances: StoredInstance[], transitions: StoredTransition[]): Promise<void> => {
    if (instances.length > 0) await mesh.database.collection('workflow_instance').insertMany(instances as never[]);
    if (transitions.length > 0)
      await mesh.database.collection('workflow_transition').insertMany(transitions as never[]);
  };

  it('are empty where nothing went through it: nulls, and no state left out', async () => {
    const by = mesh.person();
    const id = await deviations(by);
    const metrics = await readMetrics(by, id);
    expect(metrics).to.deep.include({
      workflow_id: id,
      period: '30d',
      total_instances: 0,
      completed_instances: 0,
      average_completion_time_hours: null,
      bottlenecks: [],
      sla_compliance: { on_time: 0, overdue: 0, compliance_rate: null },
    });
    expect(metrics.by_state).to.include({ draft: 0, pending_approval: 0, closed: 0 });
  });

  it('are those that are counted by hand', async () => {
    const by = mesh.person();
    const placed = { orgId: by.orgId, workflowId: await deviations(by) };
    const closed = { id: 'closed', type: 'final' as const };
    await store(
      [
        instance(placed, closed, { started_at: ago(100), completed_at: ago(60) }),
        instance(placed, closed, { started_at: ago(100), completed_at: ago(79.5) }),
        instance(placed, { id: 'investigation' }, { started_at: ago(50), state_due_at: ago(1) }),
        instance(placed, { id: 'investigation' }, { started_at: ago(50), state_due_at: ago(-1) }),
        // It began before the period and waits now: among those that wait, and not among those that began.
        instance(placed, { id: 'submitted' }, { started_at: ago(40 * 24), state_due_at: ago(500) }),
        instance(placed, closed, { started_at: ago(40 * 24), completed_at: ago(35 * 24) }),
      ],
      [
        left(placed, null, { at: ago(100), hours: 0 }),
        left(placed, 'investigation', { at: ago(20), hours: 10, due: ago(19) }),
        left(placed, 'investigation', { at: ago(30), hours: 40, due: ago(31) }),
        left(placed, 'investigation', { at: ago(40), hours: 10.4, due: ago(40) }),
        left(placed, 'draft', { at: ago(90), hours: 5 }),
        // Before the period.
        left(placed, 'draft', { at: ago(31 * 24), hours: 5_000, due: ago(32 * 24) }),
      ],
    );
    const metrics = await readMetrics(by, placed.workflowId);
    expect(metrics).to.deep.include({
      total_instances: 4,
      completed_instances: 2,
      average_completion_time_hours: 30.3,
    });
    expect(metrics.by_state).to.include({ closed: 2, investigation: 2, submitted: 0 });
    expect(metrics.bottlenecks).to.deep.equal([
      { state: 'investigation', average_time_hours: 20.1, instances_waiting: 2 },
      { state: 'draft', average_time_hours: 5, instances_waiting: 0 },
      { state: 'submitted', average_time_hours: null, instances_waiting: 1 },
    ]);
    expect(metrics.sla_compliance).to.deep.equal({ on_time: 2, overdue: 3, compliance_rate: 40 });
    expect(metrics.states.find(({ state }: { state: string }) => state === 'investigation')).to.deep.equal({
      state: 'investigation',
      stays: 3,
      average_time_hours: 20.1,
      median_time_hours: 10.4,
      p90_time_hours: 40,
      instances_waiting: 2,
      on_time: 2,
      overdue: 2,
    });
    expect(metrics.states.find(({ state }: { state: string }) => state === 'submitted')).to.include({
      stays: 0,
      median_time_hours: null,
      overdue: 1,
    });
    const ofQuarter = await readMetrics(by, placed.workflowId, 'period=90d');
    expect(ofQuarter).to.deep.include({ total_instances: 6, completed_instances: 3 });
    expect(ofQuarter.sla_compliance).to.deep.equal({ on_time: 2, overdue: 4, compliance_rate: 33.3 });
  });

  it('are those of one workflow of one organisation', async () => {
    const [by, other] = [mesh.person(), mesh.person()];
    const [id, foreign] = [await deviations(by), await deviations(other)];
    await store([instance({ orgId: other.orgId, workflowId: id }, {})], []);
    await store([instance({ orgId: by.orgId, workflowId: foreign }, {})], []);
    expect((await readMetrics(by, id)).total_instances).to.equal(0);
    const { status, body } = await by.workflow.get(`/v1/workflows/${foreign}/metrics`);
    expect([status, body.error.code]).to.deep.equal([404, 'not_found']);
  });

  it('have the median and the ninth tenth of the stays in each state, in the order of the definition', async () => {
    const by = mesh.person();
    const placed = { orgId: by.orgId, workflowId: await deviations(by) };
    const hours = [9, 1, 2, 3, 5, 4, 6, 7, 8, 100];
    await store(
      [],
      hours.map((length) => left(placed, 'submitted', { at: ago(1), hours: length })),
    );
    const { states } = await readMetrics(by, placed.workflowId);
    expect(states.map(({ state }: { state: string }) => state).slice(0, 3)).to.deep.equal([
      'draft',
      'submitted',
      'investigation',
    ]);
    expect(states.map(({ state }: { state: string }) => state)).to.not.include('closed');
    expect(states[1]).to.include({ stays: 10, median_time_hours: 5, p90_time_hours: 9, average_time_hours: 14.5 });
    expect(states[0]).to.include({ stays: 0, median_time_hours: null, p90_time_hours: null });
  });

  it('count running instances by version and state, of the own organisation alone', async () => {
    const [by, other] = [mesh.person(), mesh.person()];
    const placed = { orgId: by.orgId, workflowId: await deviations(by) };
    const investigation = { id: 'investigation' };
    await store(
      [
        instance(placed, investigation),
        instance(placed, investigation, { workflow_version: 2 }),
        instance(placed, investigation, { workflow_version: 2 }),
        instance(placed, { id: 'submitted' }, { workflow_version: 2 }),
        instance(placed, { id: 'closed', type: 'final' }, { completed_at: ago(1) }),
        instance(placed, investigation, { current: false }),
        instance({ ...placed, workflowId: 'wfl_another' }, investigation),
        instance({ ...placed, orgId: other.orgId }, investigation),
      ],
      [],
    );
    const count = async (query = '') =>
      (await by.workflow.get(`/v1/workflows/instance-counts${query}`)).body.data.running;
    const workflow_id = placed.workflowId;
    const ours = [
      { workflow_id, workflow_version: 1, state: 'investigation', instances: 1 },
      { workflow_id, workflow_version: 2, state: 'investigation', instances: 2 },
      { workflow_id, workflow_version: 2, state: 'submitted', instances: 1 },
    ];
    expect(await count(`?workflow_id=${workflow_id}`)).to.deep.equal(ours);
    expect(await count()).to.have.length(4);
    expect(await count(`?workflow_id=wfl_none,${workflow_id}`)).to.deep.equal(ours);
  });

  it('accept the defined periods, and no other parameter', async () => {
    const by = mesh.person();
    const id = await deviations(by);
    for (const period of ['30d', '90d', '1y'])
      expect((await readMetrics(by, id, `period=${period}`)).period).to.equal(period);
    for (const query of ['period=7d', 'group_by=state']) {
      const { status, body } = await by.workflow.get(`/v1/workflows/${id}/metrics?${query}`);
      expect([status, body.error.code], query).to.deep.equal([422, 'validation_failed']);
    }
  });

  it(`are summed up from the keys of indexes, and of the period alone, at ${INSTANCES} instances`, async () => {
    const by = mesh.person();
    const placed = { orgId: by.orgId, workflowId: await deviations(by) };
    const inPeriod = INSTANCES / 10;
    for (let from = 0; from < INSTANCES; from += BATCH) {
      const numbers = Array.from({ length: BATCH }, (_, index) => from + index);
      const toStart = (index: number) => ago(index % 10 === 0 ? 24 : 60 * 24);
      await store(
        numbers.map((index) => instance(placed, { id: 'submitted' }, { started_at: toStart(index) })),
        numbers.map((index) => left(placed, 'draft', { at: toStart(index), hours: 1 })),
      );
    }
    const database = mesh.database.getClient().db(mesh.database.name);
    await database.command({ profile: 2 });
    const metrics = await readMetrics(by, placed.workflowId);
    expect((await by.workflow.get('/v1/workflows/instance-counts')).status).to.equal(200);
    await database.command({ profile: 0 });
    expect(metrics.total_instances).to.equal(inPeriod);
    const profiles = (await database.collection('system.profile').find({}).toArray()) as unknown as Profile[];
    const sums = profiles.filter(({ command }) => command.aggregate?.startsWith('workflow_'));
    expect(sums).to.have.length(4);
    for (const { planSummary, docsExamined } of sums) {
      expect(planSummary).to.match(/^IXSCAN/);
      expect(docsExamined, planSummary).to.equal(0);
    }
    const keys = sums.map(({ keysExamined }) => keysExamined).sort((one, other) => one - other);
    expect(keys[0]).to.be.at.most(inPeriod + 5);
    expect(keys[1]).to.be.at.most(inPeriod + 5);
    expect(keys[3]).to.be.at.most(INSTANCES + 10);
  });
});
