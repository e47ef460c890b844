import { randomInt } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDatabaseAway } from './away.ts';
import type { Change } from './change.ts';
import { writeChanges } from './commit.ts';
import { heldTooLong, makeCommitQueue, type Waiting } from './commit-queue.ts';

/** How often a group meets records that another transaction holds before its sets part. */
const GROUP_ATTEMPTS = 2;
/** Processes that commit at the same time add to different parts of a running total, but for one in so many. */
const PARTS = 64;

/** A record of the group is held by a transaction elsewhere. */
class Contended extends Error {}

const changesOf = (group: readonly Waiting[]): Change[] => group.flatMap(({ changes }) => [...changes]);

const halvesOf = (group: Waiting[]): [Waiting[], Waiting[]] => {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
};

/**
 * Commits sets of changes, each all or nothing. Sets that wait at the same time share one transaction, since a transaction
 * costs more than what is in it. A group that fails is parted until the set that is refused stands alone, so that it refuses
 * no other; a set whose records another transaction holds is tried on beside the next groups, so that it stops no other.
 * One group is committed at a time: the next one is the larger for it, which costs less than two at once
 * (docs/decisions/0007). Resolves when the changes are durable (majority, journal). Throws what refuses the set, or
 * `service_unavailable` after `setMs` milliseconds, by default 20 seconds: before the caller has given up.
 */
export const makeGroupCommit = (
  connection: Connection,
  setMs?: number,
): ((changes: readonly Change[]) => Promise<void>) => {
  const queue = makeCommitQueue(setMs);
  const held = new Set<string>();
  const part = randomInt(PARTS);
  let isRunning = false;

  const transact = async (changes: readonly Change[], beforeAttempt: (attempt: number) => void): Promise<void> => {
    let attempt = 0;
    const write = async (session: Parameters<typeof writeChanges>[2]) => {
      attempt += 1;
      beforeAttempt(attempt);
      await writeChanges(changes, part, session);
    };
    await connection.getClient().withSession((session) =>
      session.withTransaction(() => write(session as never), {
        writeConcern: { w: 'majority', j: true },
        readConcern: { level: 'snapshot' },
      }),
    );
  };

  const persist = async ({ changes, keys, deadline, settle }: Waiting): Promise<void> => {
    for (const key of keys) held.add(key);
    const failure = await transact(changes, () => {
      if (performance.now() > deadline) throw heldTooLong();
    }).catch((error: unknown) => error);
    for (const key of keys) held.delete(key);
    settle(failure);
    void drain();
  };

  const commitGroup = async (group: Waiting[]): Promise<void> => {
    try {
      await transact(changesOf(group), (attempt) => {
        if (attempt > GROUP_ATTEMPTS) throw new Contended();
      });
      for (const { settle } of group) settle(undefined);
    } catch (error) {
      const [first] = group;
      if (first && group.length === 1 && error instanceof Contended) void persist(first);
      else if (group.length === 1 || isDatabaseAway(error)) for (const { settle } of group) settle(error);
      else for (const half of halvesOf(group)) await commitGroup(half);
    }
  };

  const drain = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let group = queue.take(held); group.length > 0; group = queue.take(held)) await commitGroup(group);
    isRunning = false;
  };

  return (changes) => {
    queueMicrotask(() => void drain());
    return queue.add(changes);
  };
};
