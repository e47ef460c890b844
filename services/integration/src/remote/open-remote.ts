import type { Clock, Log } from '@qsc/service-kit';
import type { Credentials } from '../authorization/credentials.ts';
import type { Connection } from '../connection/connection.ts';
import type { RemoteContext, RemoteSystem } from '../connector/connector.ts';
import { type Connectors, connectorOf } from '../connector/connector.ts';
import type { OutboundOf } from './outbound-of.ts';
import { makeRemoteCall, type TransportParts } from './transport.ts';

/**
 * Opens the external system of a connection; its credential is asked for with each request. Nothing has to be closed; the
 * signal ends what is under way.
 */
export type OpenRemote = (connection: Connection, signal: AbortSignal) => Promise<RemoteSystem>;

type Parts = Omit<TransportParts, 'signal' | 'access' | 'outbound'> & {
  outboundOf: OutboundOf;
  connectors: Connectors;
  credentials: Pick<Credentials, 'accessOf'>;
  log: Log;
  clock: Clock;
};

/** What a connector needs to speak with the external system of a connection. */
export type RemoteContexts = (connection: Connection, signal: AbortSignal) => RemoteContext;

export const makeRemoteContexts =
  ({ credentials, outboundOf, log, clock, ...transport }: Omit<Parts, 'connectors'>): RemoteContexts =>
  (connection, signal) => {
    const { endpoints, authentication } = connection;
    const [outbound, access] = [outboundOf(connection), credentials.accessOf(connection)];
    const call = makeRemoteCall({ ...transport, outbound, access, signal });
    return { endpoints, authentication, call, log, now: clock, signal };
  };

/** How all of the service reaches external systems. */
export const makeOpenRemote = (parts: Parts): OpenRemote => {
  const contextOf = makeRemoteContexts(parts);
  return async (connection, signal) => connectorOf(parts.connectors, connection).open(contextOf(connection, signal));
};
