import parseRange from 'range-parser';
import { AppError } from '../error.ts';

/** The first and the last byte of a part, both included. */
export type ByteRange = { start: number; end: number };

/** What is known of a file before it is opened. */
export type FileFacts = { size: number | null; etag?: string; lastModified?: Date };

/** What a request asks of a file: method and conditional headers. */
export type RequestedFile = { method: string; header: (name: string) => string | undefined };

/** How a download is answered. `opens` tells whether the file's bytes follow. */
export type DownloadPlan = {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  range?: ByteRange;
  opens: boolean;
};

const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const toEntityTag = ({ etag }: FileFacts): string | null => (etag === undefined ? null : `"${etag}"`);

const isUnchanged = (facts: FileFacts, { header }: RequestedFile): boolean => {
  const tag = toEntityTag(facts);
  const known = header('if-none-match');
  if (known !== undefined)
    return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
  const since = Date.parse(header('if-modified-since') ?? '');
  return facts.lastModified !== undefined && toSeconds(facts.lastModified) * 1000 <= since;
};

/** RFC 9110, 13.1.5: a part is sent only of the very file that the client has the rest of. */
const fitsIfRange = (facts: FileFacts, condition: string | undefined): boolean => {
  if (condition === undefined) return true;
  if (condition.startsWith('"')) return condition === toEntityTag(facts);
  return facts.lastModified !== undefined && condition === facts.lastModified.toUTCString();
};

/** The requested part, or null where the whole is sent. Throws `range_not_satisfiable`. */
const selectRange = (facts: FileFacts, { method, header }: RequestedFile): ByteRange | null => {
  const requested = header('range');
  if (requested === undefined || facts.size === null || method !== 'GET') return null;
  if (!fitsIfRange(facts, header('if-range'))) return null;
  const ranges = parseRange(facts.size, requested);
  if (ranges === -1)
    throw new AppError('range_not_satisfiable', `The file has ${facts.size} bytes; none of them is in this range.`, {
      headers: { 'Content-Range': `bytes */${facts.size}` },
    });
  const [only, ...more] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges;
  return only && more.length === 0 ? only : null;
};

const buildValidators = (facts: FileFacts): Record<string, string> => {
  const tag = toEntityTag(facts);
  return {
    ...(tag ? { ETag: tag } : {}),
    ...(facts.lastModified ? { 'Last-Modified': facts.lastModified.toUTCString() } : {}),
  };
};

/**
 * Decides status, headers and part of a download (RFC 9110: conditional requests in 13, ranges in 14). Several ranges at once
 * get the whole, which 14.2 allows, and so does every range of a file whose size is not known.
 * Throws `range_not_satisfiable` for a range that lies outside the file.
 */
export const planDownload = (facts: FileFacts, requested: RequestedFile): DownloadPlan => {
  const headers = buildValidators(facts);
  if (isUnchanged(facts, requested)) return { status: 304, headers, opens: false };
  const range = selectRange(facts, requested);
  if (facts.size !== null) headers['Accept-Ranges'] = 'bytes';
  if (!range) {
    if (facts.size !== null) headers['Content-Length'] = String(facts.size);
    return { status: 200, headers, opens: requested.method === 'GET' };
  }
  headers['Content-Range'] = `bytes ${range.start}-${range.end}/${facts.size}`;
  headers['Content-Length'] = String(range.end - range.start + 1);
  return { status: 206, headers, range, opens: true };
};
