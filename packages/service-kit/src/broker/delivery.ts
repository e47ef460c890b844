import { context, SpanKind } from '@opentelemetry/api';
import amqp, { type Channel, type ConsumeMessage } from 'amqplib';
import { openSpan, toContext } from '../telemetry.ts';
import { type Acknowledgements, makeAcknowledgements } from './acknowledgement.ts';
import type { DeliveryOutcome, ObserveDelivery } from './delivery-metrics.ts';
import { ORGANIZATION, SENT_AT, TRACE } from './publisher.ts';

/** One delivery. Exactly one of `ack`, `park` and `retry` is called; after the connection was lost they do nothing. */
export type Delivery = {
  body: Buffer;
  /** The organisation that its sender names; null for none. */
  orgId: string | null;
  /** How often it was given to somebody before and came back. */
  returned: number;
  /** Whether the channel that it came by is still there. */
  isOpen(): boolean;
  /** The effect is durable. */
  ack(): void;
  /** Nobody can ever take this message: to the parking queue. */
  park(): void;
  /** Back to the queue. */
  retry(): void;
};

/** The channel that deliveries of a queue come by. */
export type Source = {
  queue: string;
  isOpen: () => boolean;
  observe: ObserveDelivery;
  acknowledgements: Acknowledgements;
  /** Gives a message back, to the queue or for good. */
  reject: (message: ConsumeMessage, requeue: boolean) => void;
};

type Way = Pick<Source, 'queue' | 'isOpen' | 'observe'> & {
  channel: Channel;
  /** The channel fails in a way that nobody foresees: what came by it has to come again by another one. */
  onFault: (error: unknown) => void;
};

/** The source of the deliveries of a channel, with its observer. Nothing is observed after the channel is gone. */
export const makeSource = ({ channel, onFault, ...way }: Way): Source => {
  const whileOpen = (act: () => void): void => {
    if (!way.isOpen()) return;
    try {
      act();
    } catch (error) {
      // A connection that is being closed takes no word any more; the broker gives the message to another one.
      if (!(error instanceof amqp.IllegalOperationError)) onFault(error);
    }
  };
  const acknowledgements = makeAcknowledgements((message, allUpTo) => whileOpen(() => channel.ack(message, allUpTo)));
  return {
    ...way,
    acknowledgements,
    reject(message, requeue) {
      acknowledgements.close(message);
      whileOpen(() => channel.nack(message, false, requeue));
    },
  };
};

const getHeader = ({ properties }: ConsumeMessage, name: string): unknown => properties.headers?.[name];

/** The time and the trace of a delivery, from its arrival to its end. */
const track = (message: ConsumeMessage, { queue, observe }: Source) => {
  const began = performance.now();
  const sent = getHeader(message, TRACE);
  const span = openSpan(`${queue} ${message.fields.routingKey}`, {
    kind: SpanKind.CONSUMER,
    attributes: { 'messaging.system': 'rabbitmq', 'messaging.destination.name': queue },
    parent: toContext(typeof sent === 'string' ? sent : undefined),
  });
  return {
    context: span.context,
    end(outcome: DeliveryOutcome) {
      const sentAt = getHeader(message, SENT_AT);
      const lag = typeof sentAt === 'number' ? Math.max(0, Date.now() - sentAt) / 1000 : null;
      observe(queue, outcome, { seconds: (performance.now() - began) / 1000, lag, traceId: span.traceId });
      span.end(outcome === 'acknowledged' ? undefined : outcome);
    },
  };
};

/** Hands a message on as a delivery, within the trace that its sender began. */
export const deliver = (message: ConsumeMessage, source: Source, onDelivery: (delivery: Delivery) => void): void => {
  const { isOpen, acknowledgements, reject } = source;
  acknowledgements.open(message);
  const way = track(message, source);
  const orgId = getHeader(message, ORGANIZATION);
  const once = (outcome: DeliveryOutcome, act: () => void) => (): void => {
    way.end(isOpen() ? outcome : 'lost');
    act();
  };
  const delivery: Delivery = {
    body: message.content,
    orgId: typeof orgId === 'string' ? orgId : null,
    returned: Number(getHeader(message, 'x-delivery-count') ?? 0),
    isOpen,
    ack: once('acknowledged', () => acknowledgements.ack(message)),
    park: once('parked', () => reject(message, false)),
    retry: once('returned', () => reject(message, true)),
  };
  context.with(way.context, () => onDelivery(delivery));
};
