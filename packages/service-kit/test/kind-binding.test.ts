import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { BROKER, toRoutingKey } from '@qsc/contracts/events';
import { ensureExchanges, makeKindBinding } from '@qsc/service-kit';
import { testEnvironment } from '@qsc/test-kit';
import amqp, { type ChannelModel, type ConfirmChannel } from 'amqplib';
import { expect } from 'chai';

describe('the kinds of records that a queue takes', () => {
  const queue = `test.${randomUUID()}`;
  const type = `test.${randomUUID()}.created.v1`;
  const handled = { types: [type], list: async () => ['supplier'] };
  let connection: ChannelModel;
  let channel: ConfirmChannel;

  before(async () => {
    connection = await amqp.connect(testEnvironment().amqpUrl);
    await ensureExchanges(connection);
    channel = await connection.createConfirmChannel();
    await channel.assertQueue(queue);
  });

  after(async () => {
    await channel.deleteQueue(queue);
    await connection.close();
  });

  const countWaiting = async (): Promise<number> => (await channel.checkQueue(queue)).messageCount;

  const publish = async (kind: string): Promise<void> => {
    channel.publish(BROKER.exchange, toRoutingKey(type, kind), Buffer.from('{}'));
    await channel.waitForConfirms();
  };

  it('are bound before what needs them is acknowledged, and others are not sent to it', async () => {
    const binding = makeKindBinding(queue, handled);
    await binding.setup(connection);
    await publish('product');
    expect(await countWaiting()).to.equal(0);
    await binding.bind(['product']);
    await publish('product');
    await publish('facility');
    expect(await countWaiting()).to.equal(1);
  });

  it('are refused while the broker is away, except those that are bound already', async () => {
    const binding = makeKindBinding(queue, handled);
    const lost = await amqp.connect(testEnvironment().amqpUrl);
    await binding.setup(lost);
    const closed = once(lost, 'close');
    await lost.close();
    await closed;
    await binding.bind(['supplier']);
    const error = await binding.bind(['document']).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'service_unavailable' });
  });
});
