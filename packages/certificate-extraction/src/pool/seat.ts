import { unavailable } from '@qsc/service-kit/pure';
import { type DocumentLimit, MemoryExceeded } from './document-limit.ts';
import type { Job, Outcome } from './message.ts';
import { type Source, startWorkerProcess, type Warned, type WorkerProcess } from './worker-process.ts';

/** The places of workers, handed out first come, first served. */
export type Seats = {
  /** See `WorkerProcess`. A source that can be read again is tried once more where only a worn worker had no memory for it. */
  run<T extends Job>(job: T, source: Source): Promise<Outcome[T['task']]>;
  /** Ends all workers; what they do or what waits is refused. */
  close(): Promise<void>;
};

/** A worker that holds so much of the limit between two documents is replaced, so that the next one has its share. */
const WORN_SHARE = 0.7;

/** So many places, each with a worker of these limits. */
export const makeSeats = (size: number, limit: DocumentLimit, warned: Warned = () => undefined): Seats => {
  const seats = Array.from({ length: size }, () => makeSeat(limit, warned));
  const queue = makeQueue(seats);
  return {
    async run<T extends Job>(job: T, source: Source) {
      const seat = await queue.take();
      try {
        return await seat.run(job, source);
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

type Seat = Pick<WorkerProcess, 'run'> & { close(): Promise<void> };

/** The place of one worker; who sits there is replaced as soon as it is gone or worn. */
const makeSeat = (limit: DocumentLimit, warned: Warned): Seat => {
  const mostMemory = limit.memoryMb * WORN_SHARE * 1024 * 1024;
  let isClosed = false;
  let worker: WorkerProcess = startWorkerProcess(limit, warned);
  let isFresh = true;
  const renew = async (): Promise<void> => {
    if (worker.isAlive() && worker.memory() <= mostMemory) return;
    await worker.kill();
    if (isClosed) return;
    worker = startWorkerProcess(limit, warned);
    isFresh = true;
  };
  const read = <T extends Job>(job: T, source: Source) => {
    isFresh = false;
    return worker.run(job, source).finally(renew);
  };
  return {
    async run<T extends Job>(job: T, source: Source) {
      await renew();
      const isWorn = !isFresh;
      try {
        return await read(job, source);
      } catch (error) {
        // What earlier documents left behind in a worker is not the fault of this one.
        if (isWorn && error instanceof MemoryExceeded && Array.isArray(source)) return read(job, source);
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
