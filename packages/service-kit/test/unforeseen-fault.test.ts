import { randomUUID } from 'node:crypto';
import { BROKER, parkingQueueName } from '@qsc/contracts/events';
import { eventually, testEnvironment } from '@qsc/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { expect } from 'chai';
import { type BrokerConnection, type Setup, superviseBroker } from '../src/broker/connection.ts';
import { consume } from '../src/broker/consumer.ts';
import { makeLog } from '../src/log.ts';

describe('an acknowledgement that fails in a way that nobody foresees', () => {
  const { amqpUrl } = testEnvironment();
  const [queue, type] = [`test.${randomUUID()}`, `note.${randomUUID()}.v1`];
  const log = makeLog('fault', 'error');
  let broker: ChannelModel;
  let channel: Channel;
  let consuming: BrokerConnection | undefined;
  let isSaid = false;

  before(async () => {
    broker = await amqp.connect(amqpUrl);
    channel = await broker.createChannel();
  });
  after(async () => {
    await consuming?.close();
    for (const name of [queue, parkingQueueName(queue)]) await channel.deleteQueue(name);
    await broker.close();
  });

  /** The setup on a connection whose channels fail at the first word that they are given. */
  const failingOnce = (setup: Setup): Setup => {
    let isSound = false;
    return async (connection) => {
      const createChannel = connection.createChannel.bind(connection);
      connection.createChannel = async () => {
        const made = await createChannel();
        const ack = made.ack.bind(made);
        made.ack = (...said) => {
          if (isSound) {
            ack(...said);
            // An answer on the same channel shows that the broker has it; the close of a connection may overtake what was said.
            void made.checkQueue(queue).then(() => {
              isSaid = true;
            });
            return;
          }
          isSound = true;
          throw new TypeError('nobody foresaw this');
        };
        return made;
      };
      await setup(connection);
    };
  };

  it('ends no process: the message comes again by another connection', async () => {
    const given: number[] = [];
    const consumer = {
      queue: { name: queue, types: [type] },
      prefetch: 1,
      onDelivery(delivery: { returned: number; ack(): void }) {
        given.push(delivery.returned);
        delivery.ack();
      },
    };
    const setup = failingOnce(consume(consumer, { log, renew: async () => {} }));
    consuming = superviseBroker(amqpUrl, [setup], log);
    await eventually('the queue is consumed', () => consuming?.isReady());
    channel.publish(BROKER.exchange, type, Buffer.from('{}'), { persistent: true });
    await eventually('it is acknowledged', () => isSaid);
    expect(given).to.have.length(2);
    await consuming.close();
    await eventually('the queue is empty', async () => (await channel.checkQueue(queue)).messageCount === 0);
  });
});
