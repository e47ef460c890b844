import type { Connection } from 'mongoose';
import { isDatabaseAway } from './away.ts';
import type { Change } from './change.ts';
import { writeChanges } from './commit.ts';

type Waiting = { changes: readonly Change[]; settle: (error: unknown) => void };

const GROUP_LIMIT = 64;
const PARALLEL_GROUPS = 2;

const keysOf = (changes: readonly Change[]): string[] =>
  changes.map((change) => `${change.collection.definition.name}/${change.id}`);

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
 * refuses no other. Resolves when the changes are durable (majority, journal).
 */
export const makeGroupCommit = (connection: Connection): ((changes: readonly Change[]) => Promise<void>) => {
  const queue: Waiting[] = [];
  let running = 0;

  const transact = (changes: readonly Change[]): Promise<void> =>
    connection.getClient().withSession(async (session) => {
      await session.withTransaction(() => writeChanges(changes, session as never), {
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
    if (running >= PARALLEL_GROUPS) return;
    running += 1;
    while (queue.length > 0) await commitGroup(takeGroup(queue));
    running -= 1;
  };

  return (changes) =>
    new Promise((resolve, reject) => {
      queue.push({ changes, settle: (error) => (error === undefined ? resolve() : reject(error)) });
      queueMicrotask(() => void drain());
    });
};
