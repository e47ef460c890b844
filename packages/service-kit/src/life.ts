import { setTimeout as wait } from 'node:timers/promises';
import { errorFields, type Log } from './log.ts';

/** How a program is started. */
export type StartOptions = {
  /** Tells it to stop while it starts. Once it has started, its own `stop` ends it. */
  signal?: AbortSignal;
  /** It brings its database up to date and starts nothing. */
  migrateOnly?: boolean;
  /** How `DRAIN_MS` passes; a test ends it by itself. */
  passDrain?: (ms: number) => Promise<unknown>;
  /** How the time passes that a part has to stop; until `closed` is aborted. A test lets it pass by itself. */
  passStop?: PassStop;
};

type PassStop = (limit: { part: string; ms: number; closed: AbortSignal }) => Promise<unknown>;

const passTime: PassStop = ({ ms, closed }) => wait(ms, undefined, { signal: closed });

/** What a program starts with. */
export type Start<Part extends string> = {
  /** Aborted when the program has to stop, before or after it has started. */
  signal: AbortSignal;
  /** Waits for a step. Throws the signal's reason when the stop comes first; the step is then left to itself. */
  step<T>(work: Promise<T> | T): Promise<T>;
  /** Notes how a part is closed, at any moment from now on. What has not closed within its time is left. */
  onStop(part: Part, close: () => unknown): void;
};

type Part = { part: string; limitMs: number; close: () => unknown };
type Closing = { log: Log; passStop: PassStop };

const closePart = async ({ part, limitMs, close }: Part, { log, passStop }: Closing): Promise<void> => {
  const closed = new AbortController();
  const late = passStop({ part, ms: limitMs, closed: closed.signal }).then(() => 'late');
  late.catch(() => {});
  try {
    const outcome = await Promise.race([close(), late]);
    if (outcome === 'late') log.warn('a part did not stop in its time and was left', { part, limit_ms: limitMs });
  } finally {
    closed.abort();
  }
};

/** Closes every part, also after one that fails. Throws what failed. */
const closeAll = async (parts: readonly Part[], closing: Closing): Promise<void> => {
  const { log } = closing;
  const faults: unknown[] = [];
  for (const part of parts.toReversed())
    await closePart(part, closing).catch((error: unknown) => {
      log.warn('a part did not stop as it should', { part: part.part, ...errorFields(error) });
      faults.push(error);
    });
  log.info('stopped');
  if (faults.length > 0) throw new AggregateError(faults, 'Not every part has stopped as it should.');
};

const awaitAbort = (signal: AbortSignal): Promise<never> => {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => {});
  return aborted;
};

/**
 * Starts a program part by part. Its stop closes what was opened last first, and ends within the sum of the parts' times.
 * A stop that comes while it starts, and a step that fails, close what was opened so far; then it throws the signal's
 * reason or the error.
 * @param stopMs how long each part may take to stop, in milliseconds. A part is noted once at most, so that their sum holds.
 */
export const startParts = async <Running, Name extends string>(
  { signal: reported, passStop = passTime }: StartOptions,
  { log, stopMs }: { log: Log; stopMs: Readonly<Record<Name, number>> },
  open: (start: Start<Name>) => Promise<Running>,
): Promise<Running & { stop: () => Promise<void> }> => {
  const own = new AbortController();
  const signal = reported ? AbortSignal.any([reported, own.signal]) : own.signal;
  const aborted = awaitAbort(signal);
  const parts: Part[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    own.abort();
    stopping ??= closeAll(parts, { log, passStop });
    return stopping;
  };
  try {
    const running = await open({
      signal,
      step: async (work) => Promise.race([aborted, work]),
      onStop(part, close) {
        if (parts.some((noted) => noted.part === part)) throw new Error(`The part ${part} is noted twice.`);
        parts.push({ part, limitMs: stopMs[part], close });
      },
    });
    signal.throwIfAborted();
    return { ...running, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
};
