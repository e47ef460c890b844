import type { Readable } from 'node:stream';
import type { Actor } from '@qsc/contracts';

/** What a route has made of an uploaded file: its checksum, and how to take it back. */
export type ReceivedFile = {
  /** `sha256:<hex>` of the bytes as they came: a repeated request is known by it. */
  checksum: string;
  /** Takes back what was started; does nothing for a file that a commit refers to. */
  discard(): Promise<void>;
};

/** How a route takes the file of a multipart form. */
export type Upload<File extends ReceivedFile> = {
  /** The most bytes of the file. */
  limit: number;
  /** What the file may be, for the description. */
  mediaTypes: readonly string[];
  /**
   * Takes the file as it comes in; what it refuses is thrown as a coded error, at once and without reading to the end. It leaves
   * nothing behind when it throws or the content fails.
   */
  store: (content: Readable, about: { filename: string; actor: Actor }) => Promise<File>;
};
