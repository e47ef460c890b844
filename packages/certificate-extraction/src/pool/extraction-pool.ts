import { availableParallelism } from 'node:os';
import { tooManyBytes } from '../document/document-error.ts';
import { MAX_BYTES } from '../document/limit.ts';
import type { ExtractionResult } from '../result.ts';
import { CLOCKS, type Clocks } from './document-limit.ts';
import { makeSeats } from './seat.ts';

/**
 * `size`: documents at once; `timeoutMs`: time of two cores for a document of up to ten pages, for more in proportion;
 * `memoryMb`: resident memory of a worker in MiB; `clocks`: what the time is taken by; `warned` hears what workers
 * warn of while they go on, such as a picture that was recognised on its second try only.
 */
export type ExtractionPoolOptions = {
  size?: number;
  timeoutMs?: number;
  memoryMb?: number;
  clocks?: Clocks;
  warned?: (message: string) => void;
};

/** Reads documents in processes of its own. */
export type ExtractionPool = {
  /**
   * Reads a document as `extract` does, after those that wait before it. Throws its coded errors; validation_failed for
   * a document that takes too long, too much memory or crashes the reading; service_unavailable where its worker did not
   * start or was ended from outside or the pool is closed; internal_error with the original as `cause` for an unforeseen fault.
   * Too much memory in a worker that read others before counts only once a fresh one, in a time of its own, says so too.
   */
  extract(bytes: Uint8Array, options: { filename: string; certificateId?: string }): Promise<ExtractionResult>;
  /** Ends all workers; documents that are read or wait are refused. */
  close(): Promise<void>;
};

const TIMEOUT_MS = 120_000;
const MEMORY_MB = 640;
const MOST_WORKERS = 4;

/** Workers for so many cores: one for two, since a scan is recognised by a thread for each core; four at most. */
export const sizeForCores = (cores: number): number => Math.max(1, Math.min(MOST_WORKERS, Math.floor(cores / 2)));

/** Starts a pool. Its idle workers do not keep the process alive. */
export const makeExtractionPool = (options: ExtractionPoolOptions = {}): ExtractionPool => {
  const { size = sizeForCores(availableParallelism()), timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB } = options;
  const limit = { timeoutMs, memoryMb, clocks: options.clocks ?? CLOCKS };
  const seats = makeSeats(size, limit, options.warned);
  return {
    async extract(bytes, { filename, certificateId = null }: { filename: string; certificateId?: string | null }) {
      if (bytes.byteLength > MAX_BYTES) throw tooManyBytes(bytes.byteLength);
      return seats.run({ task: 'extract', filename, certificateId }, [bytes]);
    },
    close: () => seats.close(),
  };
};
