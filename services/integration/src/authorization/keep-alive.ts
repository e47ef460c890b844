import { type Clock, type Leases, type Log, makeSoleWorker, type Runner } from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection, ConnectionType } from '../connection/connection.ts';
import type { Connectors } from '../connector/connectors.ts';
import type { RemoteContexts } from '../remote/open-remote.ts';
import type { Credentials } from './credentials.ts';

type Parts = {
  connections: Pick<ConnectionStore, 'ofType'>;
  credentials: Pick<Credentials, 'held'>;
  connectors: Connectors;
  contextOf: RemoteContexts;
  leases: Leases;
  clock: Clock;
  log: Log;
  everyMs?: number;
};

const EVERY_MS = 60_000;
const AT_ONCE = 8;

/**
 * Keeps the sessions of active connections alive, where a kind of system ends those that are idle, so that a login is not
 * needed for each synchronisation. One replica does it for all; a session that there is not is not opened for it.
 */
export const makeKeepAlive = (parts: Parts): Runner => {
  const { connections, credentials, connectors, contextOf, leases, clock, log, everyMs = EVERY_MS } = parts;
  const pinged = new Map<string, number>();

  const isDue = ({ id, type, status }: Connection): boolean => {
    const period = connectors[type]?.keepAlive?.everyMs ?? Number.POSITIVE_INFINITY;
    return status === 'active' && clock().getTime() - (pinged.get(id) ?? 0) >= period;
  };

  const ping = async (connection: Connection, signal: AbortSignal): Promise<void> => {
    const { keepAlive } = connectors[connection.type] ?? {};
    if (!keepAlive || (await credentials.held(connection)) === null) return;
    pinged.set(connection.id, clock().getTime());
    try {
      await keepAlive.ping(contextOf(connection, signal));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) log.info('a session was not kept alive', { connection_id: connection.id, reason });
    }
  };

  const passOver = async (type: ConnectionType, signal: AbortSignal): Promise<void> => {
    const all = await connections.ofType(type);
    const due = all.filter(isDue);
    for (let from = 0; from < due.length && !signal.aborted; from += AT_ONCE)
      await Promise.all(due.slice(from, from + AT_ONCE).map((connection) => ping(connection, signal)));
  };

  const kept = Object.values(connectors).filter(({ keepAlive }) => keepAlive !== null);
  return makeSoleWorker({
    name: 'keep-alive',
    ...{ leases, everyMs, log },
    async work(_lease, signal) {
      for (const { type } of kept) await passOver(type, signal);
    },
  });
};
