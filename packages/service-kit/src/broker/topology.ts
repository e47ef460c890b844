import { anyKind, BROKER, EXCHANGES, parkingQueueName, toRoutingKey } from '@qsc/contracts/events';
import type { Channel, ChannelModel } from 'amqplib';

/** The kinds of records that a consumer handles of some types of events: what is bound when it starts. */
export type HandledKinds = { types: readonly string[]; list: () => Promise<readonly string[]> };

/** A durable queue of one consumer. It takes events by type, one partition of all events, or the tasks that are sent to it. */
export type QueueDefinition = {
  name: string;
  types?: readonly string[];
  /** Of these types, only events of the kinds; every kind of the others. */
  kinds?: HandledKinds | undefined;
  partition?: number;
  /** Tasks of minutes, which are sent to the queue by its name. */
  work?: boolean;
  /** One consumer at a time, the others stand by: keeps the order. */
  singleActive?: boolean;
};

/** A message that was delivered this often without an acknowledgement goes to the parking queue. */
const DELIVERY_LIMIT = 50;

/** How long a task may be worked on before the broker takes the delivery away; its own limit of half an hour is for messages. */
const WORK_MS = 3 * 3600_000;

const NOT_FOUND = 404;

/** Asks on a channel of its own, since the broker closes the channel that asks for what is not there. */
const isMissing = async (connection: ChannelModel, ask: (channel: Channel) => Promise<unknown>): Promise<boolean> => {
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  try {
    await ask(channel);
    await channel.close();
    return false;
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND) return true;
    throw error;
  }
};

const checkExchanges = async (channel: Channel): Promise<void> => {
  for (const { name } of EXCHANGES) await channel.checkExchange(name);
};

const assertExchanges = async (channel: Channel, exchanges: typeof EXCHANGES): Promise<void> => {
  for (const { name, type } of exchanges) await channel.assertExchange(name, type, { durable: true });
};

/** What audit takes comes to its exchange from the one of all events. */
const bindPartitioned = (channel: Channel): Promise<unknown> =>
  channel.bindExchange(BROKER.partitioned, BROKER.exchange, '#');

/**
 * Sees to it that the exchanges are there that every producer and consumer counts on. A user of least right finds them there and may
 * not declare any (docs/decisions/0020): nothing is declared unless one is missing. The last one is declared when the binding
 * stands, so that whoever finds all of them finds it too.
 */
export const ensureExchanges = (connection: ChannelModel): Promise<void> => {
  const ensured = ensuredOn.get(connection) ?? ensure(connection);
  ensuredOn.set(connection, ensured);
  return ensured;
};

/** Each connection asks once for all its channels. */
const ensuredOn = new WeakMap<ChannelModel, Promise<void>>();

const ensure = async (connection: ChannelModel): Promise<void> => {
  if (!(await isMissing(connection, checkExchanges))) return;
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  await assertExchanges(channel, EXCHANGES.slice(0, -1));
  await bindPartitioned(channel);
  await assertExchanges(channel, EXCHANGES.slice(-1));
  await channel.close();
};

const assertParking = async (channel: Channel, queue: string): Promise<void> => {
  const parking = parkingQueueName(queue);
  await channel.assertQueue(parking, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(parking, BROKER.parked, parking);
};

const declare = async (channel: Channel, queue: QueueDefinition): Promise<void> => {
  await channel.assertQueue(queue.name, {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': DELIVERY_LIMIT,
      'x-overflow': 'reject-publish',
      'x-dead-letter-strategy': 'at-least-once',
      'x-dead-letter-exchange': BROKER.parked,
      'x-dead-letter-routing-key': parkingQueueName(queue.name),
      ...(queue.singleActive ? { 'x-single-active-consumer': true } : {}),
      ...(queue.work ? { 'x-consumer-timeout': WORK_MS } : {}),
    },
  });
};

/** The routing keys of events of a queue. */
const listKeys = async ({ types = [], kinds }: QueueDefinition): Promise<string[]> => {
  const handled = await kinds?.list();
  return types.flatMap((type) =>
    handled && kinds?.types.includes(type) ? handled.map((kind) => toRoutingKey(type, kind)) : [anyKind(type)],
  );
};

/**
 * Sees to it that the queue, its parking queue and its bindings are there. A queue that is not there is declared only after
 * `beforeAnew`, so that it cannot come into being unnoticed.
 */
export const ensureQueue = async (
  { connection, channel }: { connection: ChannelModel; channel: Channel },
  queue: QueueDefinition,
  beforeAnew: () => Promise<void>,
): Promise<void> => {
  await assertParking(channel, queue.name);
  if (await isMissing(connection, (asking) => asking.checkQueue(queue.name))) {
    await beforeAnew();
    await declare(channel, queue);
  }
  if (queue.work) await channel.bindQueue(queue.name, BROKER.work, queue.name);
  for (const key of await listKeys(queue)) await channel.bindQueue(queue.name, BROKER.exchange, key);
  if (queue.partition !== undefined) {
    await bindPartitioned(channel);
    await channel.bindQueue(queue.name, BROKER.partitioned, '', { 'x-match': 'all', partition: queue.partition });
  }
};
