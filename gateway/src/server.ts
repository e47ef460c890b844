import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId } from '@qsc/contracts';
import { AppError, type Certificates, openTlsServer } from '@qsc/service-kit/edge';
import { plainAddress, UNKNOWN_ADDRESS } from './client-address.ts';
import { type Budgets, rateHeaders, rateLimitExceeded } from './rate-limit/budget.ts';
import { methodNotAllowed } from './screen.ts';

export type Timeouts = { headersMs: number; requestMs: number };

type Opening = Timeouts & { certificates?: Certificates | undefined };

const KEEP_ALIVE_MS = 65_000;
const CHECK_MS = 1_000;
const HEADERS = 200;
const LINGER_MS = 1_000;

/** The answer to what never became a request, in the form that every other answer has. */
const rawAnswer = (error: AppError, headers: Record<string, string>): string => {
  const requestId = newId('request');
  const retry = error.retryAfter === undefined ? {} : { retry_after: error.retryAfter };
  const body = JSON.stringify({ error: { code: error.code, message: error.message, request_id: requestId, ...retry } });
  const all: Record<string, string> = {
    ...headers,
    ...error.headers,
    ...(error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }),
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.httpStatus} ${STATUS_CODES[error.httpStatus]}\r\n${lines.join('')}\r\n${body}`;
};

const errorOf = (fault: NodeJS.ErrnoException): AppError => {
  if (fault.code === 'HPE_INVALID_METHOD') return methodNotAllowed();
  if (fault.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('invalid_request', 'The request did not come in time.');
  if (fault.code === 'HPE_HEADER_OVERFLOW') return new AppError('invalid_request', 'The headers are too large.');
  return new AppError('invalid_request', 'The request cannot be read. Mend its syntax.');
};

/** Nobody is left to answer: the client has gone, or it and the server have not come to speak TLS. */
const isCut = ({ code = '' }: NodeJS.ErrnoException): boolean => code === 'ECONNRESET' || code.startsWith('ERR_SSL');

type Answers = {
  /** Notes the response that answers on a socket. */
  note: RequestListener;
  /** Whether the request that the socket is busy with has its answer, or a part of it: no second one may follow. */
  hasBegun: (socket: Duplex) => boolean;
};

const makeAnswers = (): Answers => {
  const answers = new WeakMap<Duplex, ServerResponse>();
  return {
    note: (request, response) => void answers.set(request.socket, response),
    hasBegun: (socket) => {
      const answer = answers.get(socket);
      return answer?.headersSent === true && !(answer.writableEnded && answer.req.complete);
    },
  };
};

const makeRefuse = (budgets: Budgets): ((socket: Duplex, error: AppError) => Promise<void>) => {
  const refused = new WeakSet<Duplex>();
  return async (socket, error) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const address = plainAddress((socket as Socket).remoteAddress) ?? UNKNOWN_ADDRESS;
    const decision = await budgets.take({ kind: 'address', address });
    if (!socket.writable) return void socket.destroy();
    socket.end(rawAnswer(decision.allowed ? error : rateLimitExceeded(decision), rateHeaders(decision)));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
};

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
  const answers = makeAnswers();
  const refuse = makeRefuse(budgets);
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, answers.note).on(event, app);
  server.on('connect', (_request, socket) => {
    // Node lets go of such a socket, its errors too: a client that breaks off would end the process.
    socket.on('error', () => {});
    void refuse(socket, methodNotAllowed());
  });
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    if (isCut(fault) || answers.hasBegun(socket)) return void socket.destroy();
    void refuse(socket, errorOf(fault));
  });
  return server;
};
