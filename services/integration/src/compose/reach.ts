import {
  type ClientCertificate,
  type Clock,
  type Kit,
  leaseDefinition,
  makeLeases,
  makeOutboundClient,
  makeSealer,
} from '@qsc/service-kit';
import { credentialDefinition, makeCredentialStore } from '../authorization/credential.store.ts';
import { makeCredentials } from '../authorization/credentials.ts';
import { makeGrants } from '../authorization/grant.ts';
import { makeOauthClient } from '../authorization/oauth.ts';
import { makeStateStore, stateDefinition } from '../authorization/state.store.ts';
import type { IntegrationConfig } from '../config.ts';
import { connectionDefinition, makeConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import { makeSecretBox, type SecretBox } from '../connection/secret.ts';
import type { Connectors } from '../connector/connector.ts';
import { makeKeepAlive } from '../remote/keep-alive.ts';
import { makeOpenRemote, makeRemoteContexts } from '../remote/open-remote.ts';
import { makeOutboundClients } from '../remote/outbound-clients.ts';
import type { AuthorizationLost } from '../remote/remote-error.ts';
import { makeRemoteCall, type RetryRules } from '../remote/transport.ts';

export const connectionCollections = [connectionDefinition, credentialDefinition, stateDefinition, leaseDefinition];

/** What a test may set: the retry delays, the random numbers, the clock of leases, the interval of keep-alive, and the trusted
 * certificate authorities. */
export type ReachOptions = Partial<RetryRules> & {
  leaseClock?: Clock;
  keepAliveEveryMs?: number;
  authorities?: readonly string[];
};

const NO_RETRY: readonly number[] = [];

/** The stores of connections. */
export const openConnectionStores = ({ open, clock }: Kit, config: IntegrationConfig, leaseClock: Clock) => {
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

type Around = ReachOptions & {
  config: IntegrationConfig;
  connectors: Connectors;
  /** Puts a connection into `error` whose authorization is lost. */
  fail: (connection: Connection, loss: AuthorizationLost) => Promise<void>;
};

/** The outbound clients: a shared one, and one for each connection with a client certificate. */
const openOutboundClients = (secrets: SecretBox, { config, authorities }: Around) => {
  const calling = { allowedNetworks: config.OUTBOUND_ALLOWED_NETWORKS, ...(authorities ? { authorities } : {}) };
  const shared = makeOutboundClient(calling);
  const showing = (clientCertificate: ClientCertificate) => makeOutboundClient({ ...calling, clientCertificate });
  return { shared, ...makeOutboundClients({ shared, showing, secrets }) };
};

/** How external systems are called, and their credentials. `openOnce` does not retry, since a user waits. */
export const makeReach = (kit: Kit, stores: ReturnType<typeof openConnectionStores>, around: Around) => {
  const { clock, log, unitOfWork } = kit;
  const { store, secrets, leases } = stores;
  const { connectors, delaysMs, random, fail, keepAliveEveryMs: everyMs } = around;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { shared: outbound, selectOutbound, release, close } = openOutboundClients(secrets, around);
  const transport = { ...(delaysMs ? { delaysMs } : {}), ...(random ? { random } : {}) };
  const oauth = makeOauthClient(outbound);
  // Of a login: who needs it tries again, and every try more counts at a partner that limits logins.
  const send = makeRemoteCall({ ...transport, delaysMs: NO_RETRY, outbound, access: null, signal });
  const grants = makeGrants({ connectors, secrets, oauth, send, signal, clock, log });
  const credentials = makeCredentials({
    ...{ connectors, grants, secrets, leases, unitOfWork, signal, clock, log },
    store: stores.credentialStore,
    onLost: fail,
  });
  const reaching = { ...transport, selectOutbound, credentials, log, clock };
  const openRemote = makeOpenRemote({ ...reaching, connectors });
  const openOnce = makeOpenRemote({ ...reaching, connectors, delaysMs: NO_RETRY });
  const toContext = makeRemoteContexts(reaching);
  const pauses = everyMs === undefined ? {} : { everyMs };
  const keepAlive = makeKeepAlive({ connectors, store, toContext, leases, clock, log, ...pauses });
  const stop = async () => {
    // First, so that a renewal ends: the partner may refuse the former credential already.
    await keepAlive.stop();
    stopping.abort(new Error('The service stops.'));
    await close();
  };
  return {
    oauth,
    grants,
    credentials,
    openRemote,
    openOnce,
    toContext,
    outbound,
    signal,
    release,
    start: keepAlive.start,
    stop,
  };
};
