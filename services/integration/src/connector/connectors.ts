import type { Connection, ConnectionType } from '../connection/connection.ts';
import type { Connector } from './connector.ts';

/** The kinds of external systems by their names: the registry, or what a test gives beside it. */
export type Connectors = Readonly<Record<ConnectionType, Connector>>;

/** The connector of a connection. Throws for a kind that this deployment does not have, of which none can be created. */
export const connectorOf = (connectors: Connectors, { type }: Pick<Connection, 'type'>): Connector => {
  const connector = connectors[type];
  if (!connector) throw new Error(`There is no connector of the type ${type}.`);
  return connector;
};
