import { entityKinds } from '@qsc/contracts';
import { ENTITY_CHANGES } from '@qsc/contracts/events';
import {
  type AnyRoute,
  type Change,
  type ClientCertificate,
  type Clock,
  type Composed,
  errorFields,
  type Kit,
  leaseDefinition,
  makeKindBinding,
  makeLeases,
  makeOutboundClient,
  makeOutboundRule,
  makeSealer,
  makeServiceClient,
  meshMember,
  type Runner,
  type RunningService,
  refuseLiteral,
  type StartOptions,
  startService,
  systemClock,
  type TlsConfig,
} from '@qsc/service-kit';
import { authorizationRoutes, CALLBACK_PATH } from './authorization/authorization.routes.ts';
import { makeAuthorizationService } from './authorization/authorization.service.ts';
import { credentialDefinition, makeCredentialStore } from './authorization/credential.store.ts';
import { makeCredentials } from './authorization/credentials.ts';
import { makeGrants } from './authorization/grant.ts';
import { makeOauthClient } from './authorization/oauth.ts';
import { makeStateStore, stateDefinition } from './authorization/state.store.ts';
import type { IntegrationConfig } from './config.ts';
import { conflictRoutes } from './conflict/conflict.routes.ts';
import { makeConflictService } from './conflict/conflict.service.ts';
import { type ConflictStore, conflictDefinition, makeConflictStore } from './conflict/conflict.store.ts';
import { makeDecisionLock } from './conflict/decision-lock.ts';
import {
  makePendingDecisionStore,
  type PendingDecisionStore,
  pendingDecisionDefinition,
} from './conflict/pending-decision.store.ts';
import { connectionRoutes } from './connection/connection.routes.ts';
import { type ConnectionService, makeConnectionService } from './connection/connection.service.ts';
import { connectionDefinition, makeConnectionStore } from './connection/connection.store.ts';
import type { Connection, ConnectionType } from './connection/connection.ts';
import { makeSecretBox, type SecretBox } from './connection/secret.ts';
import { makeTestConnection } from './connection/test.service.ts';
import type { Connectors } from './connector/connector.ts';
import { CONNECTORS } from './connector/registry.ts';
import { healthRoutes } from './health/health.routes.ts';
import { INBOUND_PATH, inboundRoutes } from './inbound/inbound.routes.ts';
import { makeInboundService } from './inbound/inbound.service.ts';
import { makeNoticeStore, type NoticeStore, noticeDefinition } from './inbound/notice.store.ts';
import { makeSenderDirectory } from './inbound/sender-directory.ts';
import { type LinkStore, linkDefinition, makeLinkStore } from './link/link.store.ts';
import { LOCAL_CHANGE_QUEUE, makeLocalChanges } from './link/local-change.ts';
import { makeNewLinksStore, newLinksDefinition } from './link/new-links.store.ts';
import { makeUploadCertificate } from './local/certificate.client.ts';
import type { LocalRecords } from './local/local-record.ts';
import { makeLocalRecords } from './local/local-records.ts';
import { makeLocalStates } from './local/local-state.ts';
import { mappingRoutes } from './mapping/mapping.routes.ts';
import { makeMappingService, requireFitting } from './mapping/mapping.service.ts';
import { combineMirrors } from './mirror/combine-mirrors.ts';
import type { Mirror } from './mirror/mirror.ts';
import { makeMirrorContent } from './mirror/mirror-content.ts';
import { makeMirrorSignature } from './mirror/mirror-signature.ts';
import { makeMirrorState } from './mirror/mirror-state.ts';
import { externalSignatureDefinition, makeRecordSignature } from './mirror/signature.store.ts';
import { makeOrphanStore, orphanDefinition } from './orphan/orphan.store.ts';
import { makeOrphanSweep } from './orphan/orphan.sweep.ts';
import { toOrphan } from './orphan/orphan.ts';
import { parkedRoutes } from './parked/parked.routes.ts';
import { makeParkedStore, parkedDefinition } from './parked/parked.store.ts';
import { makeKeepAlive } from './remote/keep-alive.ts';
import { makeOpenRemote, makeRemoteContexts } from './remote/open-remote.ts';
import { makeOutboundClients } from './remote/outbound-clients.ts';
import type { AuthorizationLost } from './remote/remote-error.ts';
import { makeRemoteCall, type RetryRules } from './remote/transport.ts';
import { sourceRoutes } from './source/source.routes.ts';
import { makeSourceService } from './source/source.service.ts';
import { makeCarryOut, type Stage } from './sync/carry-out.ts';
import { makeComparison } from './sync/comparison.ts';
import { cursorDefinition, makeCursorStore } from './sync/cursor.store.ts';
import { makeInbound } from './sync/inbound.ts';
import { makeIntervals } from './sync/interval.ts';
import { makeMappingSummaries } from './sync/mapping-summary.ts';
import { makeMirrorItems } from './sync/mirroring.ts';
import { makeCheckNewLinks } from './sync/new-links.ts';
import { makeNoticeRunner } from './sync/notice-runner.ts';
import { makeNotifiedStage } from './sync/notified-records.ts';
import { makeOutbound } from './sync/outbound.ts';
import { makeReading } from './sync/reading.ts';
import { makeReconcile } from './sync/reconcile.ts';
import { makeRecordLookup } from './sync/record-lookup.ts';
import { makeReread, type Reread } from './sync/reread.ts';
import { makeRestored } from './sync/restored.ts';
import { makeReview } from './sync/review.ts';
import { makeSaveAgreed } from './sync/save-agreed.ts';
import { makeSettle } from './sync/settlement.ts';
import { makeConflictChanges } from './sync/settling-conflicts.ts';
import { syncRoutes } from './sync/sync.routes.ts';
import { makeSyncService } from './sync/sync.service.ts';
import { makeSyncStore, syncDefinition } from './sync/sync.store.ts';
import type { SyncTrigger } from './sync/sync.ts';
import { type CountSync, makeSyncMetrics } from './sync/sync-metrics.ts';
import { makeThereAlready } from './sync/there-already.ts';
import { makeReferences, makeReplay } from './sync/waiting.ts';
import { makeSyncWorker } from './sync/worker.ts';

