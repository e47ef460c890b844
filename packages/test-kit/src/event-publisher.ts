import { BROKER, type Envelope } from '@qsc/contracts/events';
import amqp from 'amqplib';

/** Publishes events as their owner would, for tests of who hears them. */
export type EventPublisher = {
  /** Resolves when the broker has it in the queues. */
  publish(event: Envelope): Promise<void>;
  close(): Promise<void>;
};

/** Opens a publisher on the test run's broker. */
export const openEventPublisher = async (amqpUrl: string): Promise<EventPublisher> => {
  const connection = await amqp.connect(amqpUrl);
  const channel = await connection.createConfirmChannel();
  await channel.assertExchange(BROKER.exchange, 'topic', { durable: true });
  return {
    async publish(event) {
      channel.publish(BROKER.exchange, event.type, Buffer.from(JSON.stringify(event)));
      await channel.waitForConfirms();
    },
    close: () => connection.close(),
  };
};
