import type { Effect } from '../broker/subscription.ts';
import type { Clock } from '../clock.ts';
import { errorFields, type Log } from '../log.ts';
import { VersionConflict } from '../mongo/change.ts';
import { retryConflict } from '../mongo/retry-conflict.ts';
import type { UnitOfWork } from '../mongo/unit-of-work.ts';
import type { Claimed, DueQueue } from './due-queue.ts';
import { LeaseLost, renewUntilLost } from './renewal.ts';
import { makeRunner, type Runner } from './runner.ts';

/** What acting on a row comes to. With `again` the row stays and is due at that moment, its attempts counted on. */
export type DueEffect = Effect & { again?: Date };

type Parts<Payload extends Record<string, unknown>> = {
  name: string;
  queue: DueQueue<Payload>;
  /**
   * Acts on a row. Called again when its commit is refused, it throws `VersionConflict` or the holder died, so what it does
   * elsewhere must be safe to repeat. What else it throws puts the row off, longer each time. It is not awaited once the
   * signal fires.
   */
  act: (due: Claimed & { payload: Payload }, signal: AbortSignal) => Promise<DueEffect>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: Clock;
  log: Log;
  /** As the queue's. */
  leaseMs: number;
  renewEveryMs?: number;
  everyMs?: number;
  /** How many rows this replica holds at a time. */
  atOnce?: number;
};

const EVERY_MS = 1_000;
const AT_ONCE = 4;
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 300_000;
const ATTEMPTS_BEFORE_ERROR = 10;

const pauseMs = (attempts: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LAST_PAUSE_MS);

/** What the work comes to, or the signal's reason as soon as it fires: a call that hangs must not hold up a stop. */
const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

/** Acts on the rows of a due-queue as they become due; the effect and the end of the row are one commit. */
export const makeDueWorker = <Payload extends Record<string, unknown>>({
  name,
  queue,
  act,
  unitOfWork,
  clock,
  log,
  leaseMs,
  renewEveryMs = leaseMs / 3,
  everyMs = EVERY_MS,
  atOnce = AT_ONCE,
}: Parts<Payload>): Runner => {
  const actOnce = async (claimed: Claimed, signal: AbortSignal): Promise<void> => {
    const due = { ...claimed, payload: queue.parsePayload(claimed) };
    const { changes, events, again } = await unlessAborted(act(due, signal), signal);
    const end = again ? queue.again(claimed, again) : queue.done(claimed);
    await unitOfWork.commit([...changes, end], events);
  };

  const actAndCommit = (claimed: Claimed, signal: AbortSignal): Promise<void> =>
    retryConflict(
      () => {
        signal.throwIfAborted();
        return actOnce(claimed, signal);
      },
      async (error) => {
        if (!(error instanceof VersionConflict)) return false;
        if (!(await queue.renew(claimed))) throw new LeaseLost(claimed.row._id);
        return true;
      },
    );

  const putOff = async (claimed: Claimed, error: unknown, isStopping: boolean): Promise<void> => {
    const fields = { work: name, row: claimed.row._id, attempts: claimed.attempts, ...errorFields(error) };
    if (error instanceof LeaseLost) return void log.warn('a row is another’s by now', fields);
    const level = claimed.attempts < ATTEMPTS_BEFORE_ERROR ? 'warn' : 'error';
    if (!isStopping) log[level]('a row could not be acted on; it is tried again', fields);
    const pause = isStopping ? 0 : pauseMs(claimed.attempts);
    await queue.release(claimed, new Date(clock().getTime() + pause));
  };

  const take = async (claimed: Claimed, signal: AbortSignal): Promise<void> => {
    const { _id: what, next_at: until } = claimed.row;
    const renewal = renewUntilLost({ what, until, renew: () => queue.renew(claimed), leaseMs, renewEveryMs, clock });
    try {
      await actAndCommit(claimed, AbortSignal.any([signal, renewal.signal]));
    } catch (error) {
      await putOff(claimed, renewal.signal.aborted ? renewal.signal.reason : error, signal.aborted);
    } finally {
      renewal.stop();
    }
  };

  const takeAll = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await queue.claim();
      if (!claimed) return;
      await take(claimed, signal);
    }
  };

  // One runner for each row at a time, so that a row that takes long keeps no other waiting.
  const runners = Array.from({ length: atOnce }, () => makeRunner({ name, pass: takeAll, everyMs, log }));
  return {
    start: (signal) => runners.forEach((runner) => void runner.start(signal)),
    wake: () => runners.forEach((runner) => void runner.wake()),
    stop: async () => void (await Promise.all(runners.map((runner) => runner.stop()))),
  };
};
