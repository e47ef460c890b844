import { randomUUID } from 'node:crypto';
import { BROKER, Envelope } from '@qsc/contracts/events';
import amqp from 'amqplib';
import { eventually } from './eventually.ts';

/** Sees every event that the broker routes, as a consumer of its own. */
export type EventTap = {
  events: Envelope[];
  /** The first event that fits, waiting for it when it has not come yet. */
  next(what: string, fits: (event: Envelope) => boolean): Promise<Envelope>;
  close(): Promise<void>;
};

/** Opens a tap on the domain events of the test run's broker. */
export const tapEvents = async (amqpUrl: string): Promise<EventTap> => {
  const connection = await amqp.connect(amqpUrl);
  const channel = await connection.createChannel();
  const queue = `tap-${randomUUID()}`;
  await channel.assertExchange(BROKER.exchange, 'topic', { durable: true });
  await channel.assertQueue(queue, { exclusive: true, autoDelete: true });
  await channel.bindQueue(queue, BROKER.exchange, '#');
  const events: Envelope[] = [];
  await channel.consume(
    queue,
    (message) => message && events.push(Envelope.parse(JSON.parse(String(message.content)))),
    {
      noAck: true,
    },
  );
  return {
    events,
    next: (what, fits) => eventually(what, () => events.find(fits)),
    close: () => connection.close(),
  };
};
