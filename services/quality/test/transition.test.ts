import type { TransitionSnapshot } from '@qsc/contracts/events';
import { AppError } from '@qsc/service-kit';
import { type EventTap, eventually, publishEvent, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { catchRefusal, recordClient } from './record-client.ts';
import { type StandInWorkflow, startStandInWorkflow, transitionedEvent } from './stand-in-workflow.ts';

const SIGNATURE = {
  signature_id: 'sig_1',
  signer: 'usr_mover',
  signer_name: 'Mover',
  meaning: 'I close it',
  timestamp: '2026-03-10T12:00:00.000Z',
};

describe('transitions that quality events apply', () => {
  const { amqpUrl } = testEnvironment();
  let workflow: StandInWorkflow;
  let mesh: QualityMesh;
  let tap: EventTap;
  let records: ReturnType<typeof recordClient>;
  before(async () => {
    mesh = await startQualityMesh({
      async workflowPort({ meshSecret }) {
        workflow = await startStandInWorkflow(meshSecret);
        return workflow.port;
      },
    });
    tap = await tapEvents(amqpUrl);
    records = recordClient(mesh);
  });
  beforeEach(() => {
    workflow.beforeTransition = async () => {};
    workflow.afterTransition = async () => {};
  });
  after(async () => {
    records.close();
    await tap.close();
    await mesh.stop();
    await workflow.stop();
  });

  const open = async () => {
    const api = mesh.api();
    const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.' };
    const { id } = (await api.post('/v1/quality-events', body)).body.data as { id: string };
    const path = `/v1/quality-events/${id}`;
    const read = async () => (await api.get(path)).body.data;
    return {
      ...{ id, api, orgId: api.orgId, read },
      patch: (change: object, headers = {}) => api.patch(path, change, { headers }),
      becomes: (status: string) => eventually(`it is ${status}`, async () => (await read()).status === status),
      /** The audit entries of its transitions, once there are that many. */
      entries: (count: number) =>
        eventually(`${count} entries`, () => {
          const found = tap.events.filter(({ subject, data }) => subject === id && data.audit.action !== 'create');
          return found.length >= count && found.map(({ data }) => data.audit);
        }),
    };
  };

  const publish = (orgId: string, ...transitions: TransitionSnapshot[]) =>
    Promise.all(transitions.map((transition) => publishEvent(amqpUrl, transitionedEvent(orgId, transition))));

  it('arrive by the event, with the one audit entry of the act', async () => {
    const { id, orgId, read, becomes, entries } = await open();
    const data = { root_cause: { category: 'Equipment' } };
    const transition = workflow.transition(id, 'submitted', { data, signature_required: true, signature: SIGNATURE });
    await publish(orgId, transition);
    await becomes('submitted');
    expect(await read()).to.deep.include({ version: 2, status: 'submitted' });
    const [entry] = await entries(1);
    expect(entry).to.deep.include({
      action: 'transition',
      entity_type: 'deviation',
      entity_version: 2,
      user: transition.act.user,
      client: transition.act.client,
      signature: { required: true, signed: true, signature_id: 'sig_1', meaning: 'I close it' },
    });
    expect(entry?.changes).to.deep.equal({
      status: { from: 'draft', to: 'submitted' },
      'root_cause.category': { from: null, to: 'Equipment' },
    });
    expect(entry?.metadata).to.include({
      reason: 'It is time',
      workflow_state: 'submitted',
      request_id: 'req_move',
    });
  });

  for (const action of ['approve', 'reject'] as const)
    it(`have an audit entry of the action ${action} where that was the act`, async () => {
      const { id, orgId, entries } = await open();
      const details = { approval_id: 'apr_1' };
      const act = { ...workflow.transition('qe_other', 'submitted').act, details };
      await records.apply(orgId, workflow.transition(id, 'implementation', { action, act }));
      const [entry] = await entries(1);
      expect([entry?.action, entry?.metadata.details]).to.deep.equal([action, details]);
    });

  it('are applied once, however often they arrive, by event or by call', async () => {
    const { id, orgId, read, entries } = await open();
    const transition = workflow.transition(id, 'submitted');
    await Promise.all([
      publish(orgId, transition, transition, transition),
      ...Array.from({ length: 5 }, () => records.apply(orgId, transition)),
    ]);
    const last = workflow.transition(id, 'investigation');
    await publish(orgId, last, transition);
    await entries(2);
    expect(await read()).to.include({ version: 3, status: 'investigation' });
    expect(await entries(2)).to.have.length(2);
  });

  it('are applied in order, whichever arrives first', async () => {
    const { id, orgId, read, entries } = await open();
    const transitions = ['submitted', 'investigation', 'rejected'].map((state) => workflow.transition(id, state));
    await records.apply(orgId, transitions[2] as TransitionSnapshot);
    expect(await read()).to.include({ version: 4, status: 'rejected' });
    await publish(orgId, ...transitions.toReversed());
    const states = (await entries(3)).map(({ metadata, entity_version }) => [metadata.workflow_state, entity_version]);
    expect(states).to.deep.equal([
      ['submitted', 2],
      ['investigation', 3],
      ['rejected', 4],
    ]);
    expect((await read()).version).to.equal(4);
  });

  it('are refused while earlier ones cannot be listed, and change nothing until then', async () => {
    const { id, orgId, read } = await open();
    workflow.transition(id, 'submitted');
    const second = { ...workflow.transition(id, 'investigation'), record_move: 7 };
    expect((await catchRefusal(records.apply(orgId, second))).code).to.equal('internal_error');
    expect(await read()).to.include({ version: 1, status: 'draft' });
  });

  it('keep concurrent changes of the content', async () => {
    const { id, orgId, patch, read } = await open();
    const transition = workflow.transition(id, 'submitted', { data: { category: 'Storage' } });
    await patch({ root_cause: { category: 'Equipment' } });
    await records.apply(orgId, transition);
    const { root_cause, ...event } = await read();
    expect(event).to.include({ version: 3, status: 'submitted', category: 'Storage' });
    expect(root_cause.category).to.equal('Equipment');
  });

  it('leave the status unchanged where the state is no status of quality events', async () => {
    const { id, orgId, read } = await open();
    await records.apply(orgId, workflow.transition(id, 'action_planning'));
    await records.apply(orgId, workflow.transition(id, 'pending_approval', { data: { category: 'Storage' } }));
    expect(await read()).to.include({ status: 'action_planning', category: 'Storage', version: 3 });
  });

  it('do nothing where they do not change the record, or belong to another type of record', async () => {
    const { id, orgId, read } = await open();
    const unchanged = workflow.transition(id, 'submitted', { record_move: null });
    const foreign = workflow.transition('ent_1', 'review', { record_type: 'document' });
    await publish(orgId, unchanged, foreign);
    expect(await records.apply(orgId, unchanged)).to.deep.equal({ version: 1 });
    expect(await read()).to.include({ version: 1, status: 'draft' });
  });

  describe('requested by PATCH', () => {
    it('are one version together with the other fields of the body, and one audit entry', async () => {
      const { patch, entries } = await open();
      const { status, body } = await patch({ status: 'submitted', category: 'Storage' });
      expect(status).to.equal(200);
      expect(body.data).to.include({ status: 'submitted', category: 'Storage', version: 2 });
      await patch({ title: 'Later' });
      const changed = (await entries(2)).map(({ entity_version }) => entity_version);
      expect(changed.toSorted()).to.deep.equal([2, 3]);
    });

    it('change nothing where the workflow refuses', async () => {
      const { patch, read } = await open();
      workflow.afterTransition = async () => {
        workflow.transitions.pop();
        throw new AppError('signature_required', 'This transition needs a signature.');
      };
      const refused = await patch({ status: 'closed', category: 'Storage' });
      expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'signature_required']);
      expect(await read()).to.include({ version: 1, status: 'draft', category: null });
    });

    it('reach the record by the event where the response is lost', async () => {
      const { id, orgId, patch, read, becomes } = await open();
      workflow.afterTransition = async () => mesh.wires.toWorkflow.cut();
      const lost = await patch({ status: 'submitted', category: 'Storage' });
      workflow.afterTransition = async () => {};
      mesh.wires.toWorkflow.restore();
      const other = await open();
      await eventually(
        'it is reachable again',
        async () => (await other.patch({ status: 'submitted' })).status === 200,
      );
      expect(lost.status).to.equal(503);
      await publish(orgId, ...workflow.transitions.filter(({ record_id }) => record_id === id));
      await becomes('submitted');
      expect(await read()).to.include({ version: 2, category: 'Storage' });
    });

    it('are refused where another request has made the same one meanwhile', async () => {
      const { id, patch } = await open();
      workflow.afterTransition = async () => {
        throw new AppError('invalid_transition', 'It is there.', { details: { current_state: 'submitted' } });
      };
      const { status, body } = await patch({ status: 'submitted', category: 'Storage' });
      expect([status, body.data.status, body.data.category]).to.deep.equal([200, 'submitted', 'Storage']);
      expect(workflow.transitions.filter(({ record_id }) => record_id === id)).to.have.length(1);
    });

    it('honour If-Match', async () => {
      const { id, api, read } = await open();
      await api.patch(`/v1/quality-events/${id}`, { category: 'Storage' });
      const headers = { 'if-match': '"1"' };
      const refused = await api.patch(`/v1/quality-events/${id}`, { status: 'submitted' }, { headers });
      expect([refused.status, (await read()).status]).to.deep.equal([412, 'draft']);
      expect(workflow.transitions.some(({ record_id }) => record_id === id)).to.equal(false);
    });
  });

  describe('requested by PATCH while another transition comes first', () => {
    const overtaken = async () => {
      const event = await open();
      workflow.overtake(async () => workflow.transition(event.id, 'submitted'));
      return { ...event, states: () => workflow.listStates(event.id) };
    };

    it('are refused where the caller named the earlier version', async () => {
      const { patch, read, states } = await overtaken();
      const refused = await patch({ status: 'investigation', title: 'Other' }, { 'if-match': '"1"' });
      expect([refused.status, refused.body.error.code]).to.deep.equal([412, 'precondition_failed']);
      expect(await read()).to.include({ version: 2, status: 'submitted', title: 'Deviation' });
      expect(states()).to.deep.equal(['submitted']);
    });

    it('are decided again on the event after it', async () => {
      const { patch, read, states } = await overtaken();
      expect((await patch({ status: 'investigation', title: 'Other' })).status).to.equal(200);
      expect(await read()).to.include({ version: 3, status: 'investigation', title: 'Other' });
      expect(states()).to.deep.equal(['submitted', 'investigation']);
    });

    it('are refused where that transition cannot be listed', async () => {
      const { patch, read } = await open();
      let attempts = 0;
      workflow.beforeTransition = async () => {
        attempts += 1;
        throw new AppError('conflict', 'Another transition came first.', { details: { reason: 'moved' } });
      };
      const refused = await patch({ status: 'submitted' });
      expect([refused.status, refused.body.error.details.reason, attempts]).to.deep.equal([409, 'moved', 1]);
      expect(await read()).to.include({ version: 1, status: 'draft' });
    });

    it('are made once where both are the same', async () => {
      const { patch, read, states } = await overtaken();
      expect((await patch({ status: 'submitted', title: 'Other' })).status).to.equal(200);
      expect(await read()).to.include({ version: 3, status: 'submitted', title: 'Other' });
      expect(states()).to.deep.equal(['submitted']);
    });
  });

  describe('of a closed or rejected event', () => {
    const ended = async () => {
      const event = await open();
      await records.apply(
        event.orgId,
        workflow.transition(event.id, 'rejected', { data: { rejection_reason: 'Twice' } }),
      );
      return event;
    };

    it('make its content final', async () => {
      const { patch, read } = await ended();
      const refused = await patch({ title: 'Other' });
      expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'conflict']);
      expect(await read()).to.include({ title: 'Deviation', version: 2, rejection_reason: 'Twice' });
    });

    it('accept a change that changes nothing', async () => {
      const { patch } = await ended();
      expect((await patch({ title: 'Deviation', status: 'rejected' })).status).to.equal(200);
    });
  });

  describe('previewed', () => {
    it('return the record as it will be', async () => {
      const { id, orgId, read } = await open();
      const transition = {
        to_state: 'submitted',
        data_json: JSON.stringify({ root_cause: { category: 'Equipment' } }),
      };
      const record = await records.get(orgId, id, { move: transition });
      expect(record).to.include({ id, type: 'deviation', name: 'Deviation', version: 2, changed: true });
      await records.apply(
        orgId,
        workflow.transition(id, 'submitted', { data: { root_cause: { category: 'Equipment' } } }),
      );
      const { status: _status, version, updated_at: _updated, ...content } = await read();
      expect(version).to.equal(record.version);
      expect(JSON.parse(record.content_json)).to.deep.equal(content);
    });

    it('report that nothing changes', async () => {
      const { id, orgId } = await open();
      const transition = { to_state: 'pending_approval', data_json: '{}' };
      expect(await records.get(orgId, id, { move: transition })).to.include({ version: 1, changed: false });
    });

    it('include earlier transitions', async () => {
      const { id, orgId, read } = await open();
      workflow.transition(id, 'submitted');
      const transition = { to_state: 'investigation', data_json: '{}' };
      expect(await records.get(orgId, id, { move: transition, recordTransitions: 1 })).to.include({ version: 3 });
      expect(await read()).to.include({ version: 2, status: 'submitted' });
    });

    for (const data of [
      { severity: 'high' },
      { title: null },
      { audit_details: {} },
      { related_entities: [] },
      { effectiveness_check: {} },
      { status: 'closed' },
    ])
      it(`are refused with ${JSON.stringify(data)}`, async () => {
        const { id, orgId } = await open();
        const transition = { to_state: 'submitted', data_json: JSON.stringify(data) };
        expect((await catchRefusal(records.get(orgId, id, { move: transition }))).code).to.equal('validation_failed');
      });

    it('are refused for an unknown record and for one of another organisation', async () => {
      const { id } = await open();
      expect((await catchRefusal(records.get('org_other', id))).code).to.equal('not_found');
    });
  });
});
