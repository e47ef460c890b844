import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { AppError, type Certificates } from '@qsc/service-kit/edge';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { downstreamHeaders } from '../header/forwarded-header.ts';
import { makeReachCheck } from '../reach-check.ts';
import { toPath, toScopePath } from '../routing/request-path.ts';
import type { Row } from '../routing/routing-table.ts';
import { watchBody } from './body-limit.ts';
import { ClientGone, type Probe, UpstreamAway, UpstreamLate } from './circuit.ts';

/** How a request may end, and how long it may take. */
type Outcome = { answered: () => void; failed: (error: Error) => void; timeoutMs: number };

/** A service behind the gateway: sends requests to it and streams its answers back. */
export type Upstream = {
  /**
   * Resolves when the service has answered with a head; the rest streams on. Rejects with `UpstreamAway`, `UpstreamLate`,
   * `ClientGone`, or a coded error when the request itself cannot be sent. `probe`: others wait for its answer, so that it has no
   * more time than most, and passes where its body is what does not come.
   */
  send(request: Request, response: Response, probe: Probe | null): Promise<void>;
  close(): void;
};

export type UpstreamOptions = {
  url: string;
  row: Pick<Row, 'bodyLimit' | 'slowPaths'>;
  timeoutMs: number;
  /** How long a service that is late may take to tell that it lives. */
  aliveMs?: number | undefined;
  /** What an https address is shown, and whose certificate it has to have. */
  certificates?: Certificates | undefined;
};

/**
 * Shorter than a service goes on while it stops (`DRAIN_MS`), and than it keeps an idle connection: so it is the
 * gateway that closes one, and no request meets one that the service is closing.
 */
const IDLE_MS = 1_000;
const RETRY_PAUSE_MS = 50;
const STALLED_FACTOR = 4;
/** A service that is away has refused the connection before. */
const SLOW_BODY_MS = 1_000;
const UNSENDABLE: ReadonlySet<unknown> = new Set([
  'ERR_INVALID_CHAR',
  'ERR_UNESCAPED_CHARACTERS',
  'ERR_INVALID_HTTP_TOKEN',
]);

/** The time ran out after the whole request was there. */
class NoAnswerInTime extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'NoAnswerInTime';
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

const getCode = (error: Error): unknown => (error as NodeJS.ErrnoException).code;

const toFailure = (error: Error, request: IncomingMessage, response: Response): Error => {
  if (error instanceof AppError) return error;
  if (UNSENDABLE.has(getCode(error)))
    return new AppError('invalid_request', 'The request holds characters that cannot be sent on.');
  return request.destroyed && response.destroyed ? new ClientGone() : new UpstreamAway(error);
};

/** A service that sends nothing has its time; one that its answer's reader keeps from sending waits for that reader's limit. */
const limitTime = (outgoing: ClientRequest, { request, response }: Exchange, timeoutMs: number): void => {
  // Until it is connected a socket has the limit of an idle one, which is too short for a connection over a slow network.
  outgoing.socket?.setTimeout(timeoutMs);
  outgoing.setTimeout(timeoutMs, () => {
    if (response.writableNeedDrain) return;
    const stalled = new AppError('invalid_request', 'The body did not come in time. Send it again.');
    outgoing.destroy(request.complete ? new NoAnswerInTime() : stalled);
  });
};

/**
 * Streams a body on. One that came whole with its head leaves as text of its bytes, since Node then writes both at once and a
 * system call is what costs most here.
 */
const passBody = (answer: IncomingMessage, response: Response): void => {
  const length = Number(answer.headers['content-length']);
  answer.once('end', () => response.end());
  answer.once('data', (first: Buffer) => {
    if (first.length === length) return void response.end(first.toString('latin1'), 'latin1');
    response.write(first);
    answer.pipe(response);
  });
};

const streamBack = (answer: IncomingMessage, response: Response): void => {
  const headers = downstreamHeaders(answer.headers);
  for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? '');
  response.statusCode = answer.statusCode ?? 502;
  passBody(answer, response);
};

