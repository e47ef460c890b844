import { parkingQueueName } from '@qsc/contracts/events';
import type { Channel, ChannelModel } from 'amqplib';
import { makeCoalesced } from '../coalesce.ts';
import type { Metrics, Reading } from '../metrics.ts';
import type { Setup } from './connection.ts';

type Depth = { queue: string; messageCount: number; consumerCount: number };

type Reader = { depths(): Promise<Depth[]> };

const NOT_FOUND = 404;

/** A channel of its own, since the broker closes one that asks for a queue that is not there. */
const makeReader = (connection: ChannelModel, queues: readonly string[]): Reader => {
  let channel: Channel | undefined;
  const reads = makeCoalesced<Depth[]>();

  const open = async (): Promise<Channel> => {
    if (channel) return channel;
    const opened = await connection.createChannel();
    opened.on('error', () => {});
    opened.on('close', () => {
      if (channel === opened) channel = undefined;
    });
    channel = opened;
    return opened;
  };

  /** Null where there is no such queue, which ends the channel. */
  const check = async (queue: string) => {
    const opened = await open();
    try {
      return await opened.checkQueue(queue);
    } catch (error) {
      if ((error as { code?: unknown }).code !== NOT_FOUND) throw error;
      if (channel === opened) channel = undefined;
      return null;
    }
  };

  const ask = async (): Promise<Depth[]> => {
    const depths: Depth[] = [];
    for (const queue of queues) {
      const depth = await check(queue);
      if (depth) depths.push({ ...depth, queue });
    }
    return depths;
  };

  return {
    // The metrics of one scrape share what the broker says.
    depths: () => reads.run('', ask),
  };
};

/**
 * Shows how much waits in the queues that the process consumes and in their parking queues, and how many consume them, as the
 * broker says it. A setup for each connection.
 */
export const watchQueues = (consumed: readonly string[], metrics: Pick<Metrics, 'gauges'>): Setup => {
  const queues = consumed.flatMap((queue) => [queue, parkingQueueName(queue)]);
  let reader: Reader | undefined;
  const read = (selectQueues: (depths: Depth[]) => Depth[], numberIn: (depth: Depth) => number) => async () =>
    selectQueues((await reader?.depths()) ?? []).map(
      (depth): Reading => ({ labels: { queue: depth.queue }, value: numberIn(depth) }),
    );

  if (consumed.length > 0) {
    metrics.gauges('broker_queue_messages', 'Messages that wait in a queue, parking queues among them', {
      labels: ['queue'],
      read: read(
        (depths) => depths,
        ({ messageCount }) => messageCount,
      ),
    });
    metrics.gauges('broker_queue_consumers', 'Consumers of a queue, those of other replicas among them', {
      labels: ['queue'],
      read: read(
        (depths) => depths.filter(({ queue }) => consumed.includes(queue)),
        ({ consumerCount }) => consumerCount,
      ),
    });
  }
  return async (connection) => {
    const opened = makeReader(connection, queues);
    reader = opened;
    connection.on('close', () => {
      if (reader === opened) reader = undefined;
    });
  };
};
