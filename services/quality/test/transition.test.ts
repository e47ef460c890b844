import { setTimeout as delay } from 'node:timers/promises';
import type { TransitionSnapshot } from '@qsc/contracts/events';
import { AppError } from '@qsc/service-kit';
import { type EventTap, eventually, publishEvent, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { catchRefusal, recordClient } from './record-client.ts';
import { type StandInWorkflow, startStandInWorkflow, transitionedEvent } from './stand-in-workflow.ts';

/** How long a transition is under way before it is applied. */
const WAITING_MS = 200;

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
    workflow.records = records;
  });
  beforeEach(() => {
    workflow.beforeCommit = async () => {};
    workflow.afterCommit = async () => {};
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
    const transition = await workflow.transition(orgId, id, { data, signature_required: true, signature: SIGNATURE });
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
      const transition = await workflow.transition(orgId, id, { to_state: 'implementation', action });
      await records.apply(orgId, { ...transition, act: { ...transition.act, details } });
      const [entry] = await entries(1);
      expect([entry?.action, entry?.metadata.details]).to.deep.equal([action, details]);
    });

  it('are applied once, however often they arrive, by event or by call', async () => {
    const { id, orgId, read, entries } = await open();
    const transition = await workflow.transition(orgId, id);
    await Promise.all([
      publish(orgId, transition, transition, transition),
      ...Array.from({ length: 5 }, () => records.apply(orgId, transition)),
    ]);
    const last = await workflow.transition(orgId, id, { to_state: 'investigation' });
    await publish(orgId, last, transition);
    await entries(2);
    expect(await read()).to.include({ version: 3, status: 'investigation' });
    expect(await entries(2)).to.have.length(2);
  });

  it('are applied before the next one is reserved, however late they arrive', async () => {
    const { id, orgId, read, entries } = await open();
    const first = await workflow.transition(orgId, id);
    await records.apply(orgId, await workflow.transition(orgId, id, { to_state: 'investigation' }));
    await publish(orgId, first);
    const states = (await entries(2)).map(({ metadata, entity_version }) => [metadata.workflow_state, entity_version]);
    expect(states).to.deep.equal([
      ['submitted', 2],
      ['investigation', 3],
    ]);
    expect(await read()).to.include({ version: 3, status: 'investigation' });
  });

  it('change nothing without their reservation', async () => {
    const { id, orgId, read } = await open();
    const transition = await workflow.reserve(orgId, id);
    await records.release(orgId, id, transition.id);
    await records.apply(orgId, transition);
    expect(await read()).to.include({ version: 1, status: 'draft' });
  });

  it('are refused where the event and its workflow are not at the same transition', async () => {
    const { id, orgId, read } = await open();
    await records.apply(orgId, await workflow.transition(orgId, id));
    workflow.transitions.splice(0);
    const refused = await catchRefusal(workflow.reserve(orgId, id));
    expect([refused.code, refused.details]).to.deep.equal(['conflict', { reason: 'out_of_step' }]);
    expect(await read()).to.include({ version: 2, status: 'submitted' });
  });

  it('leave the status unchanged where the state is no status of quality events', async () => {
    const { id, orgId, read } = await open();
    for (const more of [
      { to_state: 'action_planning' },
      { to_state: 'pending_approval', data: { category: 'Storage' } },
    ])
      await records.apply(orgId, await workflow.transition(orgId, id, more));
    expect(await read()).to.include({ status: 'action_planning', category: 'Storage', version: 3 });
  });

  it('do nothing where they do not change the record, or belong to another type of record', async () => {
    const { id, orgId, read } = await open();
    const unchanged = await workflow.transition(orgId, id, { to_state: 'pending_approval' });
    const foreign = { ...unchanged, id: 'trn_1', record_id: 'ent_1', record_type: 'document' };
    await publish(orgId, unchanged, foreign);
    await records.apply(orgId, unchanged);
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
      workflow.beforeCommit = async () => {
        throw new AppError('signature_required', 'This transition needs a signature.');
      };
      const refused = await patch({ status: 'closed', category: 'Storage' });
      expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'signature_required']);
      expect(await read()).to.include({ version: 1, status: 'draft', category: null });
    });

    it('reach the record by the event where the response is lost', async () => {
      const { id, orgId, patch, read, becomes } = await open();
      workflow.afterCommit = async () => mesh.wires.toWorkflow.cut();
      const lost = await patch({ status: 'submitted', category: 'Storage' });
      workflow.afterCommit = async () => {};
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

    it('honour If-Match', async () => {
      const { id, api, read } = await open();
      await api.patch(`/v1/quality-events/${id}`, { category: 'Storage' });
      const headers = { 'if-match': '"1"' };
      const refused = await api.patch(`/v1/quality-events/${id}`, { status: 'submitted' }, { headers });
      expect([refused.status, (await read()).status]).to.deep.equal([412, 'draft']);
      expect(workflow.transitions.some(({ record_id }) => record_id === id)).to.equal(false);
    });
  });

  describe('requested by PATCH while another transition is under way', () => {
    const busy = async () => {
      const event = await open();
      const first = await workflow.transition(event.orgId, event.id);
      const ask = (change: object, headers = {}) => {
        const asked = event.patch(change, headers);
        void delay(WAITING_MS).then(() => records.apply(event.orgId, first));
        return asked;
      };
      return { ...event, ask, states: () => workflow.listStates(event.id) };
    };

    it('are refused where the caller named the earlier version', async () => {
      const { ask, read, states } = await busy();
      const refused = await ask({ status: 'investigation', title: 'Other' }, { 'if-match': '"1"' });
      expect([refused.status, refused.body.error.code]).to.deep.equal([412, 'precondition_failed']);
      expect(await read()).to.include({ version: 2, status: 'submitted', title: 'Deviation' });
      expect(states()).to.deep.equal(['submitted']);
    });

    it('are decided on the event after it', async () => {
      const { ask, read, states } = await busy();
      expect((await ask({ status: 'investigation', title: 'Other' })).status).to.equal(200);
      expect(await read()).to.include({ version: 3, status: 'investigation', title: 'Other' });
      expect(states()).to.deep.equal(['submitted', 'investigation']);
    });

    it('are made once where both are the same', async () => {
      const { ask, read, states } = await busy();
      expect((await ask({ status: 'submitted', title: 'Other' })).status).to.equal(200);
      expect(await read()).to.include({ version: 3, status: 'submitted', title: 'Other' });
      expect(states()).to.deep.equal(['submitted']);
    });
  });

  describe('of a closed or rejected event', () => {
    const ended = async () => {
      const event = await open();
      await records.apply(
        event.orgId,
        await workflow.transition(event.orgId, event.id, {
          to_state: 'rejected',
          data: { rejection_reason: 'Twice' },
        }),
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

  describe('when they are reserved', () => {
    it('return the record as it will be', async () => {
      const { id, orgId, read } = await open();
      const data = { root_cause: { category: 'Equipment' } };
      const transition = await workflow.transition(orgId, id, { data });
      const request = { transition_id: transition.id, to_state: 'submitted', data_json: JSON.stringify(data) };
      const record = await records.reserve(orgId, id, request);
      expect(record).to.include({ id, type: 'deviation', name: 'Deviation', version: 2, changed: true });
      await records.apply(orgId, transition);
      const { status: _status, version, updated_at: _updated, ...content } = await read();
      expect(version).to.equal(record.version);
      expect(JSON.parse(record.content_json)).to.deep.equal(content);
    });

    it('report that nothing changes', async () => {
      const { id, orgId } = await open();
      expect((await workflow.reserve(orgId, id, { to_state: 'pending_approval' })).changed).to.equal(false);
    });

    it('are refused at another version than the named one', async () => {
      const { id, orgId, patch } = await open();
      const if_match = { any: false, versions: [2] };
      const refused = await catchRefusal(workflow.reserve(orgId, id, { if_match }));
      expect([refused.code, refused.headers]).to.deep.equal(['precondition_failed', { ETag: '"1"' }]);
      expect((await patch({ title: 'Other' })).status, 'nothing is reserved').to.equal(200);
    });

    it('are refused without a required field', async () => {
      const { id, orgId, patch } = await open();
      const required_fields = ['root_cause.category', 'root_cause.description'];
      const data = { root_cause: { category: 'Equipment' } };
      const refused = await catchRefusal(workflow.reserve(orgId, id, { required_fields, data }));
      expect([refused.code, refused.details]).to.deep.equal([
        'missing_required_fields',
        { missing_fields: ['root_cause.description'] },
      ]);
      expect((await patch({ title: 'Other' })).status, 'nothing is reserved').to.equal(200);
    });

    it('apply an earlier one first, before the record is read', async () => {
      const { id, orgId, read } = await open();
      const first = await workflow.transition(orgId, id);
      expect(await records.get(orgId, id, first.id)).to.include({ version: 2 });
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
        expect((await catchRefusal(workflow.reserve(orgId, id, { data }))).code).to.equal('validation_failed');
      });

    it('are refused for an unknown record and for one of another organisation', async () => {
      const { id } = await open();
      expect((await catchRefusal(records.get('org_other', id))).code).to.equal('not_found');
      expect((await catchRefusal(workflow.reserve('org_other', id))).code).to.equal('not_found');
    });
  });
});
