import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import amqp from 'amqplib';
import { expect } from 'chai';
import { type RunningBackends, startBackends } from '../backends.ts';

const QUEUE = 'of-this-test';
const QUORUM = { durable: true, arguments: { 'x-queue-type': 'quorum' } };

describe('a data folder that was moved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'moved data-'));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];

  after(() => rmSync(folder, { recursive: true, force: true }));

  const running = async <T>(directory: string, work: (backends: RunningBackends) => Promise<T>): Promise<T> => {
    const backends = await startBackends(directory, () => {});
    try {
      return await work(backends);
    } finally {
      await backends.stop();
    }
  };

  it('has its queues with what waited in them', async () => {
    await running(first, async ({ amqpUrl }) => {
      const connection = await amqp.connect(amqpUrl);
      const channel = await connection.createConfirmChannel();
      await channel.assertQueue(QUEUE, QUORUM);
      channel.sendToQueue(QUEUE, Buffer.from('waits'), { persistent: true });
      await channel.waitForConfirms();
      await connection.close();
    });
    renameSync(first, second);
    await running(second, async ({ amqpUrl }) => {
      const connection = await amqp.connect(amqpUrl);
      const channel = await connection.createChannel();
      const { content } = await eventually('the queue has what waited', () => channel.get(QUEUE, { noAck: true }));
      expect(String(content)).to.equal('waits');
      await connection.close();
    });
  });
});
