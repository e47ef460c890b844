import { createServer, type RequestListener, type Server } from 'node:http';
import { answerClientErrors, type Certificates, endStalled, openTlsServer } from '@qsc/service-kit/edge';

export type Timeouts = { headersMs: number; requestMs: number };

type Opening = Timeouts & { certificates?: Certificates | undefined };

const KEEP_ALIVE_MS = 65_000;
const CHECK_MS = 1_000;
const HEADERS = 200;

/**
 * The HTTP server of the edge: strict parsing, no WebSocket, time limits for heads and bodies, and a coded answer also
 * to what cannot be parsed. With certificates it speaks TLS.
 */
export const makeServer = (app: RequestListener, opening: Opening): Server => {
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
  answerClientErrors(server);
  endStalled(server);
  return server;
};
