import { parkingQueueName } from '@qsc/contracts/events';
import amqp, { type ConfirmChannel, type GetMessage } from 'amqplib';
import { Advice } from '../runtime/command-line.ts';

/** A parked message as it is shown: which event, why, and what is in it. */
export type ParkedMessage = {
  message_id: string | null;
  reason: string | null;
  body: string;
};

export type ParkingQueue = {
  /** How many messages are parked; null when the queue was never declared. Throws where the broker does not say. */
  count(queue: string): Promise<number | null>;
  /** Looks at the parked messages, at most a hundred, and leaves them where they are. Throws where the queue is not declared. */
  show(queue: string): Promise<ParkedMessage[]>;
  /**
   * Gives every parked message back to the queue; each leaves the parking queue when the broker has confirmed it. Throws, and leaves
   * them parked, where one of the two queues is not declared.
   */
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
  const connection = await amqp.connect(amqpUrl).catch((error: Error) => {
    throw new Advice(`RabbitMQ does not answer: ${error.message}`);
  });
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
    onChannel((channel) => countIn(channel, parkingQueueName(queue))).catch(nullWhereMissing);

  const required = async (queue: string): Promise<number> => {
    const waiting = await count(queue);
    if (waiting === null) throw new Advice(`There is no queue ${parkingQueueName(queue)} here.`);
    return waiting;
  };

  return {
    count,
    show: async (queue) => {
      const limit = Math.min(await required(queue), SHOW_LIMIT);
      return onChannel(async (channel) => (await takeAll(channel, parkingQueueName(queue), limit)).map(parked));
    },
    replay: async (queue) => {
      const waiting = await required(queue);
      return onChannel(async (channel) => {
        const messages = await takeAll(channel, parkingQueueName(queue), waiting);
        await giveBack(channel, queue, messages);
        return messages.length;
      });
    },
    close: () => connection.close(),
  };
};

const NOT_FOUND = 404;

const countIn = async (channel: ConfirmChannel, name: string): Promise<number> =>
  (await channel.checkQueue(name)).messageCount;

const nullWhereMissing = (error: unknown): null => {
  if ((error as { code?: unknown }).code === NOT_FOUND) return null;
  throw error;
};

const giveBack = async (channel: ConfirmChannel, queue: string, messages: readonly GetMessage[]): Promise<void> => {
  // The broker confirms what no queue took, too; that it comes back, before its confirm, is all that tells.
  let returned = false;
  channel.on('return', () => {
    returned = true;
  });
  for (const message of messages) {
    const { messageId, headers } = message.properties;
    // The trace that its taking belongs to; when it was published does not count any more.
    const traceparent: unknown = headers?.traceparent;
    const joined = traceparent === undefined ? {} : { headers: { traceparent } };
    channel.sendToQueue(queue, message.content, { persistent: true, mandatory: true, messageId, ...joined });
    await channel.waitForConfirms();
    if (returned) throw new Advice(`There is no queue ${queue} to give messages back to: they stay parked.`);
    channel.ack(message);
  }
};
