import {
  type AnyRoute,
  type Clock,
  type Kit,
  leaseDefinition,
  makeLeases,
  makeOutboundClient,
  makeOutboundRule,
  makeSealer,
  refuseLiteral,
  systemClock,
} from '@qsc/service-kit';
import { authorizationRoutes, CALLBACK_PATH } from '../authorization/authorization.routes.ts';
import { makeAuthorizationService } from '../authorization/authorization.service.ts';
import { credentialDefinition, makeCredentialStore } from '../authorization/credential.store.ts';
import { makeCredentials } from '../authorization/credentials.ts';
import { makeGrants } from '../authorization/grant.ts';
import { makeOauthClient } from '../authorization/oauth.ts';
import { makeStateStore, stateDefinition } from '../authorization/state.store.ts';
import type { IntegrationConfig } from '../config.ts';
import { connectionRoutes } from '../connection/connection.routes.ts';
import { makeConnectionService } from '../connection/connection.service.ts';
import { connectionDefinition, makeConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import { makeSecretBox } from '../connection/secret.ts';
import { makeTestConnection } from '../connection/test.service.ts';
import type { Connectors } from '../connector/connectors.ts';
import { mappingRoutes } from '../mapping/mapping.routes.ts';
import { makeMappingService, requireFitting } from '../mapping/mapping.service.ts';
import { makeOpenRemote, makeRemoteContexts } from '../remote/open-remote.ts';
import { makeRemoteCall, type RetryRules } from '../remote/transport.ts';

export const connectionCollections = [connectionDefinition, credentialDefinition, stateDefinition, leaseDefinition];

/** What a test may set: the pauses between tries, chance, and the time by which leases run. */
export type ConnectionOptions = Partial<RetryRules> & { leaseClock?: Clock };

type Around = ConnectionOptions & {
  connectors: Connectors;
  /** Called with the ids of a connection after each act on it. */
  onChange: (connection: Pick<Connection, 'id' | 'org_id'>) => void;
};

const openStores = ({ open, clock }: Kit, config: IntegrationConfig, leaseClock: Clock) => {
  const sealing = { key: config.INTEGRATION_ENCRYPTION_KEY, formerKeys: config.INTEGRATION_ENCRYPTION_FORMER_KEYS };
  const credentialSealer = makeSealer({ ...sealing, purpose: 'integration-credentials' });
  return {
    store: makeConnectionStore(open(connectionDefinition)),
    secrets: makeSecretBox(makeSealer({ ...sealing, purpose: 'integration-secrets' })),
    credentialStore: makeCredentialStore({ rows: open(credentialDefinition), sealer: credentialSealer, clock }),
    states: makeStateStore(open(stateDefinition), credentialSealer),
    leases: makeLeases({ rows: open(leaseDefinition), clock: leaseClock }),
  };
};

type Stores = ReturnType<typeof openStores>;

/** How external systems are reached and how the right to it is kept. */
const makeReach = (kit: Kit, stores: Stores, around: Around & { config: IntegrationConfig; fail: Fail }) => {
  const { clock, log, unitOfWork } = kit;
  const { secrets, leases } = stores;
  const { connectors, delaysMs, random, fail } = around;
  const retry = { ...(delaysMs ? { delaysMs } : {}), ...(random ? { random } : {}) };
  const stopping = new AbortController();
  const { signal } = stopping;
  const outbound = makeOutboundClient({ allowedNetworks: around.config.OUTBOUND_ALLOWED_NETWORKS });
  const oauth = makeOauthClient(outbound);
  const send = makeRemoteCall({ ...retry, outbound, access: null, signal });
  const grants = makeGrants({ connectors, secrets, oauth, send, signal, clock, log });
  const credentials = makeCredentials({
    ...{ connectors, grants, secrets, leases, unitOfWork, clock },
    store: stores.credentialStore,
    onLost: (connection, { message }) => fail(connection, { code: 'authorization_lost', message: whatToDo(message) }),
  });
  const openRemote = makeOpenRemote({ ...retry, outbound, connectors, credentials, log, clock });
  const contextOf = makeRemoteContexts({ ...retry, outbound, credentials, log, clock });
  const stop = async () => {
    stopping.abort(new Error('The service stops.'));
    await outbound.close();
  };
  return { oauth, grants, credentials, openRemote, contextOf, outbound, signal, stop };
};

type Fail = ReturnType<typeof makeConnectionService>['fail'];

const whatToDo = (message: string): string =>
  `${message} Check its settings, authorize the connection again (POST …/authorize), and enable it (POST …/enable).`;

/** Connections and the way to their external systems. */
export const composeConnections = (kit: Kit, config: IntegrationConfig, around: Around) => {
  const { clock, unitOfWork } = kit;
  const { connectors, onChange, leaseClock = systemClock } = around;
  const stores = openStores(kit, config, leaseClock);
  const { store, secrets } = stores;
  const rule = makeOutboundRule(config.OUTBOUND_ALLOWED_NETWORKS);
  const fail: Fail = (connection, problem) => connections.fail(connection, problem);
  const reach = makeReach(kit, stores, { ...around, config, fail });
  const { openRemote, signal } = reach;
  const connections = makeConnectionService({
    ...{ store, secrets, connectors, unitOfWork, clock, onChange },
    credentials: stores.credentialStore,
    requireAllowed: (address) => refuseLiteral(address, rule),
    requireFitting: (connection) => requireFitting(connection, connectors),
    isAuthorized: reach.credentials.isThere,
  });
  const authorizations = makeAuthorizationService({
    ...reach,
    ...{ store, secrets, unitOfWork, clock },
    states: stores.states,
    redirectUri: new URL(`/v1${CALLBACK_PATH}`, config.BASE_URL).href,
  });
  const test = makeTestConnection({ store, openRemote, signal, clock });
  const mappings = makeMappingService({ store, connectors, onChange, unitOfWork });
  const routes: AnyRoute[] = [
    ...authorizationRoutes(authorizations),
    ...connectionRoutes(connections, test),
    ...mappingRoutes(mappings),
  ];
  const { credentials, contextOf, outbound, stop } = reach;
  const { leases } = stores;
  return { routes, connections, store, connectors, credentials, contextOf, openRemote, leases, outbound, signal, stop };
};

export type ConnectionParts = ReturnType<typeof composeConnections>;
