import type { Readable } from 'node:stream';
import type { Actor } from '@qsc/contracts';
import type { z } from 'zod';
import type { AnyRoute, Handled, Route } from './route.ts';

/** What a route has made of an uploaded file: its checksum, and how to take it back. */
export type ReceivedFile = {
  /** `sha256:<hex>` of the bytes as they came: a repeated request is known by it. */
  checksum: string;
  /** Takes back what was begun; does nothing for a file that a commit refers to. */
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

type UploadRoute<File extends ReceivedFile, Params, Query, Body, Value> = Omit<
  Route<Params, Query, Body, Value>,
  'method' | 'consumes' | 'bodyLimit' | 'handle'
> & {
  upload: Upload<File>;
  handle: (request: Handled<Params, Query, Body> & { file: NoInfer<File> }) => Promise<NoInfer<Value>>;
};

/**
 * Declares a POST of a multipart form: one `file`, and `metadata`, JSON that `body` describes, in any order. The file is
 * discarded when the request fails or is a repeated one; with `Idempotency-Key`, the same request is the same checksum and the
 * same bytes of metadata.
 */
export const uploadRoute = <
  File extends ReceivedFile,
  Value,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  declared: UploadRoute<File, Params, Query, Body, Value>,
): AnyRoute => ({ ...(declared as unknown as AnyRoute), method: 'post' });
