import { type Log, makeOutboundClient, type OutboundClient, parseNetwork } from '@qsc/service-kit';
import type { LoginContext, RemoteSystem } from '../../src/connector/connector.ts';
import { tryton } from '../../src/connector/tryton/tryton.ts';
import type { Credential } from '../../src/remote/remote.ts';
import { type Access, makeRemoteCall, type VersionedCredential } from '../../src/remote/transport.ts';
import type { TrytonServer } from './tryton-server.ts';

/** A user of a Tryton, as a connection is one. */
export type TrytonUser = {
  remote: RemoteSystem;
  /** How often it has logged in. */
  logins(): number;
  /** Ends the session that it has, as Tryton does with one that is not used. */
  endSession(): Promise<void>;
  /** The next answer of that method gets lost, after Tryton has carried out the call; a status replaces it. */
  loseAnswer(method: string, status?: number): void;
  close(): Promise<void>;
};

type Options = Partial<Pick<TrytonServer, 'username' | 'password'>>;

const LOOPBACK = [parseNetwork('127.0.0.1/32')].filter((network) => network !== null);

const withLosses = (client: OutboundClient) => {
  const lost = new Map<string, number | null>();
  const send: OutboundClient['send'] = async (request) => {
    const outcome = await client.send(request);
    const { method } = JSON.parse(String(request.body)) as { method: string };
    const status = lost.get(method);
    if (!lost.delete(method)) return outcome;
    if (status && outcome.outcome === 'answered') return { ...outcome, status, body: Buffer.from('<html>') };
    return { outcome: 'failed', reason: 'timeout', message: 'The receiver did not answer in time.', durationMs: 0 };
  };
  return { send, lost };
};

/** Opens the connector as the service does, except that the session is in memory. */
export const openTryton = (server: TrytonServer, options: Options = {}): TrytonUser => {
  const client = makeOutboundClient({ allowedNetworks: LOOPBACK });
  const { send, lost } = withLosses(client);
  const { signal } = new AbortController();
  const { username, password } = { ...server, ...options };
  const context: Omit<LoginContext, 'send' | 'secrets'> = {
    endpoints: { api_base: server.url, api_version: null, host: null },
    authentication: { type: 'session', username },
    log: {} as Log,
    now: () => new Date(),
    signal,
  };
  const wire = { outbound: { send }, signal, delaysMs: [1, 1] };
  let latest: VersionedCredential | null = null;
  let logins = 0;
  const logIn = async (): Promise<VersionedCredential> => {
    logins += 1;
    const open = { ...context, secrets: { password }, send: makeRemoteCall({ ...wire, access: null }) };
    latest = { credential: (await tryton.login?.(open)) as Credential, version: logins };
    return latest;
  };
  const access: Access = { current: async () => latest ?? logIn(), renew: logIn, apply: tryton.apply };
  const call = makeRemoteCall({ ...wire, access });
  return {
    remote: tryton.open({ ...context, call }),
    logins: () => logins,
    async endSession() {
      const body = JSON.stringify({ id: 1, method: 'common.db.logout', params: [] });
      await call(
        { url: `${server.url}/`, method: 'POST', headers: { 'content-type': 'application/json' }, body },
        () => {},
      );
    },
    loseAnswer: (method, status) => void lost.set(method, status ?? null),
    close: () => client.close(),
  };
};
