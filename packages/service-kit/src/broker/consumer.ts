import { Envelope } from '@qsc/contracts/events';
import type { ChannelModel } from 'amqplib';
import { errorFields, type Log } from '../log.ts';
import { cutOff, type Setup } from './connection.ts';
import { type Delivery, deliver, makeSource } from './delivery.ts';
import type { ObserveDelivery } from './delivery-metrics.ts';
import { ensureExchanges, ensureQueue, type QueueDefinition } from './topology.ts';

export type Consumer = {
  queue: QueueDefinition;
  prefetch: number;
  onDelivery: (delivery: Delivery) => void;
};

/** The event of a delivery, or null when it is not one. */
export const parseEnvelope = (body: Buffer): Envelope | null => {
  try {
    return Envelope.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
};

/** What a consumer's setup needs: `renew` stores another incarnation of a missing queue before it is created, `observe` counts deliveries. */
export type Consuming = { log: Log; renew: (queue: string) => Promise<void>; observe?: ObserveDelivery };

const UNREPORTED: ObserveDelivery = () => {};

/**
 * A setup that declares a queue and consumes it on every connection. A consumer that the broker cancels (a `null` message)
 * and a channel that fails close the connection, so that the supervisor sets everything up again; so does an acknowledgement
 * that cannot be sent, since its message comes again with the next connection.
 */
export const consume =
  ({ queue, prefetch, onDelivery }: Consumer, { log, renew, observe = UNREPORTED }: Consuming): Setup =>
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
    await ensureExchanges(connection);
    await ensureQueue({ connection, channel }, queue, () => renew(queue.name));
    await channel.prefetch(prefetch);
    const onFault = (error: unknown): void => {
      log.error('a delivery could not be answered; its connection is made again', {
        queue: queue.name,
        ...errorFields(error),
      });
      open = false;
      cutOff(connection);
    };
    const source = makeSource({ queue: queue.name, channel, isOpen: () => open, observe, onFault });
    const taking = channel.consume(queue.name, (message) => {
      if (!message) return fail();
      deliver(message, source, onDelivery);
    });
    await taking.catch((error: unknown) => {
      log.warn('a queue that is there could not be consumed', { queue: queue.name, ...errorFields(error) });
      throw error;
    });
  };
