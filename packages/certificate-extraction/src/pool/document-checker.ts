import type { ContentType } from '../document/content-type.ts';
import { CLOCKS, type Clocks } from './document-limit.ts';
import { makeSeats } from './seat.ts';
import type { Source } from './worker-process.ts';

export type { ContentType } from '../document/content-type.ts';
export { MAX_BYTES } from '../document/limit.ts';

/** The media types of what is read. */
export const MEDIA_TYPES: Readonly<Record<ContentType, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
  xml: 'application/xml',
  csv: 'text/csv',
};

/** `size`: documents at once; `clocks`: what the time of a check is taken by. */
export type DocumentCheckerOptions = { size?: number; clocks?: Clocks };

/** Tells in seconds whether a document can be read, in a process of its own that loads no recognition. */
export type DocumentChecker = {
  /**
   * The type of a document by its content. `source`: its bytes, from a store and not from a client, who would keep others
   * waiting; a few parts of it are in this process at a time. Throws unsupported_media_type for what is not read;
   * payload_too_large for more than 25 MiB and for too many pages, pixels or values or what unpacks to too much;
   * validation_failed for what is empty, encrypted, damaged or takes too long to open; service_unavailable where its process
   * did not start or was ended from outside or the checker is closed; and what `source` throws.
   */
  check(source: Source, options: { filename: string }): Promise<ContentType>;
  /** Ends the process; what is checked or waits is refused. */
  close(): Promise<void>;
};

/** What is bounded needs three seconds at most; a caller is answered within the half minute that the gateway waits. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 512;

/** Starts a checker. While it has nothing to do it does not keep the process alive. */
export const makeDocumentChecker = ({ size = 1, clocks = CLOCKS }: DocumentCheckerOptions = {}) => {
  const seats = makeSeats(size, { timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB, clocks });
  const checker: DocumentChecker = {
    check: (source, { filename }) => seats.run({ task: 'check', filename }, source),
    close: () => seats.close(),
  };
  return checker;
};
