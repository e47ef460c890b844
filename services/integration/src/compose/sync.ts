import { type AnyRoute, errorFields, type Kit, type Runner } from '@qsc/service-kit';
import type { ConflictStore } from '../conflict/conflict.store.ts';
import type { HeldDecisionStore } from '../conflict/held-decision.store.ts';
import type { Connection } from '../connection/connection.ts';
import type { Follow } from '../follow/follow.ts';
import { healthRoutes } from '../health/health.routes.ts';
import type { NoticeStore } from '../inbound/notice.store.ts';
import { leftoverDefinition, makeLeftoverStore } from '../leftover/leftover.store.ts';
import { makeLeftoverSweep } from '../leftover/leftover.sweep.ts';
import { linkDefinition, makeLinkStore } from '../link/link.store.ts';
import { LOCAL_CHANGE_QUEUE, makeLocalChanges } from '../link/local-change.ts';
import { makeNewLinksStore, newLinksDefinition } from '../link/new-links.store.ts';
import type { LocalRecords } from '../local/local-record.ts';
import { parkedRoutes } from '../parked/parked.routes.ts';
import { makeParkedStore, parkedDefinition } from '../parked/parked.store.ts';
import { makeCarryOut, type Stage } from '../sync/carry-out.ts';
import { makeComparison } from '../sync/comparison.ts';
import { cursorDefinition, makeCursorStore } from '../sync/cursor.store.ts';
import { makeFollowItems } from '../sync/following.ts';
import { makeInbound } from '../sync/inbound.ts';
import { makeIntervals } from '../sync/interval.ts';
import { makeKeepAgreed } from '../sync/keep-agreed.ts';
import { makeMappedPlaces } from '../sync/mapped-place.ts';
import { makeMarkNewLinks } from '../sync/new-links.ts';
import { makeNotified } from '../sync/notified.ts';
import { makeOutbound } from '../sync/outbound.ts';
import { makeReading } from '../sync/reading.ts';
import { makeReconcile } from '../sync/reconcile.ts';
import { makeRestored } from '../sync/restored.ts';
import { makeReview } from '../sync/review.ts';
import { makeSettle } from '../sync/settlement.ts';
import { makeConflictChanges } from '../sync/settling-conflicts.ts';
import { syncRoutes } from '../sync/sync.routes.ts';
import { makeSyncService } from '../sync/sync.service.ts';
import { makeSyncStore, syncDefinition } from '../sync/sync.store.ts';
import type { SyncTrigger } from '../sync/sync.ts';
import { type CountSync, makeSyncMetrics } from '../sync/sync-metrics.ts';
import { makeThereAlready } from '../sync/there-already.ts';
import { makeTold } from '../sync/told.ts';
import { makeReferences, makeReplay } from '../sync/waiting.ts';
import { makeSyncWorker } from '../sync/worker.ts';
import type { ConnectionParts } from './connections.ts';

export const syncCollections = [
  ...[syncDefinition, cursorDefinition, linkDefinition, newLinksDefinition, parkedDefinition, leftoverDefinition],
];

/** What a test may set: chance, the pace of the passes, and the queue of what changes in the mesh. */
export type SyncOptions = { random?: () => number; passEveryMs?: number; localChangeQueue?: string };

/** What synchronisations keep. */
export const openSyncStores = ({ open }: Kit) => ({
  syncs: makeSyncStore(open(syncDefinition)),
  cursors: makeCursorStore(open(cursorDefinition)),
  links: makeLinkStore(open(linkDefinition)),
  newLinks: makeNewLinksStore(open(newLinksDefinition)),
  parked: makeParkedStore(open(parkedDefinition)),
  leftovers: makeLeftoverStore(open(leftoverDefinition)),
});

export type SyncStores = ReturnType<typeof openSyncStores>;

type Others = {
  stores: SyncStores;
  connections: Pick<ConnectionParts, 'store' | 'credentialStore' | 'connectors' | 'openRemote' | 'leases'> & {
    connections: Pick<ConnectionParts['connections'], 'fail'>;
  };
  conflicts: Pick<ConflictStore, 'openOf' | 'openAfter' | 'open' | 'countOpen' | 'withdrawals'>;
  heldDecisions: Pick<HeldDecisionStore, 'removals'>;
  notices: NoticeStore;
  records: LocalRecords;
  follow: Follow;
};

