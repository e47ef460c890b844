import { newId } from '@qsc/contracts';
import { type EventTap, eventually, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';

describe('quality events and their workflow', () => {
  let mesh: QualityMesh;
  let tap: EventTap;
  before(async () => {
    mesh = await startQualityMesh();
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const open = async () => {
    const api = mesh.api({ userId: newId('user') });
    const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.' };
    const { id } = (await api.post('/v1/quality-events', body)).body.data as { id: string };
    const path = `/v1/quality-events/${id}`;
    const workflow = mesh.workflowApi(api.orgId);
    const read = async () => (await api.get(path)).body.data;
    const state = async () => (await workflow.get(`/v1/workflows/instances/${id}`)).body.data.current_state.id;
    return {
      ...{ id, api, read, state },
      patch: (change: object) => api.patch(path, change),
      transition: (to_state: string, data?: object) =>
        workflow.post(`/v1/workflows/instances/${id}/transition`, { to_state, data }),
      /** What record and instance say. */
      both: async () => [(await read()).status, await state()],
      transitions: () =>
        tap.events
          .filter(({ subject, data }) => subject === id && data.audit.action === 'transition')
          .map(({ data }) => data.audit),
    };
  };

  it('agree after a transition at either entry point, and each transition is one audit entry', async () => {
    const { patch, transition, both, transitions } = await open();
    expect((await patch({ status: 'submitted' })).status).to.equal(200);
    expect(await both()).to.deep.equal(['submitted', 'submitted']);
    expect((await transition('investigation')).status).to.equal(200);
    expect(await both()).to.deep.equal(['investigation', 'investigation']);
    const root_cause = { category: 'Equipment', description: 'Worn seal' };
    expect((await patch({ status: 'root_cause_identified', root_cause })).status).to.equal(200);
    expect(await both()).to.deep.equal(['root_cause_identified', 'root_cause_identified']);
    await eventually('the last one', () => transitions().some(({ entity_version }) => entity_version === 4));
    expect(
      transitions().map(({ metadata, entity_version }) => [metadata.workflow_state, entity_version]),
    ).to.deep.equal([
      ['submitted', 2],
      ['investigation', 3],
      ['root_cause_identified', 4],
    ]);
  });

  it('write the data of a transition into the record', async () => {
    const { transition, read } = await open();
    for (const state of ['submitted', 'investigation']) await transition(state);
    const data = { 'root_cause.category': 'Equipment', root_cause: { description: 'Worn seal' } };
    expect((await transition('root_cause_identified', data)).status).to.equal(200);
    const { root_cause, status } = await read();
    expect(status).to.equal('root_cause_identified');
    expect(root_cause).to.include({ category: 'Equipment', description: 'Worn seal' });
  });

  it('accept required fields that the record already has', async () => {
    const { patch, transition } = await open();
    await patch({ root_cause: { category: 'Equipment', description: 'Worn seal' } });
    for (const state of ['submitted', 'investigation', 'root_cause_identified'])
      expect((await transition(state)).status).to.equal(200);
  });

  it('refuse a status that the definition does not allow next, and change nothing', async () => {
    const { patch, read, both } = await open();
    const refused = await patch({ status: 'closed', category: 'Storage' });
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'invalid_transition']);
    expect(refused.body.error.details).to.deep.equal({
      current_state: 'draft',
      requested_state: 'closed',
      allowed_transitions: ['submitted'],
    });
    expect(await both()).to.deep.equal(['draft', 'draft']);
    expect(await read()).to.include({ version: 1, category: null });
  });

  it('refuse a status without what it requires, and name that', async () => {
    const { patch, both } = await open();
    await patch({ status: 'submitted' });
    const refused = await patch({ status: 'rejected' });
    expect([refused.status, refused.body.error.details.missing_fields]).to.deep.equal([422, ['rejection_reason']]);
    expect(await both()).to.deep.equal(['submitted', 'submitted']);
    expect((await patch({ status: 'rejected', rejection_reason: 'Twice' })).body.data.status).to.equal('rejected');
  });

  it('refuse data that the record refuses, and make no transition', async () => {
    const { transition, both } = await open();
    expect((await transition('submitted', { severity: 'high' })).body.error.code).to.equal('validation_failed');
    expect(await both()).to.deep.equal(['draft', 'draft']);
  });

  it('keep the status while an approval is pending, also by PATCH', async () => {
    const { patch, transition, both, read } = await open();
    await patch({ root_cause: { category: 'Equipment', description: 'Worn seal' } });
    for (const status of ['submitted', 'investigation', 'root_cause_identified', 'action_planning'])
      expect((await patch({ status })).status).to.equal(200);
    expect((await transition('pending_approval')).status).to.equal(200);
    expect(await both()).to.deep.equal(['action_planning', 'pending_approval']);
    const refused = await patch({ status: 'implementation' });
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'approval_required']);
    expect((await read()).version).to.equal(6);
  });

  it('accept concurrent changes, of which two request the same transition', async () => {
    const { patch, both, read } = await open();
    const answers = await Promise.all([
      patch({ status: 'submitted' }),
      patch({ status: 'submitted', category: 'Storage' }),
      patch({ root_cause: { category: 'Equipment' } }),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(await both()).to.deep.equal(['submitted', 'submitted']);
    expect((await read()).category).to.equal('Storage');
  });

  it('have the fields that their state requires, also where one is removed concurrently at another replica', async () => {
    const replica = await mesh.startReplica();
    try {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const { id, api, patch, transition, read } = await open();
        await patch({ root_cause: { category: 'Equipment', description: 'Worn seal' } });
        for (const state of ['submitted', 'investigation']) await transition(state);
        const other = mesh.api({ orgId: api.orgId }, replica);
        const [moved, emptied] = await Promise.all([
          attempt % 2 === 0 ? transition('root_cause_identified') : patch({ status: 'root_cause_identified' }),
          other.patch(`/v1/quality-events/${id}`, { root_cause: null }),
        ]);
        expect([moved.status, emptied.status].toSorted(), `round ${attempt}`).to.deep.equal([200, 422]);
        expect((await read()).root_cause === null).to.equal(emptied.status === 200);
      }
    } finally {
      await replica.stop();
    }
  });

  it('answer 503 and change nothing while the workflow service is not reachable', async () => {
    const { patch, read } = await open();
    mesh.wires.toWorkflow.cut();
    try {
      expect((await patch({ status: 'submitted' })).status).to.equal(503);
      expect((await patch({ category: 'Storage' })).status).to.equal(200);
    } finally {
      mesh.wires.toWorkflow.restore();
    }
    expect(await read()).to.include({ status: 'draft', version: 2 });
    await eventually('it is reachable again', async () => (await patch({ status: 'submitted' })).status === 200);
  });
});
