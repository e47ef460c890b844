import { randomUUID } from 'node:crypto';
import { QUEUES } from '@qsc/contracts/events';
import type { MongoClient } from 'mongodb';
import { Advice } from '../runtime/command-line.ts';

type Row = { _id: string; incarnation: string };

/**
 * Stores another incarnation of a queue in the database of its consumer, which announces it within seconds: producers then send
 * again what they sent to the queue and still store. Throws `Advice` where no consumer has the queue.
 */
export const resendQueue = async (
  { client, databases }: { client: MongoClient; databases: readonly string[] },
  queue: string,
): Promise<void> => {
  let matched = 0;
  for (const database of databases) {
    const rows = client.db(database).collection<Row>('queue_incarnation');
    const renewed = await rows.updateOne({ _id: queue }, { $set: { incarnation: randomUUID() } });
    matched += renewed.matchedCount;
  }
  if (matched === 0) throw new Advice(`No consumer has a queue ${queue}. There are: ${QUEUES.join(', ')}.`);
};
