import { randomUUID } from 'node:crypto';
import { parkingQueueName } from '@qsc/contracts/events';
import { testEnvironment } from '@qsc/test-kit';
import amqp from 'amqplib';
import { expect } from 'chai';
import { openParkingQueue } from '../parking-queue.ts';

describe('parked messages', () => {
  it('can be counted, looked at without being lost, and given back to their queue', async () => {
    const { amqpUrl } = testEnvironment();
    const queue = `test.${randomUUID()}`;
    const connection = await amqp.connect(amqpUrl);
    const channel = await connection.createConfirmChannel();
    const parking = await openParkingQueue(amqpUrl);
    try {
      expect(await parking.count(queue)).to.equal(null);
      for (const name of [queue, parkingQueueName(queue)]) await channel.assertQueue(name);
      for (const body of ['one', 'two'])
        channel.sendToQueue(parkingQueueName(queue), Buffer.from(body), { messageId: body });
      await channel.waitForConfirms();
      expect((await parking.show(queue)).map(({ body }) => body)).to.have.members(['one', 'two']);
      expect(await parking.count(queue)).to.equal(2);
      expect(await parking.replay(queue)).to.equal(2);
      expect(await parking.count(queue)).to.equal(0);
      const given = await channel.get(queue, { noAck: true });
      expect(given && String(given.content)).to.equal('one');
    } finally {
      for (const name of [queue, parkingQueueName(queue)]) await channel.deleteQueue(name);
      await parking.close();
      await connection.close();
    }
  });

  it('are not said to be none where the broker does not say how many they are', async () => {
    const { amqpUrl } = testEnvironment();
    const queue = `test.${randomUUID()}`;
    const connection = await amqp.connect(amqpUrl);
    const parking = await openParkingQueue(amqpUrl);
    try {
      const channel = await connection.createChannel();
      // Another connection has it for itself: the broker answers that it is locked.
      await channel.assertQueue(parkingQueueName(queue), { exclusive: true });
      expect(await catchFailure(parking.count(queue))).to.match(/RESOURCE.LOCKED/);
      expect(await catchFailure(parking.replay(queue))).to.match(/RESOURCE.LOCKED/);
    } finally {
      await connection.close();
      await parking.close();
    }
    expect(await catchFailure(parking.count(queue))).to.match(/closed/i);
  });

  it('are not looked for in a queue that is not there', async () => {
    const parking = await openParkingQueue(testEnvironment().amqpUrl);
    try {
      for (const act of [parking.show, parking.replay])
        expect(await catchFailure(act('test.misspelt'))).to.contain('no queue test.misspelt.parking');
    } finally {
      await parking.close();
    }
  });

  it('stay parked where their queue is gone', async () => {
    const { amqpUrl } = testEnvironment();
    const queue = `test.${randomUUID()}`;
    const connection = await amqp.connect(amqpUrl);
    const channel = await connection.createConfirmChannel();
    const parking = await openParkingQueue(amqpUrl);
    try {
      await channel.assertQueue(parkingQueueName(queue));
      channel.sendToQueue(parkingQueueName(queue), Buffer.from('one'));
      await channel.waitForConfirms();
      expect(await catchFailure(parking.replay(queue))).to.contain(`no queue ${queue} to give`);
      expect(await parking.count(queue)).to.equal(1);
    } finally {
      await channel.deleteQueue(parkingQueueName(queue));
      await parking.close();
      await connection.close();
    }
  });
});

const catchFailure = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'nothing failed',
    (error: Error) => error.message,
  );
