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

describe('moves of a workflow that change an entity', () => {
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
    records = recordClient(mesh);
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
    const known = (...moves: TransitionSnapshot[]) => workflow.moves.push(...moves);
    return { api, id: id as string, read, publish, known };
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
    const { id, read, publish } = await newDocument();
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
    await publish({ ...move, act: { ...move.act, details: { approval_id: 'apr_1' } } });
    await eventually('the move is there', async () => (await read()).version === 2);
    expect(await read()).to.deep.include({ attributes: { step: 1 } });
    expect(await read()).to.not.have.property('record_moves');
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
    expect(event.data.record as EntitySnapshot).to.not.have.property('record_moves');
  });

  it('are there when workflow has brought them, and their event changes nothing more', async () => {
    const { api, id, read, publish } = await newDocument();
    const move = makeTransition(id, 1);
    expect(await records.apply(api.orgId, move)).to.deep.equal({ version: 2 });
    expect(await records.apply(api.orgId, move)).to.deep.equal({ version: 2 });
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
      documents.flatMap(({ api, id, publish }) => {
        const move = makeTransition(id, 1);
        return [publish(move), records.apply(api.orgId, move), records.apply(api.orgId, move)];
      }),
    );
    await eventually('each event is there', () => documents.every(({ id }) => updates(id).length > 0));
    await settled();
    for (const { id, read } of documents) {
      expect((await read()).version).to.equal(2);
      expect(updates(id)).to.have.length(1);
    }
  });

  it('take effect in their order, whatever order they come in: those between are fetched', async () => {
    const { api, id, read, publish, known } = await newDocument();
    const moves = [1, 2, 3, 4].map((number) => makeTransition(id, number));
    known(...moves);
    await publish(moves[2] as TransitionSnapshot);
    await eventually('the third is there', async () => (await read()).attributes.step >= 3);
    for (const index of [0, 1, 3]) await publish(moves[index] as TransitionSnapshot);
    await settled();
    expect((await read()).version).to.equal(5);
    const { data } = (await api.get(`/v1/entities/${id}/history?sort=version`)).body;
    expect(data.slice(1).map(({ changes }: { changes: object }) => Object.values(changes)[0].to)).to.deep.equal([
      1, 2, 3, 4,
    ]);
    expect(updates(id).map(({ data: { audit } }) => audit.entity_version)).to.deep.equal([2, 3, 4, 5]);
  });

  it('are taken before the record is told, where workflow knows of more than have come', async () => {
    const { api, id, read, known } = await newDocument();
    known(makeTransition(id, 1), makeTransition(id, 2));
    const record = await records.get(api.orgId, id, { name: 'SOP-2' }, 2);
    expect([record.version, JSON.parse(record.content_json).attributes]).to.deep.equal([4, { step: 2 }]);
    expect((await read()).version).to.equal(3);
    expect((await records.get(api.orgId, id, undefined, 2)).version).to.equal(3);
  });

  it('go on from where the entity is, also where it was changed at its own door meanwhile', async () => {
    const { api, id, read } = await newDocument();
    await api.patch(`/v1/entities/${id}`, { attributes: { step: 9, other: true } });
    expect(await records.apply(api.orgId, makeTransition(id, 1))).to.deep.equal({ version: 3 });
    await api.patch(`/v1/entities/${id}`, { name: 'SOP-2' });
    const known = await read();
    expect(await records.apply(api.orgId, makeTransition(id, 2))).to.deep.equal({ version: 5 });
    expect(await read()).to.deep.include({ name: 'SOP-2', attributes: { step: 2, other: true } });
    expect((await read()).updated_at >= known.updated_at).to.equal(true);
  });

  it('have their entry also where the entity has the values already', async () => {
    const { api, id } = await newDocument();
    await api.patch(`/v1/entities/${id}`, { attributes: { step: 1 } });
    expect(await records.apply(api.orgId, makeTransition(id, 1))).to.deep.equal({ version: 3 });
    const event = await tap.next('it', ({ subject, data }) => subject === id && data.audit.action === 'transition');
    expect(event.data.audit.changes).to.deep.equal({});
  });

  it('reach a deleted entity, which has them when it is restored', async () => {
    const { api, id, read } = await newDocument();
    await api.delete(`/v1/entities/${id}`);
    expect(await records.apply(api.orgId, makeTransition(id, 1))).to.deep.equal({ version: 3 });
    await api.post(`/v1/entities/${id}/restore`);
    expect(await read()).to.deep.include({ version: 4, attributes: { step: 1 } });
  });

  it('have their entry, once, where the entity was removed for good meanwhile', async () => {
    const { api, id } = await newDocument();
    await api.delete(`/v1/entities/${id}?hard=true`);
    const move = makeTransition(id, 1);
    expect((await catchRefusal(records.apply(api.orgId, move))).code).to.equal('not_found');
    const event = movedEvent(api.orgId, move);
    for (let times = 0; times < 3; times += 1) await send(event);
    const reported = await tap.next('its entry', ({ type, subject }) => type.includes('moved') && subject === id);
    expect(reported.data.audit).to.deep.include({ action: 'transition', entity_id: id, entity_version: null });
    await settled();
    expect(tap.events.filter(({ type, subject }) => type.includes('moved') && subject === id)).to.have.length(1);
  });

  it('that change nothing, or another service’s record, are not taken', async () => {
    const [{ api, id, read }, other] = [await newDocument(), await newDocument()];
    const foreign = [makeTransition(id, null), makeTransition('qe_01JABCDEFGHJKMNPQRSTVWXYZ0', 1)].map((move) =>
      movedEvent(api.orgId, move),
    );
    for (const event of foreign) await broker.publish(event);
    await other.publish(makeTransition(other.id, 1));
    await settled();
    const marks = foreign.map((event) => `${mesh.queue}/${event.id}`);
    expect(await inbox.countDocuments({ _id: { $in: marks as never[] } }, AS_SERVICES_READ)).to.equal(0);
    expect((await read()).version).to.equal(1);
    expect(tap.events.some(({ subject }) => subject.startsWith('qe_'))).to.equal(false);
  });

  it('are refused where they are none', async () => {
    for (const move_json of ['', '{}', '{"record_id":"ent_1"}'])
      expect((await catchRefusal(records.call('ApplyMove', { org_id: 'org_1', move_json }))).code).to.equal(
        'invalid_request',
      );
  });
});
