import { eventDefinitions } from '@qsc/contracts/events';
import { type Clock, type Consumer, type Log, makeBatches, parseEnvelope } from '@qsc/service-kit';
import type { Message } from '../delivery/delivery.store.ts';
import type { Announce } from '../sending/announce.ts';
import type { Bodies } from '../sending/bodies.ts';
import type { WebhookStore } from '../webhook/webhook.store.ts';
import type { IntakeStore } from './intake.store.ts';
import { type Addressed, addressed, deliveriesOf, inParts } from './matching.ts';
import { type EventMessage, messagesOf } from './message.ts';

/** The queue of the service: every event of the mesh comes by it, to whichever replica is free. */
export const EVENT_QUEUE = 'webhook.events';

type Parts = {
  queue: string;
  store: IntakeStore;
  webhooks: Pick<WebhookStore, 'ofOrganizations'>;
  announce: Announce;
  bodies: Pick<Bodies, 'keep'>;
  /** Called when there is something to send. */
  onDue: () => void;
  clock: Clock;
  log: Log;
};

export type Intake = { consumer: Consumer; stop(): Promise<void> };

const BATCH_EVENTS = 200;
const BATCH_MS = 15;
/** A bulk request of one organisation, for all its webhooks, comes to more than memory and the database should take at once. */
const DELIVERIES_AT_ONCE = 5_000;

/**
 * Takes events in: deliveries to the webhooks that ask for them, by a read of the webhooks after the event was committed.
 * A message is acknowledged when its deliveries are durable; one that comes twice makes none anew.
 */
export const makeIntake = ({ queue, store, webhooks, announce, bodies, onDue, clock, log }: Parts): Intake => {
  const keep = async (part: readonly Addressed[], now: Date): Promise<void> => {
    const sent = part.map(({ message }) => storedOf(message, now));
    const deliveries = part.flatMap((one) => deliveriesOf(one, now));
    await store.save(sent, deliveries);
    for (const { id, body, traceparent } of sent) bodies.keep(id, { body, traceparent });
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
    const receivers = await webhooks.ofOrganizations([...new Set(messages.map(({ orgId }) => orgId))]);
    for (const part of inParts(addressed(messages, receivers), DELIVERIES_AT_ONCE)) await keep(part, clock());
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
        const { messages, untold } = messagesOf(event);
        if (untold.length === 0) return batches.add(messages, delivery);
        log.error('an event was told in part and parked', { queue, event: event.id, type: event.type, untold });
        // What it does tell goes out now; whoever replays it makes none of that anew.
        batches.add(messages, { ...delivery, ack: delivery.park });
      },
    },
    stop: batches.stop,
  };
};

const storedOf = ({ id, orgId, event, body, traceparent }: EventMessage, now: Date): Message => ({
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