export const conflictCollections = [conflictDefinition, pendingDecisionDefinition];

type ConflictDependencies = {
  /** Throws `not_found`. */
  connections: { get(orgId: string, id: string): Promise<Pick<Connection, 'sync_config' | 'mappings'>> };
  links: Pick<LinkStore, 'find' | 'update'>;
  records: Pick<LocalRecords, 'read' | 'write'>;
};

/** The fields that wait for somebody: their store, which the synchronisation fills, the decisions of them, and their routes. */
export const composeConflicts = (
  { open, unitOfWork }: Kit,
  dependencies: ConflictDependencies,
): { store: ConflictStore; pendingDecisions: PendingDecisionStore; routes: AnyRoute[] } => {
  const store = makeConflictStore(open(conflictDefinition));
  const pendingDecisions = makePendingDecisionStore(open(pendingDecisionDefinition));
  const locks = makeDecisionLock({ held: pendingDecisions, unitOfWork });
  const routes = conflictRoutes(makeConflictService({ store, locks, unitOfWork, ...dependencies }));
  return { store, pendingDecisions, routes };
};

const connectionCollections = [connectionDefinition, credentialDefinition, stateDefinition, leaseDefinition];

/** What a test may set: the retry delays, the random numbers, the clock of leases, the interval of keep-alive, and the trusted
 * certificate authorities. */
type ReachOptions = Partial<RetryRules> & {
  leaseClock?: Clock;
  keepAliveEveryMs?: number;
  authorities?: readonly string[];
};

const NO_RETRY: readonly number[] = [];

