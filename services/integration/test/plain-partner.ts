import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Connector } from '../src/connector/connector.ts';
import type { RemoteAnswer } from '../src/remote/remote.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../src/remote/remote-error.ts';

export type PlainAnswer = { status: number; headers?: Record<string, string>; body?: string };

/** An external system that answers as a test says, with a login by user name and password. */
export type PlainPartner = {
  url: string;
  /** The requests, method and path. */
  seen: { path: string; headers: IncomingMessage['headers'] }[];
  password: string;
  logins: number;
  /** The answers to the next requests of `/ping`, before it answers as it does. */
  next: (PlainAnswer | 'hang up')[];
  /** Logins are answered after it. */
  beforeLogin: (() => Promise<unknown>) | null;
  /** Ends the sessions that there are. */
  endSessions(): void;
  stop(): Promise<void>;
};

/** Starts it on a free port. */
export const startPlainPartner = async (): Promise<PlainPartner> => {
  let generation = 1;
  const partner: Omit<PlainPartner, 'url' | 'stop'> = {
    seen: [],
    password: 'right',
    logins: 0,
    next: [],
    beforeLogin: null,
    endSessions: () => {
      generation += 1;
    },
  };
  const login = (sent: string): PlainAnswer => {
    partner.logins += 1;
    const { password } = JSON.parse(sent) as { password: string };
    return password === partner.password
      ? { status: 200, body: JSON.stringify({ session: `session-${generation}-${partner.logins}` }) }
      : { status: 401, body: 'the raw words of the partner' };
  };
  const isKnown = ({ 'x-session': session, authorization, 'x-api-key': key }: IncomingMessage['headers']): boolean =>
    String(session).startsWith(`session-${generation}-`) ||
    key === partner.password ||
    authorization === `Basic ${btoa(`ann:${partner.password}`)}`;
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    partner.seen.push({ path: `${request.method} ${request.url}`, headers: request.headers });
    const planned = request.url === '/ping' ? partner.next.shift() : undefined;
    if (request.url === '/login') await partner.beforeLogin?.();
    if (planned === 'hang up') return void request.socket.destroy();
    const usual = (): PlainAnswer => ({ status: isKnown(request.headers) ? 200 : 401, body: '{"version":"v1"}' });
    const { status, headers = {}, body = '' } = planned ?? (request.url === '/login' ? login(sent) : usual());
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(partner, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

const read = ({ status, body }: RemoteAnswer): { version: string } => {
  if (status === 401) throw new RemoteRefusal('INVALID_SESSION', 'The session is not valid.');
  if (status === 403) throw new RemoteRefusal('NO_PERMISSION', 'The user may not use the API.');
  if (status === 404) throw new RemoteRefusal('RECORD_NOT_FOUND', 'The record is not there.');
  if (status === 429) throw new RemoteRefusal('RATE_LIMIT', 'Too many requests.', { retryAfterMs: 20 });
  if (status >= 500) throw new RemoteTrouble('The external system failed.');
  return JSON.parse(String(body)) as { version: string };
};

const nothing = async function* () {};

/** A connector of the tests' own: it logs in at `/login`, calls `/ping`, and has no records. */
export const plainConnector: Connector = {
  type: 'tryton',
  authenticationTypes: ['oauth2', 'session', 'basic', 'api_key'],
  changeField: null,
  async login({ endpoints, authentication, secrets, send }) {
    const body = JSON.stringify({ username: authentication.username, password: secrets.password });
    return send({ url: `${endpoints.api_base}/login`, method: 'POST', body, once: true }, (answer) => {
      if (answer.status === 401) throw new AuthorizationLost('The user name or the password is not right.');
      const { session } = JSON.parse(String(answer.body)) as { session: string };
      return { values: { session }, expiresAt: null };
    });
  },
  exchange: null,
  apply: (request, { values }) => ({ ...request, headers: { ...request.headers, 'x-session': values.session ?? '' } }),
  keepAlive: null,
  open: ({ endpoints, call }) => ({
    async test() {
      const { version } = await call({ url: `${endpoints.api_base}/ping`, method: 'GET' }, read);
      return { apiVersion: version, checks: [{ name: 'api', ok: true, message: null }] };
    },
    now: async () => null,
    changedSince: nothing,
    fetch: async () => [],
    keys: nothing,
    deletions: null,
    upsert: null,
    maxBatch: 1,
    content: null,
    act: null,
  }),
  inbound: null,
};
