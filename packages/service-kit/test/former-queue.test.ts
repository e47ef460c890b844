import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { defineTask, parkingQueueName } from '@qsc/contracts/events';
import { systemCall, workOn } from '@qsc/service-kit';
import { eventually, testEnvironment } from '@qsc/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { expect } from 'chai';
import { z } from 'zod';
import { useNoteService } from './note-fixture.ts';

/** The direct exchanges of the releases before (docs/decisions/0020). */
const FORMER = { work: 'qsc.work', parked: 'qsc.parking' };

describe('a queue that a release before declared', () => {
  const definition = defineTask({
    type: 'note.paint.v1',
    queue: `test.${randomUUID()}`,
    summary: '',
    payload: z.object({ title: z.string() }),
  });
  const { type, queue } = definition;
  const parking = parkingQueueName(queue);
  const given: string[] = [];
  let connection: ChannelModel;
  let channel: Channel;

  before(async () => {
    connection = await amqp.connect(testEnvironment().amqpUrl);
    channel = await connection.createChannel();
    for (const name of Object.values(FORMER)) await channel.assertExchange(name, 'direct', { durable: true });
    await channel.assertQueue(parking, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(parking, FORMER.parked, parking);
    await channel.assertQueue(queue, {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': 50,
        'x-overflow': 'reject-publish',
        'x-dead-letter-strategy': 'at-least-once',
        'x-dead-letter-exchange': FORMER.parked,
        'x-dead-letter-routing-key': parking,
      },
    });
    await channel.bindQueue(queue, FORMER.work, queue);
  });
  const { kit } = useNoteService({
    queues: [queue],
    consumers: ({ log }) => {
      const handle = async ({ payload }: { payload: { title: string } }) => void given.push(payload.title);
      const giveUp = () => expect.fail('a task was given up');
      return [workOn({ definition, handle, giveUp, atOnce: 2, log })];
    },
  });
  after(() => connection.close());

  it('takes tasks of programs of both releases', async () => {
    const task = { id: newId('event'), type, orgid: 'org_task', requestid: 'req_1', payload: { title: 'before' } };
    channel.publish(FORMER.work, queue, Buffer.from(JSON.stringify(task)), { persistent: true });
    const { unitOfWork, tasks } = kit();
    await unitOfWork.commit([tasks.enqueue(definition, systemCall('org_task', new Date()), { title: 'now' })], []);
    await eventually('both are done', () => given.includes('before') && given.includes('now'));
  });

  it('parks where it did what nobody can take', async () => {
    channel.publish(FORMER.work, queue, Buffer.from('no task'), { persistent: true });
    await eventually('it is parked', async () => (await channel.checkQueue(parking)).messageCount === 1);
  });
});
