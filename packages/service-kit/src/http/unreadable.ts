import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId } from '@qsc/contracts';
import { AppError } from '../error.ts';
import { noteRequests } from './stalled.ts';

/** What a client is told of a request that cannot be read. */
export type Refusal = { error: AppError; headers?: Record<string, string> };

/** The methods that any path may offer. */
export const OFFERED_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const LINGER_MS = 1_000;

/** 405 with the methods that are offered at all. */
export const methodNotAllowed = (allowed: readonly string[] = OFFERED_METHODS): AppError => {
  const allow = allowed.join(', ');
  return new AppError('method_not_allowed', `This takes ${allow}.`, { headers: { Allow: allow } });
};

/** The answer to what never became a request, in the form that every other answer has. */
const rawAnswer = ({ error, headers }: Refusal): string => {
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

const isLate = ({ code }: NodeJS.ErrnoException): boolean => code === 'ERR_HTTP_REQUEST_TIMEOUT';

const getError = (fault: NodeJS.ErrnoException): AppError => {
  if (fault.code === 'HPE_INVALID_METHOD') return methodNotAllowed();
  if (isLate(fault)) return new AppError('invalid_request', 'The request did not come in time.');
  if (fault.code === 'HPE_HEADER_OVERFLOW') return new AppError('invalid_request', 'The headers are too large.');
  return new AppError('invalid_request', 'The request cannot be read. Mend its syntax.');
};

/** Nobody is left to answer: the client has gone, or it and the server have not come to speak TLS. */
const isCut = ({ code = '' }: NodeJS.ErrnoException): boolean => code === 'ECONNRESET' || code.startsWith('ERR_SSL');

type Answers = {
  /** Notes a response that answers on a socket. */
  note: (request: IncomingMessage, response: ServerResponse) => void;
  /** Those that a socket still waits for, or whose request is still coming. */
  getOpen: (socket: Duplex) => readonly ServerResponse[];
  /** Whether what a socket is too late with has come, once the program has read what waited for it. */
  hasCome: (socket: Duplex) => Promise<boolean>;
  /** Whether an answer may be written to the socket: it would land in another one, or be taken for that of a whole request. */
  mayAnswer: (socket: Duplex) => boolean;
};

const isOpen = ({ writableFinished, req }: ServerResponse): boolean => !(writableFinished && req.complete);

const makeAnswers = (): Answers => {
  const answers = new WeakMap<Duplex, Set<ServerResponse>>();
  const getOpen = (socket: Duplex): ServerResponse[] => [...(answers.get(socket) ?? [])].filter(isOpen);
  return {
    note(request, response) {
      const open = answers.get(request.socket) ?? new Set();
      answers.set(request.socket, open.add(response));
      const drop = (): void => {
        if (!isOpen(response)) open.delete(response);
      };
      response.once('close', drop);
      request.once('close', drop);
    },
    getOpen,
    async hasCome(socket) {
      const before = getOpen(socket);
      const halves = before.filter(({ req }) => !req.complete);
      await new Promise(setImmediate);
      return halves.length > 0
        ? halves.every(({ req }) => req.complete)
        : getOpen(socket).some((response) => !before.includes(response));
    },
    mayAnswer: (socket) => getOpen(socket).every(({ headersSent, req }) => !headersSent && !req.complete),
  };
};

/** What a client is told of an error, where such requests are counted. */
export type Account = (socket: Duplex, error: AppError) => Promise<Refusal>;

type Refuse = (socket: Duplex, error: AppError, lingerMs?: number) => void;

/** Ends the connection: with an answer where it is the turn of that, which its client has so long to read. */
const makeRefuse = (account: Account, { mayAnswer }: Answers): Refuse => {
  const refused = new WeakSet<Duplex>();
  const answer = async (socket: Duplex, error: AppError, lingerMs: number): Promise<void> => {
    if (!mayAnswer(socket)) return void socket.destroy();
    const refusal = await account(socket, error);
    // What was still coming may have been answered meanwhile.
    if (!socket.writable || !mayAnswer(socket)) return void socket.destroy();
    socket.end(rawAnswer(refusal));
    if (lingerMs === 0) socket.destroy();
    else setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  return (socket, error, lingerMs = LINGER_MS) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    answer(socket, error, lingerMs).catch(() => socket.destroy());
  };
};

const hasSent = (socket: Duplex): boolean => (socket as Socket).bytesRead > 0;

/**
 * Refuses what is late, and takes no more of it from then on. A program that had no time itself first reads what waits for it.
 * A connection that brought nothing is closed without a word: who was about to ask does so again.
 */
const makeRefuseLate =
  (refuse: Refuse, { hasCome }: Answers) =>
  async (socket: Duplex, error: AppError): Promise<void> => {
    if (await hasCome(socket)) return;
    if (hasSent(socket)) refuse(socket, error, 0);
    else socket.destroy();
  };

/**
 * Answers what cannot be read as a request, and what asks for a tunnel, in the form of every error. Comes after what answers
 * requests.
 * @param account what the client is told instead, where such requests are counted.
 */
export const refuseUnreadable = (server: Server, account: Account = async (_socket, error) => ({ error })): void => {
  const answers = makeAnswers();
  const refuse = makeRefuse(account, answers);
  const refuseLate = makeRefuseLate(refuse, answers);
  noteRequests(server, answers.note);
  server.on('connect', (_request, socket) => {
    // Node lets go of such a socket, its errors too (a client that breaks off would end the process), and of what it still answers.
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const response of answers.getOpen(socket)) {
        response.req.destroy();
        response.destroy();
      }
    });
    refuse(socket, methodNotAllowed());
  });
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    // What comes behind a request that asks for the end of the connection is none; that one has its answer (RFC 9112, 9.6).
    if (fault.code === 'HPE_CLOSED_CONNECTION') return void socket.pause();
    if (isCut(fault)) return void socket.destroy();
    if (isLate(fault)) return void refuseLate(socket, getError(fault));
    refuse(socket, getError(fault));
  });
};
