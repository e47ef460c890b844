import type { EntitySnapshot, Envelope, TransitionSnapshot } from '@qsc/contracts/events';
import {
  AS_SERVICES_READ,
  type EventPublisher,
  type EventTap,
  eventually,
  openEventPublisher,
  tapEvents,
  testEnvironment,
  untilReady,
} from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose, { type Connection } from 'mongoose';
import { type EntityMesh, startEntityMesh } from './mesh.ts';
import { catchRefusal, makeTransition, movedEvent, recordClient } from './record-client.ts';
import type { StandInWorkflow } from './stand-in-workflow.ts';

describe('transitions that entities apply', () => {
  let mesh: EntityMesh;
  let workflow: StandInWorkflow;
  let records: ReturnType<typeof recordClient>;
  let tap: EventTap;
  let broker: EventPublisher;
  let database: Connection;
  let inbox: ReturnType<Connection['collection']>;
  const published: string[] = [];

  before(async () => {
    mesh = await startEntityMesh();
    workflow = mesh.workflow;
    records = recordClient(`127.0.0.1:${mesh.service.grpcPort}`, mesh.identity.meshSecret);
    tap = await tapEvents(testEnvironment().amqpUrl);
    broker = await openEventPublisher(testEnvironment().amqpUrl);
    database = await mongoose.createConnection(mesh.mongodbUri, { dbName: `${mesh.prefix}entity` }).asPromise();
    inbox = database.collection('inbox');
    await untilReady(mesh.service);
  });
  after(async () => {
    records.close();
    await broker.close();
    await tap.close();
    await database.close();
    await mesh.stop();
  });

  const send = (event: Envelope) => {
    published.push(`${mesh.queue}/${event.id}`);
    return broker.publish(event);
  };

  const newDocument = async () => {
    const api = mesh.client();
    const { id } = (await api.post('/v1/entities', { type: 'document', name: 'SOP-1' })).body.data;
    const read = async () => (await api.get(`/v1/entities/${id}`)).body.data;
    const publish = (move: TransitionSnapshot) => send(movedEvent(api.orgId, move));
    const reserved = async (move: TransitionSnapshot, last = ''): Promise<TransitionSnapshot> => {
      await records.reserve(api.orgId, move, last);
      return move;
    };
    return { api, id: id as string, read, publish, reserved };
  };

  const updates = (id: string) =>
    tap.events.filter(({ type, subject }) => type === 'entity.entity.updated.v1' && subject === id);

  /** Resolves when everything that was published has been taken. */
  const settled = () =>
    eventually('all is taken', async () => {
      const taken = await inbox.countDocuments({ _id: { $in: published as never[] } }, AS_SERVICES_READ);
      return taken === new Set(published).size;
    });

  it('reach it by their event, with the entry of the act: actor, client, reason, time, state and signature', async () => {
    const { id, read, publish, reserved } = await newDocument();
    const signature = {
      signature_id: 'sig_1',
      signer: 'usr_mover',
      signer_name: 'Document Owner',
      meaning: 'approval',
      timestamp: '2026-03-02T09:30:00.000Z',
    };
    const move = makeTransition(id, 1, {
      action: 'approve',
      to_state: 'effective',
      signature_required: true,
      signature,
    });
    await reserved(move);
    await publish({ ...move, act: { ...move.act, details: { approval_id: 'apr_1' } } });
    await eventually('the move is there', async () => (await read()).version === 2);
    expect(await read()).to.deep.include({ attributes: { step: 1 } });
    for (const hidden of ['reservation', 'last_transition_id']) expect(await read()).to.not.have.property(hidden);
    const event = await tap.next('its event', ({ subject, type }) => subject === id && type.endsWith('updated.v1'));
    expect([event.time, event.actor, event.requestid]).to.deep.equal([move.act.at, 'usr_mover', 'req-move']);
    expect(event.data.audit).to.deep.include({
      action: 'approve',
      entity_id: id,
      entity_type: 'document',
      entity_version: 2,
      user: move.act.user,
      client: move.act.client,
      changes: { 'attributes.step': { from: null, to: 1 } },
      metadata: {
        reason: 'ready for review',
        workflow_state: 'effective',
        request_id: 'req-move',
        details: { approval_id: 'apr_1' },
      },
      signature: { required: true, signed: true, signature_id: 'sig_1', meaning: 'approval' },
    });
    for (const hidden of ['reservation', 'last_transition_id'])
      expect(event.data.record as EntitySnapshot).to.not.have.property(hidden);
  });

  it('are there when workflow has brought them, and their event changes nothing more', async () => {
    const { api, id, read, publish, reserved } = await newDocument();
    const move = await reserved(makeTransition(id, 1));
    await records.apply(api.orgId, move);
    await records.apply(api.orgId, move);
    await publish(move);
    await publish(move);
    await settled();
    expect((await read()).version).to.equal(2);
    expect(updates(id)).to.have.length(1);
    expect((await api.get(`/v1/entities/${id}/history`)).body.data).to.have.length(2);
  });

  it('take effect once when they are brought and come by their event at the same moment', async () => {
    const documents = await Promise.all(Array.from({ length: 12 }, newDocument));
    await Promise.all(
      documents.map(async ({ api, id, publish, reserved }) => {
        const move = await reserved(makeTransition(id, 1));
        await Promise.all([publish(move), records.apply(api.orgId, move), records.apply(api.orgId, move)]);
      }),
    );
    await eventually('each event is there', () => documents.every(({ id }) => updates(id).length > 0));
    await settled();
    for (const { id, read } of documents) {
      expect((await read()).version).to.equal(2);
      expect(updates(id)).to.have.length(1);
    }
  });

  it('take effect before the next one is reserved, and before the record is read, however late they come', async () => {
    const { api, id, read, reserved } = await newDocument();
    const [first, second] = [makeTransition(id, 1), makeTransition(id, 2)];
    workflow.committed.push(await reserved(first));
    workflow.committed.push(await reserved(second, first.id));
    expect((await read()).attributes).to.deep.equal({ step: 1 });
    expect((await records.get(api.orgId, id, second.id)).version).to.equal(3);
    expect(await read()).to.deep.include({ version: 3, attributes: { step: 2 } });
    await eventually('both events are sent', () => updates(id).length === 2);
    expect(updates(id).map(({ data: { audit } }) => audit.entity_version)).to.deep.equal([2, 3]);
  });

  it('hold every other write until they are applied or released', async () => {
    const { api, id, reserved } = await newDocument();
    const move = await reserved(makeTransition(id, 1));
    const path = `/v1/entities/${id}`;
    const writes = [
      api.patch(path, { attributes: { other: true } }),
      api.patch('/v1/entities/bulk', { updates: [{ id, name: 'SOP-2' }] }),
    ];
    await records.apply(api.orgId, move);
    expect((await Promise.all(writes)).map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await api.get(path)).body.data).to.deep.include({
      ...{ version: 4, name: 'SOP-2', attributes: { step: 1, other: true } },
    });
    const second = await reserved(makeTransition(id, 2), move.id);
    const deletion = api.delete(path);
    await records.release(api.orgId, id, second.id);
    expect((await deletion).status).to.equal(204);
  });

  it('are settled as aborted where they were not committed in time, and change nothing', async () => {
    const { api, id, reserved } = await newDocument();
    const move = await reserved(makeTransition(id, 1));
    const until = { 'reservation.until': new Date(0) };
    await database.collection('entity').updateOne({ _id: id as never }, { $set: until });
    expect((await api.patch(`/v1/entities/${id}`, { name: 'SOP-2' })).body.data).to.include({ version: 2 });
    expect(workflow.aborted.has(move.id)).to.equal(true);
    await records.apply(api.orgId, move);
    expect((await api.get(`/v1/entities/${id}`)).body.data).to.deep.include({ version: 2, attributes: {} });
  });

  it('are refused where the entity and its workflow are not at the same transition', async () => {
    const { api, id, reserved } = await newDocument();
    await records.apply(api.orgId, await reserved(makeTransition(id, 1)));
    const refused = await catchRefusal(reserved(makeTransition(id, 2)));
    expect([refused.code, refused.details]).to.deep.equal(['conflict', { reason: 'out_of_step' }]);
  });

  it('have their entry also where the entity has the values already', async () => {
    const { api, id, reserved } = await newDocument();
    await records.apply(api.orgId, await reserved(makeTransition(id, 1, { data: {} })));
    const event = await tap.next('it', ({ subject, data }) => subject === id && data.audit.action === 'transition');
    expect(event.data.audit.changes).to.deep.equal({});
  });

  it('that change nothing raise no version, and those of another service’s record are not taken', async () => {
    const [{ api, id, read, reserved }, other] = [await newDocument(), await newDocument()];
    const still = await reserved(makeTransition(id, 1, { data: {}, changed: false }));
    await records.apply(api.orgId, still);
    const foreign = movedEvent(api.orgId, makeTransition('qe_01JABCDEFGHJKMNPQRSTVWXYZ0', 1));
    await broker.publish(foreign);
    await other.publish(await other.reserved(makeTransition(other.id, 1)));
    await settled();
    const marks = [`${mesh.queue}/${foreign.id}`];
    expect(await inbox.countDocuments({ _id: { $in: marks as never[] } }, AS_SERVICES_READ)).to.equal(0);
    expect((await read()).version).to.equal(1);
    expect((await api.patch(`/v1/entities/${id}`, { name: 'SOP-2' })).status, 'it is free').to.equal(200);
    expect(tap.events.some(({ subject }) => subject.startsWith('qe_'))).to.equal(false);
  });

  it('are refused where they are none', async () => {
    for (const transition_json of ['', '{}', '{"record_id":"ent_1"}'])
      expect((await catchRefusal(records.call('Apply', { org_id: 'org_1', transition_json }))).code).to.equal(
        'invalid_request',
      );
  });
});
