import { randomInt } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDatabaseAway } from './away.ts';
import type { Change } from './change.ts';
import { writeChanges } from './commit.ts';

type Waiting = { changes: readonly Change[]; settle: (error: unknown) => void };

const GROUP_LIMIT = 64;
/** Processes that commit at the same time add to different parts of a running total, but for one in so many. */
const PARTS = 64;

const keysOf = (changes: readonly Change[]): string[] =>
  changes
    .filter((change) => change.op !== 'tally')
    .map((change) => `${change.collection.definition.name}/${change.id}`);

const takeGroup = (queue: Waiting[]): Waiting[] => {
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  const taken = new Set<string>();
  for (const waiting of queue) {
    const keys = keysOf(waiting.changes);
    if (group.length < GROUP_LIMIT && !keys.some((key) => taken.has(key))) group.push(waiting);
    else left.push(waiting);
    for (const key of keys) taken.add(key);
  }
  queue.splice(0, queue.length, ...left);
  return group;
};

/**
 * Commits sets of changes, each all or nothing. Sets that wait at the same time share one transaction, since a transaction
 * costs more than what is in it; when a shared one fails, each of its sets is tried by itself, so that one refused set
 * refuses no other. One group is committed at a time: the next one is the larger for it, which costs less than two at once
 * (docs/decisions/0007). Resolves when the changes are durable (majority, journal).
 */
export const makeGroupCommit = (connection: Connection): ((changes: readonly Change[]) => Promise<void>) => {
  const queue: Waiting[] = [];
  const part = randomInt(PARTS);
  let isRunning = false;

  const transact = (changes: readonly Change[]): Promise<void> =>
    connection.getClient().withSession(async (session) => {
      await session.withTransaction(() => writeChanges(changes, part, session as never), {
        writeConcern: { w: 'majority', j: true },
        readConcern: { level: 'snapshot' },
        timeoutMS: 20_000,
      });
    });

  const commitAlone = async (waiting: Waiting): Promise<void> => {
    try {
      await transact(waiting.changes);
      waiting.settle(undefined);
    } catch (error) {
      waiting.settle(error);
    }
  };

  const commitGroup = async (group: Waiting[]): Promise<void> => {
    const [only] = group;
    if (only && group.length === 1) return commitAlone(only);
    try {
      await transact(group.flatMap((waiting) => waiting.changes));
      for (const waiting of group) waiting.settle(undefined);
    } catch (error) {
      if (isDatabaseAway(error)) for (const waiting of group) waiting.settle(error);
      else for (const waiting of group) await commitAlone(waiting);
    }
  };

  const drain = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    while (queue.length > 0) await commitGroup(takeGroup(queue));
    isRunning = false;
  };

  return (changes) =>
    new Promise((resolve, reject) => {
      queue.push({ changes, settle: (error) => (error === undefined ? resolve() : reject(error)) });
      queueMicrotask(() => void drain());
    });
};
