import { randomUUID } from 'node:crypto';
import { type ActEnvelope, BROKER, Envelope } from '@qsc/contracts/events';
import amqp from 'amqplib';
import { eventually } from './eventually.ts';

/** Sees every event that the broker routes, as a consumer of its own. */
export type EventTap = {
  /** Those of acts, with their audit entries. */
  events: ActEnvelope[];
  /** Those without an audit entry. */
  notices: Envelope<unknown, null>[];
  /** The first event of an act that fits, waiting for it when it has not come yet. */
  next(what: string, fits: (event: ActEnvelope) => boolean): Promise<ActEnvelope>;
  /** The first event without an audit entry that fits, waiting for it when it has not come yet. */
  nextNotice(what: string, fits: (event: Envelope<unknown, null>) => boolean): Promise<Envelope<unknown, null>>;
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
  const events: ActEnvelope[] = [];
  const notices: Envelope<unknown, null>[] = [];
  const seen = new Set<string>();
  const take = (event: Envelope): void => {
    // The outbox is at least once: an event that comes twice is one event.
    if (seen.has(event.id)) return;
    seen.add(event.id);
    const { audit, record } = event.data;
    if (audit) events.push({ ...event, data: { audit, record } });
    else notices.push({ ...event, data: { audit, record } });
  };
  await channel.consume(queue, (message) => message && take(Envelope.parse(JSON.parse(String(message.content)))), {
    noAck: true,
  });
  return {
    events,
    notices,
    next: (what, fits) => eventually(what, () => events.find(fits)),
    nextNotice: (what, fits) => eventually(what, () => notices.find(fits)),
    close: () => connection.close(),
  };
};
