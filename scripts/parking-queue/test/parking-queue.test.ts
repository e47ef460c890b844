import { randomUUID } from 'node:crypto';
import { parkingQueueOf } from '@qsc/contracts/events';
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
      for (const name of [queue, parkingQueueOf(queue)]) await channel.assertQueue(name);
      for (const body of ['one', 'two'])
        channel.sendToQueue(parkingQueueOf(queue), Buffer.from(body), { messageId: body });
      await channel.waitForConfirms();
      expect((await parking.show(queue)).map(({ body }) => body)).to.have.members(['one', 'two']);
      expect(await parking.count(queue)).to.equal(2);
      expect(await parking.replay(queue)).to.equal(2);
      expect(await parking.count(queue)).to.equal(0);
      const given = await channel.get(queue, { noAck: true });
      expect(given && String(given.content)).to.equal('one');
    } finally {
      for (const name of [queue, parkingQueueOf(queue)]) await channel.deleteQueue(name);
      await parking.close();
      await connection.close();
    }
  });
});
