import { AppError } from '@qsc/service-kit/pure';
import { residentMemory } from './resident-memory.ts';

/** What a document may take: time in milliseconds by the clock `now`, resident memory of its worker in MiB. */
export type DocumentLimit = { timeoutMs: number; memoryMb: number; now: () => number };

/** A watch over one document; `exceeded` rejects once a limit is passed and never resolves. */
export type LimitWatch = { exceeded: Promise<never>; allowPages: (pages: number) => void; stop: () => void };

/** So often memory is looked at: a bomb grows by some 500 MiB in a second. */
const LOOK_EVERY_MS = 40;
const MIB = 1024 * 1024;
/** A scanned page takes up to ten seconds on two cores; the time of a document is enough for as many at 12 s each. */
const PAGES_WITHIN_TIMEOUT = 10;

/** Milliseconds for a document: the time limit for up to ten pages, for more in proportion (50 pages: five times). */
export const timeForPages = (timeoutMs: number, pages: number): number =>
  timeoutMs * Math.max(1, pages / PAGES_WITHIN_TIMEOUT);

/** Watches the time and the memory of the process that reads a document, from now until `stop`. */
export const watchLimit = (pid: number, { timeoutMs, memoryMb, now }: DocumentLimit): LimitWatch => {
  const began = now();
  let allowedMs = timeoutMs;
  const { promise: exceeded, reject } = Promise.withResolvers<never>();
  exceeded.catch(() => undefined);
  const look = (): void => {
    if (now() - began > allowedMs) reject(tooSlow(allowedMs));
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
    `The document cannot be read within ${Math.round(allowedMs / 1000)} seconds. Send the pages of the certificate alone or export it anew.`,
  );

/** 422: a document whose reading needs more memory than one may have. */
export class MemoryExceeded extends AppError {
  constructor(memoryMb: number, cause?: unknown) {
    super(
      'validation_failed',
      `The document cannot be read within ${memoryMb} MiB of memory. Send the pages of the certificate alone or export it anew.`,
      { cause },
    );
  }
}

/** 422: a document that the reading crashes on. */
export const crashedReader = (cause: unknown): AppError =>
  new AppError('validation_failed', 'The document cannot be read: its content is damaged. Export it anew.', { cause });
