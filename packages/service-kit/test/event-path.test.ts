import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { anyKind, BROKER, type Envelope, parkingQueueName } from '@qsc/contracts/events';
import { defineCollection, insert, type Kit, on, subscribe, trusted } from '@qsc/service-kit';
import { type ApiClient, eventually } from '@qsc/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { expect } from 'chai';
import { z } from 'zod';
import { useNoteService } from './note-fixture.ts';
import { NoteRecord, noteDefinition } from './note-service.ts';

const seenDefinition = defineCollection({
  name: 'seen',
  shape: z.object({ _id: z.string(), org_id: z.string(), title: z.string() }),
  indexes: [],
});

describe('the way of an event', () => {
  const queue = `test.${randomUUID()}`;
  let api: ApiClient;
  let connection: ChannelModel;
  let channel: Channel;
  let failures = 0;
  let isShut = false;
  let wasNothing = false;

  const consumers = (kit: Kit) => [
    subscribe({
      queue,
      unitOfWork: kit.unitOfWork,
      inbox: kit.inbox,
      log: kit.log,
      subscriptions: [
        on({ type: notes.type, summary: '', payload: NoteRecord }, async (event: Envelope, record) => {
          if (isShut) throw new Error('shut');
          if (record.title === 'nothing') {
            wasNothing = true;
            return null;
          }
          if (record.title.startsWith('fails') && failures++ < 2) throw new Error('not yet');
          return {
            changes: [
              insert(kit.open(seenDefinition), { _id: newId('event'), org_id: event.orgid, title: record.title }),
            ],
            events: [],
          };
        }),
      ],
    }),
  ];

  const notes = useNoteService({ consumers, queues: [queue] });
  const { type, environment, kit } = notes;
  const seen = (title: string) => kit().open(seenDefinition).find({ org_id: 'org_path', title });
  const outbox = () => kit().connection.collection('outbox');

  before(async () => {
    api = notes.api('org_path');
    connection = await amqp.connect(environment.amqpUrl);
    channel = await connection.createChannel();
    await eventually('the service is ready', async () => (await api.get('/readyz')).status === 200);
  });
  after(async () => {
    await connection.close();
  });

  it('reaches its consumer, and is confirmed in the outbox', async () => {
    expect((await api.post('/v1/notes', { title: 'plain' })).status).to.equal(201);
    await eventually('the effect', async () => (await seen('plain')).length === 1);
    await eventually('all is confirmed', async () => (await outbox().countDocuments({ confirmed_at: null })) === 0);
  });

  it('is published by the sweep when the process that committed it died before it could', async () => {
    const envelope = await captured('swept');
    await outbox().insertOne({
      _id: newId('event'),
      org_id: 'org_path',
      type,
      body: JSON.stringify({
        ...envelope,
        id: newId('event'),
        data: { ...envelope.data, record: { id: 'x', title: 'from the dead' } },
      }),
      claimed_until: new Date(0),
      created_at: new Date(),
    } as never);
    await eventually('the effect', async () => (await seen('from the dead')).length === 1);
    await eventually('all is confirmed', async () => (await outbox().countDocuments({ confirmed_at: null })) === 0);
  });

  it('has its effect once, however often it is delivered', async () => {
    const envelope = await captured('repeated');
    for (let times = 0; times < 3; times += 1)
      channel.publish(BROKER.exchange, type, Buffer.from(JSON.stringify(envelope)));
    await api.post('/v1/notes', { title: 'after the repetition' });
    await eventually('the later effect', async () => (await seen('after the repetition')).length === 1);
    await eventually('the queue is empty', async () => (await channel.checkQueue(queue)).messageCount === 0);
    expect(await seen('repeated')).to.have.length(1);
  });

  it('leaves no mark with a consumer that it is nothing to', async () => {
    const nothing = await captured('nothing');
    await eventually('it was nothing', () => wasNothing);
    // A mark of it would be committed before the one of this.
    const something = await captured('something');
    await eventually('the later effect', async () => (await seen('something')).length === 1);
    const marked = await kit().inbox.find({
      _id: trusted({ $in: [nothing, something].map(({ id }) => `${queue}/${id}`) }),
    });
    expect(marked.map(({ _id }) => _id)).to.deep.equal([`${queue}/${something.id}`]);
  });

  it('is tried again when its effect fails', async () => {
    await api.post('/v1/notes', { title: 'fails twice' });
    await eventually('the effect', async () => (await seen('fails twice')).length === 1);
    expect(failures).to.be.greaterThan(2);
  });

  it('goes to the parking queue when nobody can read it', async () => {
    channel.publish(BROKER.exchange, type, Buffer.from('no event'));
    const envelope = await captured('odd');
    channel.publish(
      BROKER.exchange,
      type,
      Buffer.from(
        JSON.stringify({ ...envelope, id: newId('event'), data: { ...envelope.data, record: { wrong: true } } }),
      ),
    );
    await eventually(
      'both are parked',
      async () => (await channel.checkQueue(parkingQueueName(queue))).messageCount === 2,
    );
  });

  it('stays in the outbox while no queue takes it, and goes when one does', async () => {
    const unclaimed = { claimed_until: { $lt: new Date(Date.now() + 60_000) } };
    await channel.unbindQueue(queue, BROKER.exchange, anyKind(type));
    await channel.unbindExchange(BROKER.partitioned, BROKER.exchange, '#');
    try {
      await api.post('/v1/notes', { title: 'unroutable' });
      const [row] = await eventually('the sweep has tried it again', async () => {
        const rows = await outbox().find(unclaimed).toArray();
        return rows.some(({ claimed_until, created_at }) => (claimed_until ?? 0) - created_at > 3_000) && rows;
      });
      expect(row).to.have.property('type', type);
    } finally {
      await channel.bindExchange(BROKER.partitioned, BROKER.exchange, '#');
      await channel.bindQueue(queue, BROKER.exchange, anyKind(type));
    }
    await eventually('the effect', async () => (await seen('unroutable')).length === 1);
  });

  it('is consumed again after the broker cancelled the consumer', async () => {
    await channel.deleteQueue(queue);
    await eventually('the queue is declared again', async () => {
      const probe = await connection.createChannel();
      probe.on('error', () => {});
      return probe.checkQueue(queue).then(
        ({ consumerCount }) => consumerCount === 1,
        () => false,
      );
    });
    await eventually('the service is ready', async () => (await api.get('/readyz')).status === 200);
    await api.post('/v1/notes', { title: 'after the cancel' });
    await eventually('the effect', async () => (await seen('after the cancel')).length === 1);
  });

  it('comes again when it was lost with the queue that had it', async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `lost ${index}`);
    isShut = true;
    await Promise.all(titles.map((title) => api.post('/v1/notes', { title })));
    await eventually('all is confirmed', async () => (await outbox().countDocuments({ confirmed_at: null })) === 0);
    await channel.deleteQueue(queue);
    isShut = false;
    await eventually('every effect', async () => {
      const found = await Promise.all(titles.map(seen));
      return found.every((effects) => effects.length === 1);
    });
  });

  it('is not there when its commit was refused', async () => {
    expect((await api.post('/v1/notes', { title: 'unique' })).status).to.equal(201);
    expect((await api.post('/v1/notes', { title: 'unique' })).status).to.equal(500);
    await eventually('the effect', async () => (await seen('unique')).length === 1);
    await eventually('all is confirmed', async () => (await outbox().countDocuments({ confirmed_at: null })) === 0);
    expect(await kit().open(noteDefinition).count({ org_id: 'org_path', title: 'unique' })).to.equal(1);
    expect(await seen('unique')).to.have.length(1);
  });

  /** Makes a note and takes its event from the wire. */
  const captured = async (title: string): Promise<Envelope> => {
    const tapped = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(tapped.queue, BROKER.exchange, anyKind(type));
    await api.post('/v1/notes', { title });
    const message = await eventually('the event', () => channel.get(tapped.queue, { noAck: true }));
    await channel.deleteQueue(tapped.queue);
    return JSON.parse(String(message.content)) as Envelope;
  };
});
