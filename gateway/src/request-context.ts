import { type Organization, toRequestId } from '@qsc/service-kit/edge';
import type { Request, Response } from 'express';
import { plainAddress, UNKNOWN_ADDRESS } from './client-address.ts';

/**
 * Whose requests are counted: an organisation's, those of a user of the dashboard, or those of an address for which no valid
 * credential speaks.
 */
export type Budget =
  | { kind: 'organization'; orgId: string }
  | { kind: 'user'; orgId: string; userId: string }
  | { kind: 'address'; address: string };

/** What the gateway knows of a request on its way through. */
export type RequestContext = {
  requestId: string;
  /** The client's address: the peer's, or the one that a trusted proxy tells. */
  address: string;
  /** The caller's organisation; absent without a caller, and where this gateway does not know it as it is now. */
  organization?: Organization | undefined;
  /** Whose budget the answer reports: the address's, until a credential was verified. */
  budget: Budget;
  /** The answer carries the rate-limit headers. */
  isCounted: boolean;
  /** The path's prefix, as the metrics show it. */
  route: string;
};

/** The passage of the request that a response answers. */
export const getRequestContext = (response: Response): RequestContext => response.locals as RequestContext;

/** Begins the passage of a request. A repeated request id joins to one that is not well-formed, and so is replaced. */
export const beginRequestContext = (request: Request, response: Response): RequestContext => {
  const peer = request.socket.remoteAddress;
  // Without the header Express would tell the peer's address too, by a way that costs more.
  const clientAddress = request.headers['x-forwarded-for'] === undefined ? peer : request.ip;
  const address = plainAddress(clientAddress) ?? plainAddress(peer) ?? UNKNOWN_ADDRESS;
  const passage: RequestContext = {
    requestId: toRequestId(request.headers['x-request-id'] as string | undefined),
    address,
    budget: { kind: 'address', address },
    isCounted: false,
    route: 'other',
  };
  Object.assign(response.locals, passage);
  return getRequestContext(response);
};
