import { type AnyRoute, type Change, type Kit, makeOutboundRule, refuseLiteral, systemClock } from '@qsc/service-kit';
import { authorizationRoutes, CALLBACK_PATH } from '../authorization/authorization.routes.ts';
import { makeAuthorizationService } from '../authorization/authorization.service.ts';
import type { IntegrationConfig } from '../config.ts';
import { connectionRoutes } from '../connection/connection.routes.ts';
import { type ConnectionService, makeConnectionService } from '../connection/connection.service.ts';
import type { Connection } from '../connection/connection.ts';
import { makeTestConnection } from '../connection/test.service.ts';
import type { Connectors } from '../connector/connector.ts';
import { mappingRoutes } from '../mapping/mapping.routes.ts';
import { makeMappingService, requireFittingStill } from '../mapping/mapping.service.ts';
import type { Reread } from '../sync/reread.ts';
import { makeReach, openConnectionStores, type ReachOptions } from './reach.ts';

export { connectionCollections } from './reach.ts';

export type ConnectionOptions = ReachOptions;

type Around = ConnectionOptions & {
  connectors: Connectors;
  reread: Reread;
  leave: (before: Connection, after: Connection | null) => Change[];
  /** Called with the ids of a connection after each act on it. */
  onChange: (connection: Pick<Connection, 'id' | 'org_id'>) => void;
};

/** Connections and the access to their external systems. */
export const composeConnections = (kit: Kit, config: IntegrationConfig, around: Around) => {
  const { clock, unitOfWork } = kit;
  const { connectors, reread, leave, onChange, leaseClock = systemClock } = around;
  const stores = openConnectionStores(kit, config, leaseClock);
  const { store, secrets, states, leases, credentialStore } = stores;
  const rule = makeOutboundRule(config.OUTBOUND_ALLOWED_NETWORKS);
  const fail: ConnectionService['fail'] = (connection, loss) => connections.fail(connection, loss);
  const { start, stop, release, ...reach } = makeReach(kit, stores, { ...around, config, fail });
  const connections = makeConnectionService({
    ...{ store, secrets, connectors, unitOfWork, clock, reread, leave },
    onChange(connection, now) {
      release(connection.id, now);
      onChange(connection);
    },
    credentials: credentialStore,
    requireAllowed: (address) => refuseLiteral(address, rule),
    requireFitting: (before, after) => requireFittingStill(before, after, connectors),
    isAuthorized: reach.credentials.isThere,
  });
  const redirectUri = new URL(`/v1${CALLBACK_PATH}`, config.BASE_URL).href;
  const authorizations = makeAuthorizationService({
    ...reach,
    ...{ store, secrets, states, unitOfWork, clock, redirectUri },
  });
  const mappings = makeMappingService({ ...reach, store, connectors, reread, leave, onChange, unitOfWork });
  const routes: AnyRoute[] = [
    ...authorizationRoutes(authorizations),
    ...connectionRoutes(connections, makeTestConnection({ store, clock, ...reach })),
    ...mappingRoutes(mappings),
  ];
  return { routes, connections, store, credentialStore, connectors, leases, ...reach, start, stop };
};

export type ConnectionParts = ReturnType<typeof composeConnections>;
