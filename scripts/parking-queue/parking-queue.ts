import { parkingQueueOf } from '@qsc/contracts/events';
import amqp, { type ConfirmChannel, type GetMessage } from 'amqplib';

/** A parked message as it is shown: which event, why, and what is in it. */
export type ParkedMessage = {
  message_id: string | null;
  reason: string | null;
  body: string;
};

export type ParkingQueue = {
  /** How many messages are parked; null when the queue was never declared. */
  count(queue: string): Promise<number | null>;
  /** Looks at the parked messages, at most a hundred, and leaves them where they are. */
  show(queue: string): Promise<ParkedMessage[]>;
  /** Gives every parked message back to the queue; each leaves the parking queue when the broker has confirmed it. */
  replay(queue: string): Promise<number>;
  close(): Promise<void>;
};

const SHOW_LIMIT = 100;

const parked = (message: GetMessage): ParkedMessage => {
  const [death] = message.properties.headers?.['x-death'] ?? [];
  return {
    message_id: message.properties.messageId ?? null,
    reason: death?.reason ?? null,
    body: message.content.toString('utf8'),
  };
};

const takeAll = async (channel: ConfirmChannel, queue: string, limit: number): Promise<GetMessage[]> => {
  const messages: GetMessage[] = [];
  while (messages.length < limit) {
    const message = await channel.get(queue);
    if (!message) break;
    messages.push(message);
  }
  return messages;
};

/** Opens the parking queues of a broker. */
export const openParkingQueue = async (amqpUrl: string): Promise<ParkingQueue> => {
  const connection = await amqp.connect(amqpUrl);
  const onChannel = async <T>(use: (channel: ConfirmChannel) => Promise<T>): Promise<T> => {
    const channel = await connection.createConfirmChannel();
    channel.on('error', () => {});
    try {
      return await use(channel);
    } finally {
      await channel.close().catch(() => {});
    }
  };
  const count = (queue: string) =>
    onChannel((channel) => channel.checkQueue(parkingQueueOf(queue)).then(({ messageCount }) => messageCount)).catch(
      () => null,
    );

  return {
    count,
    show: (queue) =>
      onChannel(async (channel) => (await takeAll(channel, parkingQueueOf(queue), SHOW_LIMIT)).map(parked)),
    replay: async (queue) => {
      const waiting = (await count(queue)) ?? 0;
      return onChannel(async (channel) => {
        const messages = await takeAll(channel, parkingQueueOf(queue), waiting);
        for (const message of messages) {
          const { messageId, headers } = message.properties;
          // The trace that its taking belongs to; when it was published does not count any more.
          const traceparent: unknown = headers?.traceparent;
          const joined = traceparent === undefined ? {} : { headers: { traceparent } };
          channel.sendToQueue(queue, message.content, { persistent: true, mandatory: true, messageId, ...joined });
          await channel.waitForConfirms();
          channel.ack(message);
        }
        return messages.length;
      });
    },
    close: () => connection.close(),
  };
};
