import { AppError } from '../error.ts';
import type { Change } from './change.ts';

/** A set of changes that waits for its commit. */
export type Waiting = {
  changes: readonly Change[];
  keys: readonly string[];
  /** By when it is committed or refused, in milliseconds of `performance.now()`: before its caller gives up. */
  deadline: number;
  settle: (error: unknown) => void;
};

export type CommitQueue = {
  /** Resolves when the set is settled. Throws `service_unavailable` at once for a large set when too much waits already. */
  add(changes: readonly Change[]): Promise<void>;
  /**
   * Takes the set that has waited longest and small ones that go with it. No two of them touch the same record, nor one that
   * is held or that a set before them waits for. Refuses those whose time is over. Empty when nothing can go.
   */
  take(held: ReadonlySet<string>): Waiting[];
};

/** Sets that share one commit at most. */
export const SETS_OF_COMMIT = 64;
/** Changes that may join the set that has waited longest: a transaction of this size is far within its life. */
const JOINING_CHANGES = 1_000;
/** A set of up to this many changes is never refused for what waits before it. */
const SMALL_SET = 100;
/** Changes that may wait: about what is committed within the time of a set. */
const WAITING_CHANGES = 30_000;
/** How long a set may take until it is refused. */
export const SET_MS = 20_000;

const listKeys = (changes: readonly Change[]): string[] =>
  changes
    .filter((change) => change.op !== 'tally')
    .map((change) => `${change.collection.definition.name}/${change.id}`);

/** The error of a caller whose records other writes have held until its time was over. */
export const heldTooLong = (): AppError =>
  new AppError('service_unavailable', 'Other writes hold these records for too long. Try again.', { retryAfter: 1 });

const tooManyWait = (): AppError =>
  new AppError('service_unavailable', 'Too many large writes wait already. Send fewer of them at a time.', {
    retryAfter: 5,
  });

/**
 * The queue of what waits for a commit: large sets wait for each other, and small ones for few of them.
 * @param setMs how long a set may take until it is committed, in milliseconds.
 */
export const makeCommitQueue = (setMs = SET_MS): CommitQueue => {
  let queue: Waiting[] = [];

  const refuseLate = (): void => {
    const now = performance.now();
    const late = queue.filter(({ deadline }) => deadline < now);
    if (late.length === 0) return;
    queue = queue.filter(({ deadline }) => deadline >= now);
    for (const { settle } of late) settle(heldTooLong());
  };

  return {
    add(changes) {
      const waiting = () => queue.reduce((sum, set) => sum + set.changes.length, 0);
      if (changes.length > SMALL_SET && waiting() > WAITING_CHANGES) return Promise.reject(tooManyWait());
      return new Promise((resolve, reject) => {
        const settle = (error: unknown) => (error === undefined ? resolve() : reject(error));
        queue.push({ changes, keys: listKeys(changes), deadline: performance.now() + setMs, settle });
      });
    },
    take(held) {
      refuseLate();
      const group: Waiting[] = [];
      const taken = new Set(held);
      let joining = 0;
      queue = queue.filter((waiting) => {
        const size = group.length === 0 ? 0 : waiting.changes.length;
        const fits = group.length < SETS_OF_COMMIT && joining + size <= JOINING_CHANGES;
        const goes = fits && !waiting.keys.some((key) => taken.has(key));
        for (const key of waiting.keys) taken.add(key);
        if (goes) {
          group.push(waiting);
          joining += size;
        }
        return !goes;
      });
      return group;
    },
  };
};
