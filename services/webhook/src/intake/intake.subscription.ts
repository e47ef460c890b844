import { eventDefinitions } from '@qsc/contracts/events';
import { type Clock, type Consumer, type Log, makeBatches, parseEnvelope } from '@qsc/service-kit';
import type { Message } from '../delivery/delivery.store.ts';
import type { Announce } from '../sending/announce.ts';
import type { Bodies } from '../sending/bodies.ts';
import type { WebhookStore } from '../webhook/webhook.store.ts';
import type { IntakeStore } from './intake.store.ts';
import { type MatchedMessage, matchWebhooks, splitByDeliveries, toDeliveries } from './matching.ts';
import { type EventMessage, toMessages } from './message.ts';

/** The queue of every event of the mesh; the replicas consume it together. */
export const EVENT_QUEUE = 'webhook.events';

type Parts = {
  queue: string;
  store: IntakeStore;
  webhooks: Pick<WebhookStore, 'listByOrganizations'>;
  announce: Announce;
  bodies: Pick<Bodies, 'cache'>;
  /** Called when there is something to send. */
  onDue: () => void;
  clock: Clock;
  log: Log;
};

export type Intake = { consumer: Consumer; stop(): Promise<void> };

const BATCH_EVENTS = 200;
const BATCH_MS = 15;
/** The most deliveries of one insert: a bulk request of an organisation makes many for each of its webhooks. */
const MAX_DELIVERIES = 5_000;

/**
 * Makes the deliveries of events to the webhooks that subscribe to them. The webhooks are read after the event was committed.
 * An event is acknowledged when its deliveries are durable; one that comes twice makes no further delivery.
 */
export const makeIntake = ({ queue, store, webhooks, announce, bodies, onDue, clock, log }: Parts): Intake => {
  const storePart = async (part: readonly MatchedMessage[], now: Date): Promise<void> => {
    const sent = part.map(({ message }) => toMessageRecord(message, now));
    const deliveries = part.flatMap((one) => toDeliveries(one, now));
    await store.save(sent, deliveries);
    for (const { id, body, traceparent } of sent) bodies.cache(id, { body, traceparent });
    const receivers = new Set(part.flatMap(({ webhooks }) => webhooks));
    await announce(
      [...receivers].filter(({ status }) => status === 'active'),
      now,
    );
    onDue();
  };

  const write = async (batch: readonly (readonly EventMessage[])[]): Promise<void> => {
    const messages = distinct(batch.flat());
    if (messages.length === 0) return;
    const receivers = await webhooks.listByOrganizations([...new Set(messages.map(({ orgId }) => orgId))]);
    for (const part of splitByDeliveries(matchWebhooks(messages, receivers), MAX_DELIVERIES))
      await storePart(part, clock());
  };
  const batches = makeBatches<readonly EventMessage[]>({ size: BATCH_EVENTS, afterMs: BATCH_MS, write, log });
  return {
    consumer: {
      queue: { name: queue, types: [...eventDefinitions.keys()] },
      prefetch: 2 * BATCH_EVENTS,
      onDelivery(delivery) {
        const event = parseEnvelope(delivery.body);
        if (!event) {
          log.error('a message that is not an event was parked', { queue });
          return delivery.park();
        }
        const { messages, invalid } = toMessages(event);
        if (invalid.length === 0) return batches.add(messages, delivery);
        log.error('an event has an invalid record and was parked', {
          queue,
          event: event.id,
          type: event.type,
          invalid,
        });
        // Its valid messages are sent now. A replay of the event does not repeat them.
        batches.add(messages, { ...delivery, ack: delivery.park });
      },
    },
    stop: batches.stop,
  };
};

const toMessageRecord = ({ id, orgId, event, body, traceparent }: EventMessage, now: Date): Message => ({
  id,
  org_id: orgId,
  event,
  body: body(),
  ...(traceparent ? { traceparent } : {}),
  created_at: now,
});

const distinct = (messages: readonly EventMessage[]): EventMessage[] => [
  ...new Map(messages.map((message) => [message.id, message])).values(),
];
