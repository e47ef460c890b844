import { parkingQueueName } from '@qsc/contracts/events';
import amqp from 'amqplib';

/** Deletes a test's own queue and its parking queue, with what is in them. */
export const deleteQueue = async (amqpUrl: string, queue: string): Promise<void> => {
  const connection = await amqp.connect(amqpUrl);
  const channel = await connection.createChannel();
  for (const name of [queue, parkingQueueName(queue)]) await channel.deleteQueue(name);
  await connection.close();
};

/** How many messages of a queue wait for somebody. */
export const countMessages = async (amqpUrl: string, queue: string): Promise<number> => {
  const connection = await amqp.connect(amqpUrl);
  const channel = await connection.createChannel();
  const { messageCount } = await channel.checkQueue(queue);
  await connection.close();
  return messageCount;
};
