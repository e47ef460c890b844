import { Envelope } from '@qsc/contracts/events';
import amqp, { type Channel, type ChannelModel, type ConsumeMessage } from 'amqplib';
import { errorFields, type Log } from '../log.ts';
import type { Setup } from './connection.ts';
import { assertExchanges, ensureQueue, type QueueDefinition } from './topology.ts';

/** One delivery. Exactly one of `ack`, `park` and `retry` is called; after the connection was lost they do nothing. */
export type Delivery = {
  body: Buffer;
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

export type Consumer = { queue: QueueDefinition; prefetch: number; onDelivery: (delivery: Delivery) => void };

/** The event of a delivery, or null when it is not one. */
export const parseEnvelope = (body: Buffer): Envelope | null => {
  try {
    return Envelope.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
};

const deliveryOf = (channel: Channel, message: ConsumeMessage, isOpen: () => boolean): Delivery => {
  const once = (act: () => void): (() => void) => {
    return () => {
      if (!isOpen()) return;
      try {
        act();
      } catch (error) {
        // A connection that is being closed takes no word any more; the broker gives the message to another one.
        if (!(error instanceof amqp.IllegalOperationError)) throw error;
      }
    };
  };
  return {
    body: message.content,
    returned: Number(message.properties.headers?.['x-delivery-count'] ?? 0),
    isOpen,
    ack: once(() => channel.ack(message)),
    park: once(() => channel.nack(message, false, false)),
    retry: once(() => channel.nack(message, false, true)),
  };
};

/** What a consumer's setup needs: `renew` gives its queue another epoch before it is declared anew. */
export type Consuming = { log: Log; renew: (queue: string) => Promise<void> };

/**
 * A setup that declares a queue and consumes it on every connection. A consumer that the broker cancels (a `null` message)
 * and a channel that fails close the connection, so that the supervisor sets everything up anew.
 */
export const consume =
  ({ queue, prefetch, onDelivery }: Consumer, { log, renew }: Consuming): Setup =>
  async (connection: ChannelModel) => {
    const channel = await connection.createChannel();
    let open = true;
    const fail = () => {
      if (!open) return;
      open = false;
      void connection.close().catch(() => {});
    };
    channel.on('error', (error: unknown) =>
      log.warn('broker channel failed', { queue: queue.name, ...errorFields(error) }),
    );
    channel.on('close', fail);
    await assertExchanges(channel);
    await ensureQueue({ connection, channel }, queue, () => renew(queue.name));
    await channel.prefetch(prefetch);
    const taking = channel.consume(queue.name, (message) => {
      if (!message) return fail();
      onDelivery(deliveryOf(channel, message, () => open));
    });
    await taking.catch((error: unknown) => {
      log.warn('a queue that is there could not be consumed', { queue: queue.name, ...errorFields(error) });
      throw error;
    });
  };
