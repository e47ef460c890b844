import { type Clock, errorFields, type Leases, type Log, makeSoleWorker, type Runner } from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection, ConnectionType } from '../connection/connection.ts';
import type { Connectors } from '../connector/connector.ts';
import type { RemoteContexts } from './open-remote.ts';

type Parts = {
  connectors: Connectors;
  store: Pick<ConnectionStore, 'listByType'>;
  toContext: RemoteContexts;
  leases: Leases;
  clock: Clock;
  log: Log;
  /** The pause between two looks, in milliseconds. */
  everyMs?: number;
};

const EVERY_MS = 60_000;

/**
 * Keeps the sessions of active connections alive, where the system ends idle ones. One replica does, and pings all of them when
 * it takes over. After a failure the next request logs in again.
 */
export const makeKeepAlive = (parts: Parts): Runner => {
  const { connectors, store, toContext, leases, clock, log, everyMs = EVERY_MS } = parts;
  const dueAt = new Map<string, number>();

  const ping = async (connection: Connection, signal: AbortSignal): Promise<void> => {
    const keepAlive = connectors[connection.type]?.keepAlive;
    const now = clock().getTime();
    if (!keepAlive || (dueAt.get(connection.id) ?? 0) > now) return;
    dueAt.set(connection.id, now + keepAlive.everyMs);
    try {
      await keepAlive.ping(toContext(connection, signal));
    } catch (error) {
      if (signal.aborted) return;
      log.info('a session was not kept alive', { connection_id: connection.id, ...errorFields(error) });
    }
  };

  const work = async (_lease: unknown, signal: AbortSignal): Promise<void> => {
    const types = Object.values(connectors).flatMap(({ type, keepAlive }): ConnectionType[] =>
      keepAlive ? [type] : [],
    );
    const found = (await Promise.all(types.map((type) => store.listByType(type)))).flat();
    const active = found.filter(({ status }) => status === 'active');
    const ids = new Set(active.map(({ id }) => id));
    for (const id of dueAt.keys()) if (!ids.has(id)) dueAt.delete(id);
    for (const connection of active) if (!signal.aborted) await ping(connection, signal);
  };

  return makeSoleWorker({ name: 'keep-alive', leases, work, everyMs, log });
};
