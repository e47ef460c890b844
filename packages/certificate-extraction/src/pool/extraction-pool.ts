import { availableParallelism } from 'node:os';
import { unavailable } from '@qsc/service-kit/pure';
import { tooManyBytes } from '../document/document-error.ts';
import { MAX_BYTES } from '../document/limit.ts';
import type { ExtractionResult } from '../result.ts';
import { type DocumentLimit, MemoryExceeded } from './document-limit.ts';
import type { Job } from './message.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/**
 * `size`: documents at once; `timeoutMs`: time for a document of up to ten pages, for more in proportion; `memoryMb`:
 * resident memory of a worker in MiB; `now`: the clock in milliseconds that the time is taken by.
 */
export type ExtractionPoolOptions = { size?: number; timeoutMs?: number; memoryMb?: number; now?: () => number };

/** Reads documents in processes of its own. */
export type ExtractionPool = {
  /**
   * Reads a document as `extract` does, after those that wait before it. Throws its coded errors; validation_failed for
   * a document that takes too long, too much memory or crashes the reading; service_unavailable where its worker was
   * ended from outside or the pool is closed; internal_error with the original as `cause` for an unforeseen fault.
   * Too much memory in a worker that read others before counts only once a fresh one, in a time of its own, says so too.
   */
  extract(bytes: Uint8Array, options: { filename: string; certificateId?: string }): Promise<ExtractionResult>;
  /** Ends all workers; documents that are read or wait are refused. */
  close(): Promise<void>;
};

const TIMEOUT_MS = 120_000;
const MEMORY_MB = 640;
const MOST_WORKERS = 4;
/** A worker that holds so much of the limit between two documents is replaced, so that the next one has its share. */
const WORN_SHARE = 0.7;

/** Workers for so many cores: one for two, since a scan is recognised by a thread for each core; four at most. */
export const sizeForCores = (cores: number): number => Math.max(1, Math.min(MOST_WORKERS, Math.floor(cores / 2)));

/** Starts a pool. Its idle workers do not keep the process alive. */
export const makeExtractionPool = (options: ExtractionPoolOptions = {}): ExtractionPool => {
  const { size = sizeForCores(availableParallelism()), timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB } = options;
  const limit = { timeoutMs, memoryMb, now: options.now ?? (() => performance.now()) };
  const seats = Array.from({ length: size }, () => makeSeat(limit));
  const queue = makeQueue(seats);
  return {
    async extract(bytes, { filename, certificateId = null }: { filename: string; certificateId?: string | null }) {
      if (bytes.byteLength > MAX_BYTES) throw tooManyBytes(bytes.byteLength);
      const seat = await queue.take();
      try {
        return await seat.run({ bytes, filename, certificateId });
      } finally {
        queue.giveBack(seat);
      }
    },
    async close() {
      queue.close();
      await Promise.all(seats.map((seat) => seat.close()));
    },
  };
};

type Seat = { run(job: Job): Promise<ExtractionResult>; close(): Promise<void> };

/** The place of one worker; who sits there is replaced as soon as it is gone or worn. */
const makeSeat = (limit: DocumentLimit): Seat => {
  const mostMemory = limit.memoryMb * WORN_SHARE * 1024 * 1024;
  let isClosed = false;
  let worker: WorkerProcess = startWorkerProcess(limit);
  let isFresh = true;
  const renew = async (): Promise<void> => {
    if (worker.isAlive() && worker.memory() <= mostMemory) return;
    await worker.kill();
    if (isClosed) return;
    worker = startWorkerProcess(limit);
    isFresh = true;
  };
  const read = (job: Job): Promise<ExtractionResult> => {
    isFresh = false;
    return worker.run(job).finally(renew);
  };
  return {
    async run(job) {
      await renew();
      const isWorn = !isFresh;
      try {
        return await read(job);
      } catch (error) {
        // What earlier documents left behind in a worker is not the fault of this one.
        if (isWorn && error instanceof MemoryExceeded) return read(job);
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await worker.kill();
    },
  };
};

type Queue = { take(): Promise<Seat>; giveBack(seat: Seat): void; close(): void };
type Waiting = { resolve: (seat: Seat) => void; reject: (error: Error) => void };

/** Hands out the seats, first come, first served. */
const makeQueue = (seats: readonly Seat[]): Queue => {
  const free = [...seats];
  const waiting: Waiting[] = [];
  let isClosed = false;
  return {
    async take() {
      if (isClosed) throw closed();
      return free.pop() ?? new Promise<Seat>((resolve, reject) => waiting.push({ resolve, reject }));
    },
    giveBack(seat) {
      const next = waiting.shift();
      if (next) next.resolve(seat);
      else free.push(seat);
    },
    close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(closed());
    },
  };
};

const closed = (): Error => unavailable('The reading of documents is being ended. Send the document again.');
