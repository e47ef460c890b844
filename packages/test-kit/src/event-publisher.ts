import { BROKER, type Envelope, toRoutingKey } from '@qsc/contracts/events';
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
      channel.publish(
        BROKER.exchange,
        toRoutingKey(event.type, event.data.audit?.entity_type),
        Buffer.from(JSON.stringify(event)),
      );
      await channel.waitForConfirms();
    },
    close: () => connection.close(),
  };
};

/** Publishes one event as its producer would. Resolves when the broker has it. */
export const publishEvent = async (amqpUrl: string, event: Envelope): Promise<void> => {
  const publisher = await openEventPublisher(amqpUrl);
  await publisher.publish(event);
  await publisher.close();
};
