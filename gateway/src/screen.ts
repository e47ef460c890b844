import { AppError } from '@qsc/service-kit/edge';
import type { RequestHandler } from 'express';
import { requirePlainHeaders } from './header/inbound-header.ts';
import { isPlainPath, pathOf } from './routing/request-path.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const KNOWN: ReadonlySet<string> = new Set(METHODS);

/** 405 with the methods that the gateway takes at all. */
export const methodNotAllowed = (allowed: readonly string[] = METHODS): AppError => {
  const allow = allowed.join(', ');
  return new AppError('method_not_allowed', `This takes ${allow}.`, { headers: { Allow: allow } });
};

/** Refuses what could be read in two ways before anything is decided by it: method, headers, path. */
export const screen: RequestHandler = (request, _response, next) => {
  if (!KNOWN.has(request.method)) throw methodNotAllowed();
  requirePlainHeaders(request);
  if (!isPlainPath(pathOf(request.url)))
    throw new AppError(
      'invalid_request',
      'Send the path in its plain form: no dot segments, empty segments or escaped letters.',
    );
  next();
};
