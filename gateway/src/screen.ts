import { AppError, methodNotAllowed, OFFERED_METHODS } from '@qsc/service-kit/edge';
import type { RequestHandler } from 'express';
import { requirePlainHeaders } from './header/inbound-header.ts';
import { isPlainPath, toPath } from './routing/request-path.ts';

const KNOWN: ReadonlySet<string> = new Set(OFFERED_METHODS);

/** Refuses what could be read in two ways before anything is decided by it: method, headers, path. */
export const screen: RequestHandler = (request, _response, next) => {
  if (!KNOWN.has(request.method)) throw methodNotAllowed();
  requirePlainHeaders(request);
  if (!isPlainPath(toPath(request.url)))
    throw new AppError(
      'invalid_request',
      'Send the path in its plain form: no dot segments, empty segments or escaped letters.',
    );
  next();
};
