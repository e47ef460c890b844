import type { IncomingMessage } from 'node:http';
import { AppError } from '@qsc/service-kit/edge';

const SINGLE: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'transfer-encoding',
  'x-request-id',
]);

const invalid = (message: string): AppError => new AppError('invalid_request', message);

/** Node joins or drops repeated headers, each in its own way; the raw ones tell what was sent. */
const repeatedHeader = (rawHeaders: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
};

/** Refuses a request whose headers could be read in two ways. Throws `invalid_request`. */
export const requirePlainHeaders = (request: IncomingMessage): void => {
  const repeated = repeatedHeader(request.rawHeaders);
  if (repeated) throw invalid(`Send the header "${repeated}" once.`);
  const { host, upgrade, 'transfer-encoding': encoding } = request.headers;
  if (host === undefined && request.httpVersion === '1.1') throw invalid('Send the header "Host".');
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    throw invalid('Send the body with Content-Length or "Transfer-Encoding: chunked".');
  if (encoding !== undefined && request.httpVersion !== '1.1') throw invalid('Send the body with Content-Length.');
  if (upgrade?.toLowerCase().includes('websocket'))
    throw invalid('There is no WebSocket here. Send plain HTTP requests.');
};
