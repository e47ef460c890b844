import { randomInt } from 'node:crypto';
import type { Connection } from 'mongoose';
import { AppError } from '../error.ts';
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

/** To which part of running totals a transaction adds, and what may end it before an attempt. */
type Attempted = { part: number; beforeAttempt: (attempt: number) => void };

/** Where a group is committed: to which part of running totals it adds, and what becomes of one that meets held records. */
type Place = { part: number; whereContended: (group: Waiting[]) => unknown };

export type GroupCommit = {
  /** Resolves when the changes are durable (majority, journal). Throws what refuses the set, or `service_unavailable`. */
  commit(changes: readonly Change[]): Promise<void>;
  /**
   * Refuses what comes from now on as `service_unavailable`, and ends when nothing is under way. A transaction that a process
   * leaves open holds its records against the other replicas until MongoDB ends it.
   */
  stop(): Promise<void>;
};

const listChanges = (group: readonly Waiting[]): Change[] => group.flatMap(({ changes }) => [...changes]);

const isLate = ({ deadline }: Waiting): boolean => performance.now() > deadline;

const splitInHalf = (group: Waiting[]): [Waiting[], Waiting[]] => {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
};

/** The error of a caller whose process no longer commits. */
const stopped = (): AppError =>
  new AppError('service_unavailable', 'This replica of the service stops. Try again.', { retryAfter: 1 });

/**
 * Commits sets of changes, each all or nothing. Sets that wait at the same time share one transaction, since a transaction
 * costs more than what is in it. A group that fails is parted until the set that is refused stands alone, so that it refuses
 * no other. One whose records another transaction holds is parted beside the next groups, and a set of it that still meets
 * them is tried on alone: it stops nobody else. Else one group is committed at a time: the next one is the larger for it, which
 * costs less than two at once (docs/decisions/0007).
 * @param setMs how long a set may take, in milliseconds, until it is refused: 20 seconds, before the caller has given up.
 */
export const makeGroupCommit = (connection: Connection, setMs?: number): GroupCommit => {
  const queue = makeCommitQueue(setMs);
  const held = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const queuePart = randomInt(PARTS);
  let isRunning = false;
  let isStopped = false;

  /** Groups of the queue take turns and share a part of the running totals; what goes on beside them must not meet them there. */
  const transact = async (changes: readonly Change[], { part, beforeAttempt }: Attempted): Promise<void> => {
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

  const hold = (group: readonly Waiting[]): void => {
    for (const { keys } of group) for (const key of keys) held.add(key);
  };

  /** What waits for the records of these goes on. */
  const end = (group: readonly Waiting[], failure?: unknown): void => {
    for (const { keys, settle } of group) {
      for (const key of keys) held.delete(key);
      settle(failure);
    }
    void drain();
  };

  const persist = async (set: Waiting): Promise<void> => {
    const beforeAttempt = (): void => {
      if (isLate(set)) throw heldTooLong();
    };
    const ended = transact(set.changes, { part: randomInt(PARTS), beforeAttempt });
    end([set], await ended.catch((error: unknown) => error));
  };

  const commitGroup = async (group: Waiting[], { part, whereContended }: Place): Promise<void> => {
    const beforeAttempt = (attempt: number): void => {
      if (attempt > GROUP_ATTEMPTS) throw new Contended();
    };
    const failure = await transact(listChanges(group), { part, beforeAttempt }).catch((error: unknown) => error);
    if (failure instanceof Contended) {
      hold(group);
      await whereContended(group);
    } else if (failure === undefined || group.length === 1 || isDatabaseAway(failure)) end(group, failure);
    else for (const half of splitInHalf(group)) await commitGroup(half, { part, whereContended });
  };

  /** Parts a group whose records another transaction holds, while the queue goes on. Sets whose time is over are refused. */
  const aside = async (group: Waiting[], part = randomInt(PARTS)): Promise<void> => {
    const late = new Set(group.filter(isLate));
    const inTime = group.filter((set) => !late.has(set));
    const [first] = inTime;
    end([...late], heldTooLong());
    if (first && inTime.length === 1) void persist(first);
    else if (first)
      for (const half of splitInHalf(inTime))
        await commitGroup(half, { part, whereContended: (sets) => aside(sets, part) });
  };

  const drain = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    const place: Place = { part: queuePart, whereContended: (group) => void aside(group) };
    for (let group = queue.take(held); group.length > 0; group = queue.take(held)) await commitGroup(group, place);
    isRunning = false;
  };

  return {
    commit(changes) {
      if (isStopped) return Promise.reject(stopped());
      queueMicrotask(() => void drain());
      const added = queue.add(changes);
      const ended = added.catch(() => {}).finally(() => underWay.delete(ended));
      underWay.add(ended);
      return added;
    },
    async stop() {
      isStopped = true;
      await Promise.all(underWay);
    },
  };
};
