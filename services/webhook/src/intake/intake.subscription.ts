import { eventDefinitions } from '@qsc/contracts/events';
import { type Clock, type Consumer, type Delivery, type Log, makeBatches, parseEnvelope } from '@qsc/service-kit';
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

/** The messages of an event that can be sent, and why it is parked besides; null for no reason. */
type ReadEvent = { messages: readonly EventMessage[]; fault: Record<string, unknown> | null };

/** A delivery of an event that waits for its batch; it is read only where its organisation has webhooks. */
type PendingEvent = { orgId: string; delivery: Delivery; read?: ReadEvent };

const NO_EVENT: ReadEvent = { messages: [], fault: { reason: 'It is not an event.' } };

const readEvent = (body: Buffer): ReadEvent => {
  const event = parseEnvelope(body);
  if (!event) return NO_EVENT;
  const { messages, invalid } = toMessages(event);
  return { messages, fault: invalid.length > 0 ? { event: event.id, type: event.type, invalid } : null };
};

export type Intake = { consumer: Consumer; stop(): Promise<void> };

const BATCH_EVENTS = 200;
const BATCH_MS = 15;
/** The most deliveries of one insert: a bulk request of an organisation makes many for each of its webhooks. */
const MAX_DELIVERIES = 5_000;

/**
 * Makes the deliveries of events to the webhooks that subscribe to them. The webhooks are read after the event was committed.
 * An event is acknowledged when its deliveries are durable; one that comes twice makes no further delivery. A replay of a parked
 * event does not repeat what was sent of it.
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

  const readMessages = (pending: PendingEvent): readonly EventMessage[] => {
    pending.read ??= readEvent(pending.delivery.body);
    return pending.read.messages;
  };

  const write = async (batch: readonly PendingEvent[]): Promise<void> => {
    const receivers = await webhooks.listByOrganizations([...new Set(batch.map(({ orgId }) => orgId))]);
    const subscribed = new Set(receivers.map(({ org_id }) => org_id));
    const messages = distinct(batch.filter(({ orgId }) => subscribed.has(orgId)).flatMap(readMessages));
    for (const part of splitByDeliveries(matchWebhooks(messages, receivers), MAX_DELIVERIES))
      await storePart(part, clock());
  };
  const batches = makeBatches<PendingEvent>({ size: BATCH_EVENTS, afterMs: BATCH_MS, write, log });
  return {
    consumer: {
      queue: { name: queue, types: [...eventDefinitions.keys()] },
      prefetch: 2 * BATCH_EVENTS,
      onDelivery(delivery) {
        const orgId = delivery.orgId ?? parseEnvelope(delivery.body)?.orgid;
        const pending: PendingEvent = { orgId: orgId ?? '', delivery, ...(orgId ? {} : { read: NO_EVENT }) };
        const ack = (): void => {
          const fault = pending.read?.fault;
          if (fault) log.error('an event that cannot be read was parked', { queue, ...fault });
          if (fault) delivery.park();
          else delivery.ack();
        };
        batches.add(pending, { ...delivery, ack });
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
