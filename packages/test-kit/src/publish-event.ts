import { BROKER, type Envelope } from '@qsc/contracts/events';
import amqp from 'amqplib';

/** Publishes an event as its producer would. Resolves when the broker has it. */
export const publishEvent = async (amqpUrl: string, event: Envelope): Promise<void> => {
  const connection = await amqp.connect(amqpUrl);
  const channel = await connection.createConfirmChannel();
  channel.publish(BROKER.exchange, event.type, Buffer.from(JSON.stringify(event)));
  await channel.waitForConfirms();
  await connection.close();
};
