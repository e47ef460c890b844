import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { unavailable } from '@qsc/service-kit/pure';
import { tooManyBytes } from '../document/document-error.ts';
import { MAX_BYTES } from '../document/limit.ts';
import { boundNode } from './bound-node.ts';
import { crashedReader, type DocumentLimit, type LimitWatch, MemoryExceeded, watchLimit } from './document-limit.ts';
import { type Answer, type Job, type Outcome, type Request, readerFault, unpackError } from './message.ts';
import { residentMemory } from './process-usage.ts';

/** The bytes of a document, in parts. */
export type Source = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A process that reads one document after the other. */
export type WorkerProcess = {
  /**
   * Reads or checks a document. Rejects with a coded error, or with what `source` threw; where a limit ended it, it crashed
   * or the source failed, the process is gone by then. service_unavailable where it does not start, whatever the reason.
   */
  run<T extends Job>(job: T, source: Source): Promise<Outcome[T['task']]>;
  isAlive(): boolean;
  /** Resident memory in bytes. */
  memory(): number;
  kill(): Promise<void>;
};

/** How a process ended; `said` is the last of what it wrote to its standard error. */
type End = { code: number | null; signal: NodeJS.Signals | null; said: string };
type LastAnswer = Extract<Answer, { kind: 'result' | 'error' }>;

const MAIN = fileURLToPath(new URL('./worker-main.ts', import.meta.url));
const START_LIMIT_MS = 60_000;
const SAID = 2000;
/** Of the memory limit; the rest is for canvases, pictures and recognition, which are not on the heap. */
const HEAP_SHARE = 0.6;
/** What a fault in native code or a full heap ends a process with; other signals come from outside. */
const CRASHES: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

/** Hears what a worker warns of while it goes on reading. */
export type Warned = (message: string) => void;

/** Starts a worker, by default `worker-main.ts`. While it has no document it does not keep this process alive. */
export const startWorkerProcess = (limit: DocumentLimit, warned: Warned, main = MAIN): WorkerProcess => {
  const child = forkMain(main, limit.memoryMb);
  child.on('message', (answer: Answer) => {
    if (answer.kind === 'warning') warned(answer.message);
  });
  const ended = awaitEnd(child);
  const ready = new Promise((resolve) => child.once('message', resolve));
  const kill = async (): Promise<void> => {
    setHeld(child, true);
    child.kill('SIGKILL');
    await ended;
  };
  const within = async <T>(own: DocumentLimit, work: (watch: LimitWatch) => Promise<T>): Promise<T> => {
    const watch = watchLimit(child.pid ?? 0, own);
    const crashed = ended.then((end) => Promise.reject(crashError(end, limit)));
    try {
      return await Promise.race([work(watch), watch.exceeded, crashed]);
    } catch (error) {
      await kill();
      throw error;
    } finally {
      watch.stop();
    }
  };
  return {
    async run<T extends Job>(job: T, source: Source) {
      await within({ ...limit, timeoutMs: START_LIMIT_MS }, () => ready).catch((error) => {
        throw notStarted(error);
      });
      const answer = await within(limit, async (watch) => {
        await sendParts(child, source);
        return ask(child, job, watch);
      });
      if (answer.kind === 'error') throw unpackError(answer.error);
      return answer.result as Outcome[T['task']];
    },
    isAlive: () => child.connected && child.exitCode === null && child.signalCode === null,
    memory: () => residentMemory(child.pid ?? 0),
    kill,
  };
};

// No document has been sent by then, so none is to blame.
const notStarted = (cause: unknown): Error =>
  unavailable('The reader of documents did not start. Send the document again.', cause);

// The environment stays here: who parses foreign documents needs no secrets. Few arenas and large blocks by themselves, so
// that what was freed goes back and does not count against the limit.
const forkMain = (main: string, memoryMb: number): ChildProcess => {
  const { execPath, execArgv } = boundNode();
  const child = fork(main, [], {
    serialization: 'advanced',
    execPath,
    execArgv: [...execArgv, `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`, '--expose-gc'],
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  setHeld(child, false);
  return child;
};

const setHeld = (child: ChildProcess, isHeld: boolean): void => {
  for (const handle of [child, child.channel, child.stderr as Socket | null]) {
    if (isHeld) handle?.ref();
    else handle?.unref();
  }
};

const awaitEnd = (child: ChildProcess): Promise<End> => {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID);
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, said }));
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, said: error.message });
    });
  });
};

const crashError = ({ code, signal, said }: End, { memoryMb }: DocumentLimit): Error => {
  const cause = new Error(`The worker ended with ${signal ?? `exit code ${code}`}. ${said}`);
  if (said.includes('heap out of memory')) return new MemoryExceeded(memoryMb, cause);
  if (CRASHES.includes(signal)) return crashedReader(cause);
  return signal === null
    ? readerFault(cause)
    : unavailable('Reading the document was interrupted. Send it again.', cause);
};

const ask = (child: ChildProcess, job: Job, watch: LimitWatch): Promise<LastAnswer> =>
  new Promise((resolve) => {
    const handleAnswer = (answer: Answer): void => {
      if (answer.kind === 'pages') watch.allowPages(answer.count);
      if (answer.kind !== 'result' && answer.kind !== 'error') return;
      child.off('message', handleAnswer);
      resolve(answer);
    };
    child.on('message', handleAnswer);
    // A worker that is gone tells so by its end.
    child.send({ kind: 'job', job } satisfies Request, () => undefined);
  });

/** Sends a part once the one before is on its way, so that few of them are in memory; to one that is gone, no more. */
const sendParts = async (child: ChildProcess, source: Source): Promise<void> => {
  let size = 0;
  for await (const bytes of source) {
    size += bytes.byteLength;
    if (size > MAX_BYTES) throw tooManyBytes(size);
    if (!child.connected) return;
    await new Promise<void>((resolve) => child.send({ kind: 'part', bytes } satisfies Request, () => resolve()));
  }
};
