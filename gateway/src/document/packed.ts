import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** A text that many ask for, packed once for all of them. */
export type Packed = { plain: Buffer; gzip: Buffer; etag: string };

/** The text with its packed form. The tag is weak, since it is that of both. */
export const pack = (plain: Buffer): Packed => ({
  plain,
  gzip: gzipSync(plain),
  etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
});

/** Sends the text, packed to who takes that, whole always; 304 to who has it (RFC 9110, 8.8.3 and 12.5.3). */
export const sendPacked = (
  { plain, gzip, etag }: Packed,
  { request, response }: { request: Request; response: Response },
): void => {
  const had = request.get('if-none-match')?.split(',') ?? [];
  const isPacked = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  response.vary('Accept-Encoding').set({ ETag: etag, 'Cache-Control': 'no-cache' });
  if (had.some((tag) => tag.trim() === etag)) return void response.status(304).end();
  if (isPacked) response.set('Content-Encoding', 'gzip');
  response.send(isPacked ? gzip : plain);
};
