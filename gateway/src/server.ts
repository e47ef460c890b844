import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Certificates, endStalled, openTlsServer, refuseUnreadable } from '@qsc/service-kit/edge';
import { plainAddress, UNKNOWN_ADDRESS } from './client-address.ts';
import { type Budgets, rateHeaders, rateLimitExceeded } from './rate-limit/budget.ts';

export type Timeouts = { headersMs: number; requestMs: number };

type Opening = Timeouts & { certificates?: Certificates | undefined };

const KEEP_ALIVE_MS = 65_000;
const CHECK_MS = 1_000;
const HEADERS = 200;

/**
 * The HTTP server of the edge: strict parsing, no WebSocket, time limits for heads and bodies, and a coded answer with the
 * rate-limit headers also to what cannot be parsed. With certificates it speaks TLS.
 */
export const makeServer = (app: RequestListener, budgets: Budgets, opening: Opening): Server => {
  const { headersMs, requestMs, certificates } = opening;
  const options = {
    headersTimeout: headersMs,
    requestTimeout: Math.max(requestMs, headersMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
    requireHostHeader: false,
    insecureHTTPParser: false,
  };
  const server = certificates ? openTlsServer(certificates, options) : createServer(options);
  server.maxHeadersCount = HEADERS;
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, app);
  refuseUnreadable(server, async (socket, error) => {
    const address = plainAddress((socket as Socket).remoteAddress) ?? UNKNOWN_ADDRESS;
    const decision = await budgets.take({ kind: 'address', address });
    return { error: decision.allowed ? error : rateLimitExceeded(decision), headers: rateHeaders(decision) };
  });
  endStalled(server);
  return server;
};
