import type { ConsumeMessage } from 'amqplib';

/** The acknowledgements of one channel. */
export type Acknowledgements = {
  /** A message has come; in the order of their tags. */
  open(message: ConsumeMessage): void;
  /** Its effect is durable: it is acknowledged in this turn of the process, together with others. */
  ack(message: ConsumeMessage): void;
  /** It was given back or parked. */
  close(message: ConsumeMessage): void;
};

const toDeliveryTag = ({ fields }: ConsumeMessage): number => fields.deliveryTag;

/**
 * Acknowledges what one turn has settled: one acknowledgement up to the oldest open message, and the messages behind that one
 * one by one. The broker logs every acknowledgement. `send` gets the last message, and whether all before it are meant.
 */
export const makeAcknowledgements = (send: (message: ConsumeMessage, allUpTo: boolean) => void): Acknowledgements => {
  const opened = new Set<number>();
  let settled: ConsumeMessage[] = [];

  const flush = (): void => {
    const [oldest = Number.POSITIVE_INFINITY] = opened;
    const acked = settled.toSorted((one, other) => toDeliveryTag(one) - toDeliveryTag(other));
    settled = [];
    const last = acked.findLast((message) => toDeliveryTag(message) < oldest);
    if (last) send(last, true);
    for (const message of acked) if (toDeliveryTag(message) > oldest) send(message, false);
  };

  return {
    open: (message) => void opened.add(toDeliveryTag(message)),
    ack(message) {
      opened.delete(toDeliveryTag(message));
      if (settled.push(message) === 1) setImmediate(flush);
    },
    close: (message) => void opened.delete(toDeliveryTag(message)),
  };
};