/** The stores of connections. */
const openConnectionStores = ({ open, clock }: Kit, config: IntegrationConfig, leaseClock: Clock) => {
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

type ReachDependencies = ReachOptions & {
  config: IntegrationConfig;
  connectors: Connectors;
  /** Puts a connection into `error` whose authorization is lost. */
  fail: (connection: Connection, loss: AuthorizationLost) => Promise<void>;
};

/** The outbound clients: a shared one, and one for each connection with a client certificate. */
const openOutboundClients = (secrets: SecretBox, { config, authorities }: ReachDependencies) => {
  const calling = { allowedNetworks: config.OUTBOUND_ALLOWED_NETWORKS, ...(authorities ? { authorities } : {}) };
  const shared = makeOutboundClient(calling);
  const showing = (clientCertificate: ClientCertificate) => makeOutboundClient({ ...calling, clientCertificate });
  return { shared, ...makeOutboundClients({ shared, showing, secrets }) };
};

/** How external systems are called, and their credentials. `openOnce` does not retry, since a user waits. */
const makeReach = (kit: Kit, stores: ReturnType<typeof openConnectionStores>, dependencies: ReachDependencies) => {
  const { clock, log, unitOfWork } = kit;
  const { store, secrets, leases } = stores;
  const { connectors, delaysMs, random, fail, keepAliveEveryMs: everyMs } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { shared: outbound, selectOutbound, release, close } = openOutboundClients(secrets, dependencies);
  const transport = { ...(delaysMs ? { delaysMs } : {}), ...(random ? { random } : {}) };
  const oauth = makeOauthClient(outbound);
  // Of a login: who needs it tries again, and every try more counts at a partner that limits logins.
  const send = makeRemoteCall({ ...transport, delaysMs: NO_RETRY, outbound, access: null, signal });
  const grants = makeGrants({ connectors, secrets, oauth, send, signal, clock, log });
  const credentials = makeCredentials({
    connectors,
    grants,
    secrets,
    leases,
    unitOfWork,
    signal,
    clock,
    log,
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

type ConnectionDependencies = ReachOptions & {
  connectors: Connectors;
  localChangeQueue?: string | undefined;
  reread: Reread;
  leave: (before: Connection, after: Connection | null) => Change[];
  /** Called with the ids of a connection after each act on it. */
  onChange: (connection: Pick<Connection, 'id' | 'org_id'>) => void;
};

/** Connections and the access to their external systems. */
const composeConnections = (kit: Kit, config: IntegrationConfig, dependencies: ConnectionDependencies) => {
  const { clock, unitOfWork } = kit;
  const { connectors, reread, leave, onChange, leaseClock = systemClock } = dependencies;
  const stores = openConnectionStores(kit, config, leaseClock);
  const { store, secrets, states, leases, credentialStore } = stores;
  const rule = makeOutboundRule(config.OUTBOUND_ALLOWED_NETWORKS);
  const fail: ConnectionService['fail'] = (connection, loss) => connections.fail(connection, loss);
  const { start, stop, release, ...reach } = makeReach(kit, stores, { ...dependencies, config, fail });
  const connections = makeConnectionService({
    store,
    secrets,
    connectors,
    unitOfWork,
    clock,
    reread,
    leave,
    onChange(connection, now) {
      release(connection.id, now);
      onChange(connection);
    },
    credentials: credentialStore,
    requireAllowed: (address) => refuseLiteral(address, rule),
    requireFitting: (connection) => requireFitting(connection, connectors),
    isAuthorized: reach.credentials.isThere,
  });
  const redirectUri = new URL(`/v1${CALLBACK_PATH}`, config.BASE_URL).href;
  const authorizations = makeAuthorizationService({
    ...reach,
    store,
    secrets,
    states,
    unitOfWork,
    clock,
    redirectUri,
  });
  const { localChangeQueue = LOCAL_CHANGE_QUEUE } = dependencies;
  const list = async () => entityKinds(await store.listEntityTypes());
  const kinds = makeKindBinding(localChangeQueue, { types: ENTITY_CHANGES, list });
  const bindKinds = (types: readonly string[]) => kinds.bind(entityKinds(types));
  const mappings = makeMappingService({ ...reach, store, connectors, reread, leave, onChange, unitOfWork, bindKinds });
  const routes: AnyRoute[] = [
    ...authorizationRoutes(authorizations),
    ...connectionRoutes(connections, makeTestConnection({ store, clock, ...reach })),
    ...mappingRoutes(mappings),
  ];
  return { routes, connections, store, credentialStore, connectors, leases, kinds, ...reach, start, stop };
};

type ConnectionParts = ReturnType<typeof composeConnections>;

const inboundCollections = [noticeDefinition];

/** Messages of external systems. `onNotice` is called when a notice waits for a connection. */
const composeInbound = (
  { open, clock, log, unitOfWork }: Kit,
  { BASE_URL }: Pick<IntegrationConfig, 'BASE_URL'>,
  {
    connections: { store, connectors, credentials, toContext, signal },
    onNotice,
  }: { connections: ConnectionParts; onNotice: (connection: Pick<Connection, 'id' | 'org_id'>) => void },
) => {
  const getVerifier = (type: ConnectionType) => connectors[type]?.inbound ?? null;
  const notices = makeNoticeStore(open(noticeDefinition));
  const senders = makeSenderDirectory({ connections: store, credentials, getVerifier, clock, log });
  const service = makeInboundService({
    senders,
    getVerifier,
    toContext,
    notices,
    unitOfWork,
    onNotice,
    signal,
    clock,
    log,
    ownAddress: (type) => new URL(`/v1${INBOUND_PATH}/${type}`, BASE_URL).href,
  });
  return { routes: inboundRoutes(service), notices, onConnectionChange: senders.forget };
};

export const localCollections = [externalSignatureDefinition];

type Addresses = Pick<
  IntegrationConfig,
  | 'ENTITY_GRPC_URL'
  | 'QUALITY_GRPC_URL'
  | 'CERTIFICATE_GRPC_URL'
  | 'WORKFLOW_GRPC_URL'
  | 'MESH_SECRET'
  | 'MESH_SECRET_FILE'
  | keyof TlsConfig
>;

/** The records of the mesh, and the mirroring of files, states and signatures. */
export const composeLocal = (
  { name, open, unitOfWork }: Pick<Kit, 'name' | 'open' | 'unitOfWork'>,
  config: Addresses,
): { records: LocalRecords; mirror: Mirror; close: () => void } => {
  const mesh = meshMember(config, name);
  const entity = makeServiceClient('entity', config.ENTITY_GRPC_URL, mesh);
  const quality = makeServiceClient('quality', config.QUALITY_GRPC_URL, mesh);
  const certificate = makeServiceClient('certificate', config.CERTIFICATE_GRPC_URL, mesh);
  const workflow = makeServiceClient('workflow', config.WORKFLOW_GRPC_URL, mesh);
  const records = makeLocalRecords({ entity, quality });
  const mirror = combineMirrors([
    makeMirrorContent({ upload: makeUploadCertificate(certificate), records }),
    makeMirrorSignature(makeRecordSignature(open(externalSignatureDefinition), unitOfWork)),
    makeMirrorState(makeLocalStates({ records, entity, workflow })),
  ]);
  return {
    records,
    mirror,
    close() {
      for (const client of [entity, quality, certificate, workflow]) client.close();
    },
  };
};

const syncCollections = [
  ...[syncDefinition, cursorDefinition, linkDefinition, newLinksDefinition, parkedDefinition, orphanDefinition],
];

/** What a test may set: the random numbers, the interval of the runners, and the queue of local changes. */
type SyncOptions = { random?: () => number; passEveryMs?: number; localChangeQueue?: string };

/** The stores of synchronisations. */
const openSyncStores = ({ open }: Kit) => ({
  syncs: makeSyncStore(open(syncDefinition)),
  cursors: makeCursorStore(open(cursorDefinition)),
  links: makeLinkStore(open(linkDefinition)),
  newLinks: makeNewLinksStore(open(newLinksDefinition)),
  parked: makeParkedStore(open(parkedDefinition)),
  orphans: makeOrphanStore(open(orphanDefinition)),
});

type SyncStores = ReturnType<typeof openSyncStores>;

type SyncDependencies = {
  stores: SyncStores;
  connections: Pick<
    ConnectionParts,
    'store' | 'credentialStore' | 'connectors' | 'openRemote' | 'openOnce' | 'leases' | 'signal' | 'kinds'
  > & {
    connections: Pick<ConnectionParts['connections'], 'fail'>;
  };
  conflicts: Pick<ConflictStore, 'findOpen' | 'openAfter' | 'open' | 'countOpen' | 'withdrawals'>;
  pendingDecisions: Pick<PendingDecisionStore, 'removals'>;
  notices: NoticeStore;
  records: LocalRecords;
  mirror: Mirror;
};

const makeStages = ({ clock, log }: Kit, { stores, conflicts, records, mirror }: SyncDependencies) => {
  const { links, newLinks, parked, cursors } = stores;
  const reading = makeReading({ links, parked, local: records });
  const reconcile = makeReconcile({
    reading,
    local: records,
    settle: makeSettle({ links, newLinks, parked }),
    conflictChanges: makeConflictChanges({ conflicts, clock }),
    conflicts,
    mirror: makeMirrorItems({ mirror }),
    saveAgreed: makeSaveAgreed({ links, clock }),
    clock,
  });
  const dependencies = { reconcile, cursors, links, clock };
  const thereAlready = makeThereAlready({ links, log });
  const outward: Stage[] = [
    { name: 'new links', carryOut: makeCheckNewLinks({ newLinks, links, local: records, clock }) },
    { name: 'outbound', carryOut: makeOutbound({ ...dependencies, parked, local: records, thereAlready }) },
  ];
  const whole: Stage[] = [
    { name: 'inbound', carryOut: makeInbound(dependencies) },
    { name: 'references', carryOut: makeReferences({ reconcile, reading, parked }) },
    { name: 'restored', carryOut: makeRestored(dependencies) },
    { name: 'deletions', carryOut: makeComparison({ ...dependencies, log }) },
    { name: 'reviews', carryOut: makeReview({ ...dependencies, conflicts, local: records }) },
    ...outward,
  ];
  const replay: Stage[] = [{ name: 'replay', carryOut: makeReplay({ reconcile, parked }) }, ...outward];
  const realtime: Stage[] = [{ name: 'notified records', carryOut: makeNotifiedStage({ reconcile }) }];
  const byTrigger: Partial<Record<SyncTrigger, readonly Stage[]>> = { replay, realtime };
  return (trigger: SyncTrigger): readonly Stage[] => byTrigger[trigger] ?? whole;
};

type Polling = { everyMs?: number };

/** The worker of synchronisations. */
const makeWorker = (
  kit: Kit,
  dependencies: SyncDependencies,
  options: Polling & { random: () => number; onEnded: CountSync },
): Runner => {
  const { unitOfWork, clock, log } = kit;
  const { connections, stores } = dependencies;
  const { random, onEnded, ...polling } = options;
  const carryOut = makeCarryOut({
    syncs: stores.syncs,
    unitOfWork,
    onEnded,
    clock,
    random,
    log,
    connections: connections.store,
    openRemote: connections.openRemote,
    failConnection: connections.connections.fail,
    getStages: makeStages(kit, dependencies),
    countWaiting: async ({ id, org_id }) => {
      const [parked_records, open_conflicts] = await Promise.all([
        stores.parked.count(org_id, id),
        dependencies.conflicts.countOpen(org_id, id),
      ]);
      return { parked_records, open_conflicts };
    },
  });
  return makeSyncWorker({ syncs: stores.syncs, carryOut, clock, log, ...polling, leases: connections.leases });
};

/** The runners that start synchronisations by interval and by notices, and that remove orphans. */
const makeTimed = (
  { unitOfWork, clock, log }: Kit,
  dependencies: SyncDependencies,
  options: Polling & { onStarted: () => void },
) => {
  const { stores, connections, notices } = dependencies;
  const { onStarted, ...polling } = options;
  const starting = {
    syncs: stores.syncs,
    unitOfWork,
    onStarted,
    clock,
    log,
    ...polling,
    connections: connections.store,
  };
  const orphans = makeOrphanSweep({
    orphans: stores.orphans,
    ofMappings: [
      ...[stores.links.removals, stores.newLinks.removals, stores.parked.removals, stores.cursors.removals],
      ...[dependencies.conflicts.withdrawals(clock), dependencies.pendingDecisions.removals],
    ],
    ofConnections: [notices.removals, connections.credentialStore.removals],
    unitOfWork,
    clock,
    log,
    ...polling,
  });
  return { intervals: makeIntervals(starting), notified: makeNoticeRunner({ ...starting, notices }), orphans };
};

/** Synchronisations: their routes, their worker, and the consumer of local changes. */
const composeSync = (kit: Kit, dependencies: SyncDependencies, options: SyncOptions = {}) => {
  const { unitOfWork, clock, log } = kit;
  const { stores, connections, notices } = dependencies;
  const { syncs, links, parked } = stores;
  const { random = Math.random, passEveryMs, localChangeQueue: queue = LOCAL_CHANGE_QUEUE } = options;
  const polling = passEveryMs === undefined ? {} : { everyMs: passEveryMs };
  const onEnded = makeSyncMetrics(kit, { links, parked });
  const worker = makeWorker(kit, dependencies, { ...polling, random, onEnded });
  const onStarted = worker.wake;
  const service = makeSyncService({ syncs, connections: connections.store, onStarted, onEnded, unitOfWork, clock });
  const { intervals, notified, orphans } = makeTimed(kit, dependencies, { ...polling, onStarted });
  const mappingSummaries = makeMappingSummaries({ connections: connections.store });
  const localChanges = makeLocalChanges({
    queue,
    kinds: connections.kinds.handled,
    links,
    mappingSummaries,
    unitOfWork,
    clock,
    log,
  });
  const runners: Runner[] = [worker, intervals, notified, orphans];
  const routes: AnyRoute[] = [
    ...syncRoutes(service),
    ...parkedRoutes({ parked, connections: connections.store, syncs: service }),
    ...sourceRoutes(
      makeSourceService({ ...connections, findRecord: makeRecordLookup({ links, local: dependencies.records }) }),
    ),
    ...healthRoutes({
      ...stores,
      connectors: connections.connectors,
      connections: connections.store,
      notices,
    }),
  ];
  return {
    routes,
    service,
    consumers: [localChanges.consumer],
    start: (signal: AbortSignal) => runners.forEach((runner) => void runner.start(signal)),
    wake: () => notified.wake(),
    /** Wakes the runners after a change of a connection, and stops its synchronisation where it is inactive. */
    onConnection(connection: Pick<Connection, 'id' | 'org_id'>) {
      for (const runner of runners) runner.wake();
      service.stopInactive(connection).catch((error: unknown) => {
        log.warn('a synchronisation ends with its next page', { connection_id: connection.id, ...errorFields(error) });
      });
    },
    stop: async () => void (await Promise.all([localChanges.stop(), ...runners.map((runner) => runner.stop())])),
  };
};

export type IntegrationOptions = StartOptions &
  ReachOptions &
  SyncOptions & {
    clock?: Clock;
    /** Connectors beside those of the registry, or instead of them. */
    connectors?: Connectors;
  };

const composeIntegration =
  (config: IntegrationConfig, { connectors: given, ...options }: IntegrationOptions) =>
  (kit: Kit): Composed => {
    const connectors = { ...CONNECTORS, ...given };
    const stores = openSyncStores(kit);
    const connections = composeConnections(kit, config, {
      ...options,
      connectors,
      reread: makeReread(stores),
      leave(before, after) {
        const orphan = toOrphan(before, after, kit.clock());
        return orphan ? [stores.orphans.insert(orphan)] : [];
      },
      onChange(connection) {
        inbound.onConnectionChange();
        sync.onConnection(connection);
      },
    });
    const inbound = composeInbound(kit, config, { connections, onNotice: () => sync.wake() });
    const { records, mirror, close } = composeLocal(kit, config);
    const { notices } = inbound;
    const conflicts = composeConflicts(kit, { connections: connections.store, links: stores.links, records });
    const sync = composeSync(
      kit,
      {
        stores,
        connections,
        conflicts: conflicts.store,
        pendingDecisions: conflicts.pendingDecisions,
        notices,
        records,
        mirror,
      },
      options,
    );
    return {
      routes: [...connections.routes, ...inbound.routes, ...sync.routes, ...conflicts.routes],
      consumers: sync.consumers,
      kindBindings: [connections.kinds],
      start(signal) {
        connections.start(signal);
        sync.start(signal);
      },
      async stop() {
        await sync.stop();
        await connections.stop();
        close();
      },
    };
  };

/** All collections of the service. */
export const collections = [
  ...connectionCollections,
  ...inboundCollections,
  ...conflictCollections,
  ...localCollections,
  ...syncCollections,
];

/** Starts the integration service. */
export const startIntegrationService = (
  config: IntegrationConfig,
  options: IntegrationOptions = {},
): Promise<RunningService> =>
  startService(
    {
      name: 'integration',
      config,
      collections,
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeIntegration(config, options),
    },
    options,
  );
