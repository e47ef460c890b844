import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import type { Answer } from './answer.ts';
import { type ByteRange, type FileFacts, planDownload } from './download-plan.ts';

/**
 * A file as the answer of a route. `size` is null where it is not known before the end (what is made while it is sent); such a
 * one has no ranges. `open` is called when bytes are sent, and not for HEAD or an unchanged file; it gets the part to send.
 */
export type Download = FileFacts & {
  contentType: string;
  /** A browser shows the file in its place and does not save it. */
  isInline?: boolean;
  filename: string;
  open: (range?: ByteRange) => Readable | Promise<Readable>;
};

/**
 * A file of one of these media types: with ETag, parts and HEAD where the handler tells the file's facts.
 * @param fileExamples what such a file may hold, by its media type; for each that is text.
 */
export const download = (
  mediaTypes: readonly string[],
  fileExamples: Readonly<Record<string, string>> = {},
): Answer<Download> => ({
  statuses: [200],
  body: null,
  mediaTypes,
  fileExamples,
  getStatus: () => 200,
  getBody: () => null,
});

/** RFC 6266 with RFC 8187 for what is not ASCII. Control characters could end the header. */
const buildDisposition = ({ filename, isInline = false }: Download): string =>
  contentDisposition(filename.replaceAll(/\p{Cc}/gu, ''), { type: isInline ? 'inline' : 'attachment' });

/** Resolves when the source has its first bytes or its end, or the client is gone. Rejects when the source fails before. */
const started = async (source: Readable, response: Response): Promise<void> => {
  const heard = new AbortController();
  const { signal } = heard;
  try {
    await Promise.race([
      once(source, 'readable', { signal }),
      once(source, 'close', { signal }),
      once(response, 'close', { signal }),
    ]);
  } finally {
    heard.abort();
  }
};

const isClientGone = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE' || (error as Error).name === 'AbortError';

/**
 * Streams a file as fast as the client takes it. What fails before the first byte is an error answer; a source that fails later
 * breaks the connection off, so that nobody takes the rest for the whole. Throws what the source throws, or
 * `range_not_satisfiable`; that the client leaves is no error, and closes the source.
 */
export const sendDownload = async (
  file: Download,
  { request, response }: { request: Request; response: Response },
): Promise<void> => {
  const { status, headers, range, opens } = planDownload(file, {
    method: request.method,
    header: (name) => request.get(name),
  });
  // Express would add a charset to the type.
  const setHead = () =>
    response.status(status).setHeaders(
      new Headers({
        ...headers,
        'Content-Type': file.contentType,
        'Content-Disposition': buildDisposition(file),
        'X-Content-Type-Options': 'nosniff',
      }),
    );
  if (!opens) return void setHead().end();
  const source = await file.open(range);
  try {
    await started(source, response);
    if (response.destroyed) return;
    setHead();
    await pipeline(source, response);
  } catch (error) {
    if (!(response.destroyed && isClientGone(error))) throw error;
  } finally {
    // What was reported already, or fails while it is closed, concerns nobody any more.
    source.on('error', () => {}).destroy();
  }
};
