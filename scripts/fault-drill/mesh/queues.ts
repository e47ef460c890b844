import { setTimeout as delay } from 'node:timers/promises';
import { parkingQueueName, QUEUES } from '@qsc/contracts/events';
import amqp, { type Channel } from 'amqplib';
import { PROJECTION_QUEUE } from '../projector/view.ts';
import type { CONSUMING } from './drill-plan.ts';
import { HANG_MS } from './drill-plan.ts';

/** Every queue of the mesh, and the one of the drill's own read model. */
const DRILL_QUEUES: readonly string[] = [...QUEUES, PROJECTION_QUEUE];

const listQueues = (service: string): readonly string[] =>
  DRILL_QUEUES.filter((name) => name.startsWith(`${service}.`));

/** The queues of each that takes messages from some. */
export const QUEUES_OF = {
  entity: listQueues('entity'),
  audit: listQueues('audit'),
  supplier: listQueues('supplier'),
  'certificate-worker': listQueues('certificate'),
  quality: listQueues('quality'),
  workflow: listQueues('workflow'),
  webhook: listQueues('webhook'),
  integration: listQueues('integration'),
  'audit-worker': listQueues('audit-worker'),
  projector: listQueues('projector'),
} as const satisfies Record<(typeof CONSUMING)[number], readonly string[]>;

const onBroker = async <T>(amqpUrl: string, act: (channel: Channel) => Promise<T>): Promise<T> => {
  const connection = await amqp.connect(amqpUrl);
  connection.on('error', () => {});
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    return await act(channel);
  } finally {
    await connection.close().catch(() => {});
  }
};

/** Deletes queues with what is in them. */
export const deleteQueues = (amqpUrl: string, names: readonly string[]): Promise<void> =>
  onBroker(amqpUrl, async (channel) => {
    for (const name of names) await channel.deleteQueue(name);
  });

const LOOK_EVERY_MS = 50;

/**
 * Resolves when no queue has a consumer, and thereby has back what was delivered and not acknowledged. Throws when consumers
 * stay.
 */
export const untilNobodyConsumes = (amqpUrl: string): Promise<void> =>
  onBroker(amqpUrl, async (channel) => {
    const giveUpAt = Date.now() + HANG_MS;
    for (const queue of DRILL_QUEUES)
      while ((await channel.checkQueue(queue)).consumerCount > 0) {
        if (Date.now() > giveUpAt) throw new Error(`${queue} has consumers though all are cut off.`);
        await delay(LOOK_EVERY_MS);
      }
  });

/** How many messages are in all queues, and in all parking queues. Unacknowledged ones are not counted. */
export const countMessages = (amqpUrl: string): Promise<{ queues: number; parked: number }> =>
  onBroker(amqpUrl, async (channel) => {
    const counts = { queues: 0, parked: 0 };
    for (const queue of DRILL_QUEUES) {
      counts.queues += (await channel.checkQueue(queue)).messageCount;
      counts.parked += (await channel.checkQueue(parkingQueueName(queue))).messageCount;
    }
    return counts;
  });
