import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { BROKER, defineTask, parkingQueueName, type Task } from '@qsc/contracts/events';
import { DuplicateKey, insert, type Kit, systemCall, workOn } from '@qsc/service-kit';
import {
  dropDatabases,
  type EventTap,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  tapEvents,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { expect } from 'chai';
import { z } from 'zod';
import { type NoteService, noteDefinition, startNoteService } from './note-service.ts';

describe('work that a service gives to a program of its own', () => {
  const environment = testEnvironment();
  const paint = defineTask({
    type: 'note.paint.v1',
    queue: `test.${randomUUID()}`,
    summary: '',
    payload: z.object({ title: z.string() }),
  });
  const call = systemCall('org_task', new Date());
  let identity: StandInIdentity;
  let giver: NoteService;
  let connection: ChannelModel;
  let channel: Channel;
  let tap: EventTap;
  const running: NoteService[] = [];

  type Handle = (task: Task<{ title: string }>) => Promise<void>;
  const givesUpNothing: Handle = () => expect.fail('a task was given up');
  const start = async (handle?: Handle, giveUp = givesUpNothing, definition = paint): Promise<NoteService> => {
    const consumers = (kit: Kit) => (handle ? [workOn({ definition, handle, giveUp, atOnce: 2, log: kit.log })] : []);
    const service = await startNoteService(
      testServiceConfig(environment, identity),
      `note.${randomUUID()}.v1`,
      consumers,
    );
    running.push(service);
    return service;
  };
  const give = (title: string, definition = paint) =>
    giver.kit.unitOfWork.commit([giver.kit.tasks.enqueue(definition, call, { title })], []);
  const unconfirmed = (): Promise<number> =>
    giver.kit.connection
      .getClient()
      .db(giver.kit.connection.name)
      .collection('outbox')
      .countDocuments({ confirmed_at: null });
  const waiting = async (queue: string): Promise<number> => (await channel.checkQueue(queue)).messageCount;
  /**
   * A worker that writes down what it is given, and never ends one of them. What was done before may be given to it again, and
   * would take all its places.
   */
  const worker = async (endless?: string) => {
    const given: string[] = [];
    const service = await start(async ({ payload }) => {
      given.push(payload.title);
      if (payload.title === endless) await new Promise(() => {});
    });
    return { service, given };
  };

  before(async () => {
    identity = await startStandInIdentity();
    giver = await start();
    connection = await amqp.connect(environment.amqpUrl);
    channel = await connection.createChannel();
    tap = await tapEvents(environment.amqpUrl);
  });
  afterEach(async () => {
    for (const service of running.splice(1)) await service.stop();
    // One that the broker still counts would be given what the next test's program waits for.
    await eventually('no program of this test is left', async () => {
      const { consumerCount } = await channel.checkQueue(paint.queue);
      return consumerCount === 0;
    });
  });
  after(async () => {
    await tap.close();
    await giver.stop();
    await channel.deleteQueue(paint.queue);
    await channel.deleteQueue(parkingQueueName(paint.queue));
    await connection.close();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('waits until a worker is there, is done by it, and is no event', async () => {
    await give('wall');
    const { given } = await worker();
    await eventually('the work', () => given.includes('wall'));
    await eventually('it is acknowledged', async () => (await waiting(paint.queue)) === 0);
    expect(tap.events.filter(({ orgid }) => orgid === 'org_task')).to.deep.equal([]);
  });

  it('is not done where its commit was refused', async () => {
    const { given } = await worker();
    const note = { _id: newId('event'), org_id: 'org_task', title: 'once', text: '', version: 1 };
    const commit = (id: string) =>
      giver.kit.unitOfWork.commit(
        [
          insert(giver.kit.open(noteDefinition), { ...note, _id: id }),
          giver.kit.tasks.enqueue(paint, call, { title: id }),
        ],
        [],
      );
    await commit('first');
    expect(await commit('second').catch((error: unknown) => error)).to.be.instanceOf(DuplicateKey);
    await give('last');
    await eventually('what came after it', () => given.includes('last'));
    expect(given).to.include('first').and.to.not.include('second');
  });

  it('is given to another when the program that does it ends', async () => {
    const first = await worker('ceiling');
    await give('ceiling');
    await eventually('it is begun', () => first.given.includes('ceiling'));
    const second = await worker();
    await first.service.stop();
    await eventually('the other one does it', () => second.given.includes('ceiling'));
    await eventually('it is acknowledged', async () => (await waiting(paint.queue)) === 0);
  });

  it('comes again when it was lost with its queue', async () => {
    await eventually('all is confirmed', async () => (await unconfirmed()) === 0);
    await give('floor');
    await eventually('it is confirmed', async () => (await unconfirmed()) === 0);
    await channel.deleteQueue(paint.queue);
    const { given } = await worker();
    await eventually('the work', () => given.includes('floor'));
  });

  it('is begun once by a program that it is given to again in the midst of it', async () => {
    const gate = Promise.withResolvers<void>();
    let started = 0;
    const acknowledged: number[] = [];
    const consumer = workOn({
      definition: paint,
      handle: () => {
        started += 1;
        return gate.promise;
      },
      giveUp: givesUpNothing,
      atOnce: 2,
      log: giver.kit.log,
    });
    const task = {
      id: newId('event'),
      type: paint.type,
      orgid: 'org_task',
      requestid: 'req_1',
      payload: { title: 'a' },
    };
    const fail = () => expect.fail('the delivery was refused');
    for (const number of [1, 2])
      consumer.onDelivery({
        body: Buffer.from(JSON.stringify(task)),
        orgId: null,
        returned: 0,
        isOpen: () => true,
        ack: () => acknowledged.push(number),
        park: fail,
        retry: fail,
      });
    await eventually('it is begun', () => started > 0);
    expect(acknowledged).to.deep.equal([]);
    gate.resolve();
    await eventually('both are acknowledged', () => acknowledged.length === 2);
    expect(started).to.equal(1);
  });

  it('is tried again where it fails, and done', async () => {
    let failures = 0;
    await start(async ({ payload }) => {
      if (payload.title === 'door' && failures++ < 2) throw new Error('no paint');
    });
    await give('door');
    await eventually('the third time', () => failures === 3);
  });

  it('is given up and parked where it fails again and again', async () => {
    const hopeless = { ...paint, queue: `test.${randomUUID()}` };
    const parking = parkingQueueName(hopeless.queue);
    let tries = 0;
    const givenUp: string[] = [];
    await start(
      async () => {
        tries += 1;
        throw new Error('no paint at all');
      },
      async ({ payload }) => {
        givenUp.push(payload.title);
      },
      hopeless,
    );
    await give('roof', hopeless);
    await eventually('the queue', async () => (await unconfirmed()) === 0);
    // It may have been sent more than once. What the broker's own limit parks is given up by nobody.
    await eventually('it is parked', async () => (await waiting(parking)) === givenUp.length && givenUp.length > 0);
    expect([...new Set(givenUp)]).to.deep.equal(['roof']);
    expect(tries).to.be.at.least(10);
    await channel.deleteQueue(hopeless.queue);
    await channel.deleteQueue(parking);
  });

  it('is parked where its shape is unknown', async () => {
    await worker();
    await eventually('the queue', () => waiting(paint.queue).then(() => true));
    const task = { id: newId('event'), type: paint.type, orgid: 'org_task', requestid: 'req_1', payload: { wrong: 1 } };
    for (const body of ['no task', JSON.stringify(task), JSON.stringify({ ...task, type: 'note.sell.v1' })])
      channel.publish(BROKER.work, paint.queue, Buffer.from(body));
    await eventually('all are parked', async () => (await waiting(parkingQueueName(paint.queue))) === 3);
  });
});
