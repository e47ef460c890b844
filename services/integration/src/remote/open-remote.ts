import type { Clock, Log } from '@qsc/service-kit';
import type { Credentials } from '../authorization/credentials.ts';
import type { Connection } from '../connection/connection.ts';
import type { RemoteSystem } from '../connector/connector.ts';
import { type Connectors, connectorOf } from '../connector/connectors.ts';
import { makeRemoteCall, type TransportParts } from './transport.ts';

/**
 * Opens the external system of a connection; its credential is asked for with each request. Nothing has to be closed; the
 * signal ends what is under way.
 */
export type OpenRemote = (connection: Connection, signal: AbortSignal) => Promise<RemoteSystem>;

type Parts = Omit<TransportParts, 'signal' | 'access'> & {
  connectors: Connectors;
  credentials: Pick<Credentials, 'accessOf'>;
  log: Log;
  clock: Clock;
};

/** How all of the service reaches external systems. */
export const makeOpenRemote =
  ({ connectors, credentials, log, clock, ...transport }: Parts): OpenRemote =>
  async (connection, signal) => {
    const { endpoints, authentication } = connection;
    const call = makeRemoteCall({ ...transport, access: credentials.accessOf(connection), signal });
    return connectorOf(connectors, connection).open({ endpoints, authentication, call, log, now: clock, signal });
  };
