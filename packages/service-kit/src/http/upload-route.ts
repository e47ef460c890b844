import type { z } from 'zod';
import type { AnyRoute, Handled, Route } from './route.ts';
import type { ReceivedFile, Upload } from './upload.ts';

type UploadRoute<File extends ReceivedFile, Params, Query, Body, Value> = Omit<
  Route<Params, Query, Body, Value>,
  'method' | 'consumes' | 'bodyLimit' | 'handle'
> & {
  upload: Upload<File>;
  /** POST unless given. */
  method?: 'put';
  handle: (request: Handled<Params, Query, Body> & { file: NoInfer<File> }) => Promise<NoInfer<Value>>;
};

/**
 * Declares a POST (or PUT) of a multipart form: one `file`, and `metadata`, JSON that `body` describes, in any order. The file is
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
): AnyRoute => ({ ...(declared as unknown as AnyRoute), method: declared.method ?? 'post' });