const makeStages = ({ clock, log }: Kit, { stores, conflicts, records, follow }: Others) => {
  const { links, newLinks, parked, cursors } = stores;
  const reading = makeReading({ links, parked, local: records });
  const reconcile = makeReconcile({
    reading,
    local: records,
    settle: makeSettle({ links, newLinks, parked }),
    conflictChanges: makeConflictChanges({ conflicts, clock }),
    conflicts,
    follow: makeFollowItems({ follow }),
    keepAgreed: makeKeepAgreed({ links, clock }),
    clock,
  });
  const around = { reconcile, cursors, links, clock };
  const thereAlready = makeThereAlready({ links, log });
  const outward: Stage[] = [
    { name: 'new links', carryOut: makeMarkNewLinks({ newLinks, links, local: records, clock }) },
    { name: 'outbound', carryOut: makeOutbound({ ...around, parked, local: records, thereAlready }) },
  ];
  const whole: Stage[] = [
    { name: 'inbound', carryOut: makeInbound(around) },
    { name: 'references', carryOut: makeReferences({ reconcile, reading, parked }) },
    { name: 'restored', carryOut: makeRestored(around) },
    { name: 'deletions', carryOut: makeComparison({ ...around, log }) },
    { name: 'reviews', carryOut: makeReview({ ...around, conflicts, local: records }) },
    ...outward,
  ];
  const replay: Stage[] = [{ name: 'replay', carryOut: makeReplay({ reconcile, parked }) }, ...outward];
  const realtime: Stage[] = [{ name: 'told', carryOut: makeTold({ reconcile }) }];
  const byTrigger: Partial<Record<SyncTrigger, readonly Stage[]>> = { replay, realtime };
  return (trigger: SyncTrigger): readonly Stage[] => byTrigger[trigger] ?? whole;
};

type Paced = { everyMs?: number };

/** What carries synchronisations out, one after the other. */
const makeWorker = (kit: Kit, others: Others, around: Paced & { random: () => number; onEnded: CountSync }): Runner => {
  const { unitOfWork, clock, log } = kit;
  const { connections, stores } = others;
  const { random, onEnded, ...pace } = around;
  const carryOut = makeCarryOut({
    ...{ syncs: stores.syncs, unitOfWork, onEnded, clock, random, log },
    connections: connections.store,
    openRemote: connections.openRemote,
    failConnection: connections.connections.fail,
    stagesOf: makeStages(kit, others),
    waitingOf: async ({ id, org_id }) => {
      const [parked_records, open_conflicts] = await Promise.all([
        stores.parked.count(org_id, id),
        others.conflicts.countOpen(org_id, id),
      ]);
      return { parked_records, open_conflicts };
    },
  });
  return makeSyncWorker({ ...{ syncs: stores.syncs, carryOut, clock, log }, ...pace, leases: connections.leases });
};

/** What begins synchronisations by the clock and when a partner tells of changes, and sweeps what removed connections leave. */
const makeTimed = ({ unitOfWork, clock, log }: Kit, others: Others, around: Paced & { onBegun: () => void }) => {
  const { stores, connections, notices } = others;
  const { onBegun, ...pace } = around;
  const beginning = { syncs: stores.syncs, unitOfWork, onBegun, clock, log, ...pace, connections: connections.store };
  const leftovers = makeLeftoverSweep({
    leftovers: stores.leftovers,
    ofMappings: [
      ...[stores.links.removals, stores.newLinks.removals, stores.parked.removals, stores.cursors.removals],
      ...[others.conflicts.withdrawals(clock), others.heldDecisions.removals],
    ],
    ofConnections: [notices.removals, connections.credentialStore.removals],
    ...{ unitOfWork, clock, log, ...pace },
  });
  return { intervals: makeIntervals(beginning), notified: makeNotified({ ...beginning, notices }), leftovers };
};

/** Synchronisations: their routes, what carries them out, and what tells them of changes here. */
export const composeSync = (kit: Kit, others: Others, options: SyncOptions = {}) => {
  const { unitOfWork, clock, log } = kit;
  const { stores, connections, notices } = others;
  const { syncs, links, parked } = stores;
  const { random = Math.random, passEveryMs, localChangeQueue: queue = LOCAL_CHANGE_QUEUE } = options;
  const pace = passEveryMs === undefined ? {} : { everyMs: passEveryMs };
  const onEnded = makeSyncMetrics(kit, { links, parked });
  const worker = makeWorker(kit, others, { ...pace, random, onEnded });
  const onBegun = worker.wake;
  const service = makeSyncService({ syncs, connections: connections.store, onBegun, onEnded, unitOfWork, clock });
  const { intervals, notified, leftovers } = makeTimed(kit, others, { ...pace, onBegun });
  const mappedPlaces = makeMappedPlaces({ connections: connections.store });
  const localChanges = makeLocalChanges({ queue, links, mappedPlaces, unitOfWork, clock, log });
  const runners: Runner[] = [worker, intervals, notified, leftovers];
  const routes: AnyRoute[] = [
    ...syncRoutes(service),
    ...parkedRoutes({ parked, connections: connections.store, syncs: service }),
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
    /** Looks at a connection that changed: what is due, and what must not go on. */
    onConnection(connection: Pick<Connection, 'id' | 'org_id'>) {
      for (const runner of runners) runner.wake();
      service.follow(connection).catch((error: unknown) => {
        log.warn('a synchronisation ends with its next page', { connection_id: connection.id, ...errorFields(error) });
      });
    },
    stop: async () => void (await Promise.all([localChanges.stop(), ...runners.map((runner) => runner.stop())])),
  };
};
