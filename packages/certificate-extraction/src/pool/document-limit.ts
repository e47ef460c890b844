import { AppError } from '@qsc/service-kit/pure';
import { cpuTime, residentMemory } from './process-usage.ts';

/** In milliseconds: the CPU time that a process has taken, and a clock on the wall. */
export type Clocks = { work: (pid: number) => number; wall: () => number };

/** The clocks of this machine. */
export const CLOCKS: Clocks = { work: cpuTime, wall: () => performance.now() };

/** What a document may take: time in milliseconds as two cores need it, resident memory of its worker in MiB. */
export type DocumentLimit = { timeoutMs: number; memoryMb: number; clocks: Clocks };

/** A watch over one document; `exceeded` rejects once a limit is passed and never resolves. */
export type LimitWatch = { exceeded: Promise<never>; allowPages: (pages: number) => void; stop: () => void };

/** So often memory is looked at: a bomb grows by some 500 MiB in a second. */
const LOOK_EVERY_MS = 40;
const MIB = 1024 * 1024;
/** Limits of time are for two cores, whatever else keeps them busy. */
const CORES = 2;
/** So many times its time may pass on the wall, for a reading that hangs without work or has hardly any of its machine. */
const STRIKES = 3;
/** A scanned page takes up to ten seconds on two cores; the time of a document is enough for as many at 12 s each. */
const PAGES_WITHIN_TIMEOUT = 10;

/** Milliseconds for a document: the time limit for up to ten pages, for more in proportion (50 pages: five times). */
export const timeForPages = (timeoutMs: number, pages: number): number =>
  timeoutMs * Math.max(1, pages / PAGES_WITHIN_TIMEOUT);

/**
 * Watches the time and the memory of the process that reads a document, from now until `stop`. The time is what the process
 * works, so that a busy machine is not taken for a slow document.
 */
export const watchLimit = (pid: number, { timeoutMs, memoryMb, clocks: { work, wall } }: DocumentLimit): LimitWatch => {
  const began = { work: work(pid), wall: wall() };
  let allowedMs = timeoutMs;
  const { promise: exceeded, reject } = Promise.withResolvers<never>();
  exceeded.catch(() => undefined);
  const look = (): void => {
    const isOver = (work(pid) - began.work) / CORES > allowedMs || wall() - began.wall > allowedMs * STRIKES;
    if (isOver) reject(tooSlow(allowedMs));
    if (residentMemory(pid) > memoryMb * MIB) reject(new MemoryExceeded(memoryMb));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    exceeded,
    allowPages: (pages) => {
      allowedMs = timeForPages(timeoutMs, pages);
    },
    stop: () => clearInterval(timer),
  };
};

const tooSlow = (allowedMs: number): AppError =>
  new AppError(
    'validation_failed',
    `The document cannot be read within ${Math.round(allowedMs / 1000)} seconds. Send the pages of the certificate alone or export it again.`,
  );

/** 422: a document whose reading needs more memory than one may have. */
export class MemoryExceeded extends AppError {
  constructor(memoryMb: number, cause?: unknown) {
    super(
      'validation_failed',
      `The document cannot be read within ${memoryMb} MiB of memory. Send the pages of the certificate alone or export it again.`,
      { cause },
    );
  }
}

/** 422: a document that the reading crashes on. */
export const crashedReader = (cause: unknown): AppError =>
  new AppError('validation_failed', 'The document cannot be read: its content is damaged. Export it again.', { cause });