type Outcomes = WeakMap<IncomingMessage, Outcome>;

const makePlugin =
  ({ row, timeoutMs }: UpstreamOptions, outcomes: Outcomes): Plugin<Request, Response> =>
  (proxy) => {
    const fail = (error: Error, request?: Request, response?: unknown): void => {
      if (request) outcomes.get(request)?.failed(toFailure(error, request, response as Response));
    };
    proxy.on('proxyReq', (outgoing, request, response) => {
      limitTime(outgoing, { request, response }, outcomes.get(request)?.timeoutMs ?? timeoutMs);
      watchBody(request, row.bodyLimit, (error) => outgoing.destroy(error));
    });
    proxy.on('proxyRes', (answer, request, response) => {
      answer.socket.setTimeout(timeoutMs * STALLED_FACTOR);
      try {
        streamBack(answer, response);
        outcomes.get(request)?.answered();
      } catch (error) {
        answer.destroy();
        fail(error as Error, request, response);
      }
    });
    proxy.on('error', fail);
    proxy.on('econnreset', (_error, request) => outcomes.get(request)?.failed(new ClientGone()));
  };

/** Only what changes nothing is sent again, and only when no answer has started. */
const mayRetry = (error: unknown, request: Request, response: Response): boolean =>
  error instanceof UpstreamAway &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  ['ECONNREFUSED', 'ECONNRESET'].includes(String(getCode(error.cause as Error))) &&
  !response.headersSent &&
  !response.destroyed;

type Connections = { agent: http.Agent; close(): void };

/** Connections that are kept alive; over TLS a new one has the certificate as it is then. */
const openConnections = (protocol: string, certificates: Certificates | undefined): Connections => {
  const options = { keepAlive: true, maxFreeSockets: 256, noDelay: true, timeout: IDLE_MS };
  if (protocol !== 'https:') {
    const agent = new http.Agent(options);
    return { agent, close: () => agent.destroy() };
  }
  const agent = new https.Agent({ ...options, ...certificates?.current() });
  const end = certificates?.onRenewal((certificate) => Object.assign(agent.options, certificate));
  return {
    agent,
    close() {
      end?.();
      agent.destroy();
    },
  };
};

/** The upstream at an address. */
export const makeUpstream = (options: UpstreamOptions): Upstream => {
  const target = new URL(options.url);
  const { agent, close } = openConnections(target.protocol, options.certificates);
  const outcomes: Outcomes = new WeakMap();
  const proxy = createProxyMiddleware<Request, Response>({
    target,
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    ejectPlugins: true,
    plugins: [makePlugin(options, outcomes)],
  });

  const lives = makeReachCheck(new URL('/livez', target).href, options.aliveMs);

  const getLimit = (request: Request): number => {
    const slow = options.row.slowPaths?.[toScopePath(toPath(request.url))];
    return Math.max(options.timeoutMs, slow ?? 0);
  };

  const attempt = (request: Request, response: Response, timeoutMs: number): Promise<void> =>
    new Promise((resolve, failed) => {
      const leave = () => failed(new ClientGone());
      const answered = () => {
        response.off('close', leave);
        resolve();
      };
      response.once('close', leave);
      outcomes.set(request, { answered, failed, timeoutMs });
      const unreachable: NextFunction = (error?: unknown) => failed(error instanceof Error ? error : new ClientGone());
      void proxy(request, response, unreachable);
    });

  return {
    async send(request, response, probe) {
      const timeoutMs = probe ? options.timeoutMs : getLimit(request);
      const slow = probe && setTimeout(() => request.complete || probe.passes(), SLOW_BODY_MS);
      try {
        await attempt(request, response, timeoutMs);
      } catch (error) {
        const isLate = error instanceof UpstreamAway && error.cause instanceof NoAnswerInTime;
        if (isLate && (await lives())) throw new UpstreamLate(error.cause);
        if (!mayRetry(error, request, response)) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
        await attempt(request, response, timeoutMs);
      } finally {
        if (slow) clearTimeout(slow);
      }
    },
    close,
  };
};
