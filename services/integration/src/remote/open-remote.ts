import type { Clock, Log } from '@qsc/service-kit';
import type { Credentials } from '../authorization/credentials.ts';
import type { Connection } from '../connection/connection.ts';
import type { RemoteContext, RemoteSystem } from '../connector/connector.ts';
import { type Connectors, getConnector } from '../connector/connector.ts';
import type { SelectOutbound } from './outbound-clients.ts';
import { makeRemoteCall, type TransportParts } from './transport.ts';

/**
 * Opens the external system of a connection; its credential is read with each request. Nothing has to be closed; the
 * signal aborts requests in flight.
 */
export type OpenRemote = (connection: Connection, signal: AbortSignal) => Promise<RemoteSystem>;

type Parts = Omit<TransportParts, 'signal' | 'access' | 'outbound'> & {
  selectOutbound: SelectOutbound;
  connectors: Connectors;
  credentials: Pick<Credentials, 'getAccess'>;
  log: Log;
  clock: Clock;
};

/** What a connector needs to speak with the external system of a connection. */
export type RemoteContexts = (connection: Connection, signal: AbortSignal) => RemoteContext;

export const makeRemoteContexts =
  ({ credentials, selectOutbound, log, clock, ...transport }: Omit<Parts, 'connectors'>): RemoteContexts =>
  (connection, signal) => {
    const { endpoints, authentication } = connection;
    const [outbound, access] = [selectOutbound(connection), credentials.getAccess(connection)];
    const call = makeRemoteCall({ ...transport, outbound, access, signal });
    return { endpoints, authentication, call, log, now: clock, signal };
  };

/** Opens the external systems of connections. */
export const makeOpenRemote = (parts: Parts): OpenRemote => {
  const toContext = makeRemoteContexts(parts);
  return async (connection, signal) => getConnector(parts.connectors, connection).open(toContext(connection, signal));
};
