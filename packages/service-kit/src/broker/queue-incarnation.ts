import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BROKER } from '@qsc/contracts/events';
import type { Channel, ChannelModel } from 'amqplib';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { errorFields, type Log } from '../log.ts';
import { type Collection, trusted } from '../mongo/collection.ts';
import type { QueueIncarnation } from '../mongo/system-collections.ts';
import type { Setup } from './connection.ts';
import type { Relay } from './relay.ts';
import { ensureExchanges, type QueueDefinition } from './topology.ts';

type Parts = {
  rows: Collection<QueueIncarnation>;
  /** The queues that this service consumes. */
  queues: readonly QueueDefinition[];
  resend: Relay['resend'];
  clock: Clock;
  log: Log;
  /** Resolves when another replica has marked as confirmed what it published before the first resend. */
  settle?: () => Promise<void>;
};

/** How consumers ask producers to send again what a queue lost (docs/decisions/0002). */
export type QueueIncarnations = {
  /** Stores another incarnation of a queue. Call it before the missing queue is created. */
  renew(queue: string): Promise<void>;
  /** A setup after those of the consumers: announces the incarnations of this service's queues, now and every five seconds. */
  announce: Setup;
  /** A setup: sends the kept events again to each queue whose announced incarnation is unknown. */
  subscribe: Setup;
};

const ANNOUNCE_MS = 5_000;
const SETTLING_MS = 5_000;
/** The second resend takes what was confirmed up to this long before the first. */
const OVERLAP_MS = 60_000;

const Announcement = z.object({
  queues: z.array(
    z.object({
      name: z.string(),
      incarnation: z.string(),
      types: z.array(z.string()).optional(),
      partition: z.number().int().optional(),
      work: z.boolean().optional(),
    }),
  ),
});

type Announced = z.infer<typeof Announcement>['queues'][number];

const openChannel = async (connection: ChannelModel, onClose: () => void): Promise<Channel> => {
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  channel.on('close', () => {
    onClose();
    void connection.close().catch(() => {});
  });
  await ensureExchanges(connection);
  return channel;
};

const waitForMarks = (): Promise<void> => wait(SETTLING_MS, undefined, { ref: false });

/** The incarnations of a service's own queues, and of those to which it sends. */
export const makeQueueIncarnations = (parts: Parts): QueueIncarnations => {
  const { rows, queues, resend, clock, log, settle = waitForMarks } = parts;
  /** What was announced and is not handled yet, by queue. */
  const waiting = new Map<string, Announced>();
  let isHandling = false;

  const store = async (_id: string, incarnation: string) => {
    await rows.model.updateOne({ _id }, { $set: { incarnation } }, { upsert: true });
  };

  const readIncarnations = async (ids: readonly string[]): Promise<Map<string, string>> =>
    new Map((await rows.find({ _id: trusted({ $in: ids }) })).map(({ _id, incarnation }) => [_id, incarnation]));

  // What another replica published before the queues existed may be marked as confirmed only after the first resend.
  const resendUnknown = async (announced: readonly Announced[]): Promise<void> => {
    const sent = await readIncarnations(announced.map(({ name }) => `sent/${name}`));
    const unknown = announced.filter(({ name, incarnation }) => sent.get(`sent/${name}`) !== incarnation);
    if (unknown.length === 0) return;
    const since = new Date(clock().getTime() - OVERLAP_MS);
    for (const queue of unknown)
      log.warn('a queue was created; the events of the kept day are sent to it again', { queue: queue.name });
    await resend(unknown);
    await settle();
    await resend(unknown, since);
    for (const queue of unknown) await store(`sent/${queue.name}`, queue.incarnation);
  };

  const handleWaiting = async (): Promise<void> => {
    if (isHandling) return;
    isHandling = true;
    while (waiting.size > 0) {
      const announced = [...waiting.values()];
      waiting.clear();
      await resendUnknown(announced).catch((error: unknown) => {
        log.warn('events could not be sent again; the next announcement retries it', errorFields(error));
      });
    }
    isHandling = false;
  };

  const receive = (body: Buffer): void => {
    try {
      for (const queue of Announcement.parse(JSON.parse(body.toString('utf8'))).queues) waiting.set(queue.name, queue);
    } catch (error) {
      log.warn('an announcement of incarnations could not be read', errorFields(error));
    }
    void handleWaiting();
  };

  const announceOn = async (channel: Channel): Promise<void> => {
    const incarnations = await readIncarnations(queues.map(({ name }) => name));
    const announced = queues.flatMap(({ name, types, partition, work }) => {
      const incarnation = incarnations.get(name);
      return incarnation === undefined ? [] : [{ name, incarnation, types, partition, work }];
    });
    if (announced.length > 0)
      channel.publish(BROKER.incarnations, '', Buffer.from(JSON.stringify({ queues: announced })));
  };

  return {
    async renew(queue) {
      if (await rows.findOne({ _id: queue }))
        log.error('a queue is missing; it is created, and producers send the events of the kept day again', { queue });
      await store(queue, randomUUID());
    },
    async announce(connection) {
      if (queues.length === 0) return;
      let isOpen = true;
      let timer: NodeJS.Timeout | undefined;
      const channel = await openChannel(connection, () => {
        isOpen = false;
        clearInterval(timer);
      });
      await announceOn(channel);
      if (!isOpen) return;
      timer = setInterval(() => {
        announceOn(channel).catch((error: unknown) =>
          log.warn('incarnations could not be announced', errorFields(error)),
        );
      }, ANNOUNCE_MS);
    },
    async subscribe(connection) {
      const channel = await openChannel(connection, () => {});
      const { queue } = await channel.assertQueue('', { exclusive: true });
      await channel.bindQueue(queue, BROKER.incarnations, '');
      await channel.consume(
        queue,
        (message) => {
          if (message) receive(message.content);
          else void connection.close().catch(() => {});
        },
        { noAck: true },
      );
    },
  };
};
