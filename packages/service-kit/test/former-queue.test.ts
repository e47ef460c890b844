import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { defineTask, parkingQueueOf } from '@qsc/contracts/events';
import { systemCall, workOn } from '@qsc/service-kit';
import {
  dropDatabases,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { expect } from 'chai';
import { z } from 'zod';
import { type NoteService, startNoteService } from './note-service.ts';

/** The direct exchanges of the releases before (docs/decisions/0020). */
const FORMER = { work: 'qsc.work', parked: 'qsc.parking' };

describe('a queue that a release before declared', () => {
  const environment = testEnvironment();
  const definition = defineTask({
    type: 'note.paint.v1',
    queue: `test.${randomUUID()}`,
    summary: '',
    payload: z.object({ title: z.string() }),
  });
  const { type, queue } = definition;
  const parking = parkingQueueOf(queue);
  const given: string[] = [];
  let identity: StandInIdentity;
  let service: NoteService;
  let connection: ChannelModel;
  let channel: Channel;

  before(async () => {
    connection = await amqp.connect(environment.amqpUrl);
    channel = await connection.createChannel();
    for (const name of Object.values(FORMER)) await channel.assertExchange(name, 'direct', { durable: true });
    await channel.assertQueue(parking, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(parking, FORMER.parked, parking);
    await channel.assertQueue(queue, {
      durable: true,
      arguments: {
        ...{ 'x-queue-type': 'quorum', 'x-delivery-limit': 50, 'x-overflow': 'reject-publish' },
        ...{ 'x-dead-letter-strategy': 'at-least-once', 'x-dead-letter-exchange': FORMER.parked },
        'x-dead-letter-routing-key': parking,
      },
    });
    await channel.bindQueue(queue, FORMER.work, queue);
    identity = await startStandInIdentity();
    const handle = async ({ payload }: { payload: { title: string } }) => void given.push(payload.title);
    const giveUp = () => expect.fail('a task was given up');
    service = await startNoteService(testServiceConfig(environment, identity), `note.${randomUUID()}.v1`, ({ log }) => [
      workOn({ definition, handle, giveUp, atOnce: 2, log }),
    ]);
  });
  after(async () => {
    await service.stop();
    for (const name of [queue, parking]) await channel.deleteQueue(name);
    await connection.close();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('takes tasks of programs of both releases', async () => {
    const task = { id: newId('event'), type, orgid: 'org_task', requestid: 'req_1', payload: { title: 'before' } };
    channel.publish(FORMER.work, queue, Buffer.from(JSON.stringify(task)), { persistent: true });
    const { unitOfWork, tasks } = service.kit;
    await unitOfWork.commit([tasks.enqueue(definition, systemCall('org_task', new Date()), { title: 'now' })], []);
    await eventually('both are done', () => given.includes('before') && given.includes('now'));
  });

  it('parks where it did what nobody can take', async () => {
    channel.publish(FORMER.work, queue, Buffer.from('no task'), { persistent: true });
    await eventually('it is parked', async () => (await channel.checkQueue(parking)).messageCount === 1);
  });
});
