import { randomUUID } from 'node:crypto';
import { BROKER } from '@qsc/contracts/events';
import type { Channel, ChannelModel } from 'amqplib';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { errorFields, type Log } from '../log.ts';
import { type Collection, trusted } from '../mongo/collection.ts';
import type { QueueEpoch } from '../mongo/system-collections.ts';
import type { Setup } from './connection.ts';
import type { Relay } from './relay.ts';
import { ensureExchanges, type QueueDefinition } from './topology.ts';

type Parts = {
  rows: Collection<QueueEpoch>;
  /** The queues that this service consumes. */
  queues: readonly QueueDefinition[];
  resend: Relay['resend'];
  clock: Clock;
  log: Log;
};

/** How consumers tell producers that a queue was lost with what it held (docs/decisions/0002). */
export type QueueEpochs = {
  /** Gives a queue another epoch, durably. To be called before it is declared anew. */
  renew(queue: string): Promise<void>;
  /** A setup: tells the epochs of this service's queues, now and every five seconds. It stands after those of the consumers. */
  tell: Setup;
  /** A setup: hears the epochs of all queues, and has sent again what a queue with an unknown epoch may have lost. */
  hear: Setup;
};

const TELL_MS = 5_000;
/** Between the two resends for a lost queue. */
const SETTLING_MS = 5_000;
/** The second one takes what was confirmed up to this long before the first. */
const OVERLAP_MS = 60_000;

const Word = z.object({
  queues: z.array(
    z.object({
      name: z.string(),
      epoch: z.string(),
      types: z.array(z.string()).optional(),
      partition: z.number().int().optional(),
      work: z.boolean().optional(),
    }),
  ),
});

type Reported = z.infer<typeof Word>['queues'][number];

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

/** The epochs of a service's own queues and of those that it hears of. */
export const makeQueueEpochs = ({ rows, queues, resend, clock, log }: Parts): QueueEpochs => {
  const known = new Map<string, string>();
  const first = new Map<string, { epoch: string; at: number }>();
  let hearing: Promise<void> = Promise.resolve();

  const store = async (_id: string, epoch: string) => {
    await rows.model.updateOne({ _id }, { $set: { epoch } }, { upsert: true });
  };

  const findKnown = async (queue: string): Promise<string | undefined> => {
    const heard = known.get(queue) ?? (await rows.findOne({ _id: `heard/${queue}` }))?.epoch;
    if (heard !== undefined) known.set(queue, heard);
    return heard;
  };

  // What another replica published before the queue was there may be marked as confirmed only after the first resend. Before
  // the second one the epoch is not known, so that whoever starts meanwhile does both.
  const act = async (reported: Reported): Promise<void> => {
    if ((await findKnown(reported.name)) === reported.epoch) return;
    const now = clock().getTime();
    const started = first.get(reported.name);
    if (started?.epoch !== reported.epoch) {
      log.warn('a queue was declared anew; what it may have lost is sent again', { queue: reported.name });
      await resend(reported);
      first.set(reported.name, { epoch: reported.epoch, at: now });
    } else if (now - started.at >= SETTLING_MS) {
      await resend(reported, new Date(started.at - OVERLAP_MS));
      await store(`heard/${reported.name}`, reported.epoch);
      known.set(reported.name, reported.epoch);
      first.delete(reported.name);
    }
  };

  const take = async (body: Buffer): Promise<void> => {
    try {
      for (const reported of Word.parse(JSON.parse(body.toString('utf8'))).queues) await act(reported);
    } catch (error) {
      log.warn('the epochs of queues could not be acted on; they are told again', errorFields(error));
    }
  };

  const tellOn = async (channel: Channel): Promise<void> => {
    const found = await rows.find({ _id: trusted({ $in: queues.map(({ name }) => name) }) });
    const epochs = new Map(found.map(({ _id, epoch }) => [_id, epoch]));
    const reported = queues.flatMap(({ name, types, partition, work }) => {
      const epoch = epochs.get(name);
      return epoch === undefined ? [] : [{ name, epoch, types, partition, work }];
    });
    if (reported.length > 0) channel.publish(BROKER.epochs, '', Buffer.from(JSON.stringify({ queues: reported })));
  };

  return {
    renew: (queue) => store(queue, randomUUID()),
    async tell(connection) {
      if (queues.length === 0) return;
      let isOpen = true;
      let timer: NodeJS.Timeout | undefined;
      const channel = await openChannel(connection, () => {
        isOpen = false;
        clearInterval(timer);
      });
      await tellOn(channel);
      if (!isOpen) return;
      timer = setInterval(() => {
        tellOn(channel).catch((error: unknown) => log.warn('epochs could not be told', errorFields(error)));
      }, TELL_MS);
    },
    async hear(connection) {
      const channel = await openChannel(connection, () => {});
      const { queue } = await channel.assertQueue('', { exclusive: true });
      await channel.bindQueue(queue, BROKER.epochs, '');
      await channel.consume(
        queue,
        (message) => {
          if (message) hearing = hearing.then(() => take(message.content));
          else void connection.close().catch(() => {});
        },
        { noAck: true },
      );
    },
  };
};
