import { CallRefused } from './connector.ts';
import type { HttpAnswer, OutboundRequest } from './request.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Headers that tell nothing that another origin may not know. */
const OPEN_HEADERS = new Set(['accept', 'accept-language', 'user-agent']);

/**
 * The request that an answer sends on to, or null where it is an answer to keep. Another origin gets no header that may hold
 * a secret. Throws `CallRefused` for one redirect too many, from https to http, or to what is no address.
 */
export const nextHop = (request: OutboundRequest, { status, headers }: HttpAnswer): OutboundRequest | null => {
  const { redirects } = request;
  const isFollowed = redirects !== undefined && (request.method === 'GET' || request.method === 'HEAD');
  if (!isFollowed || !REDIRECTS.has(status) || headers.location === undefined) return null;
  if (redirects === 0) throw new CallRefused('redirects');
  const from = new URL(request.url);
  const to = URL.parse(String(headers.location), request.url);
  if (!to) throw new CallRefused('url');
  if (from.protocol === 'https:' && to.protocol === 'http:') throw new CallRefused('downgrade');
  const kept = from.origin === to.origin ? request.headers : openHeaders(request.headers);
  return { ...request, url: to.href, redirects: redirects - 1, ...(kept ? { headers: kept } : {}) };
};

const openHeaders = (headers: OutboundRequest['headers'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => OPEN_HEADERS.has(name.toLowerCase())));
