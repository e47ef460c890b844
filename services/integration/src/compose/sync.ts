import { type AnyRoute, errorFields, type Kit, type Runner } from '@qsc/service-kit';
import type { ConflictStore } from '../conflict/conflict.store.ts';
import type { PendingDecisionStore } from '../conflict/pending-decision.store.ts';
import type { Connection } from '../connection/connection.ts';
import { healthRoutes } from '../health/health.routes.ts';
import type { NoticeStore } from '../inbound/notice.store.ts';
import { linkDefinition, makeLinkStore } from '../link/link.store.ts';
import { LOCAL_CHANGE_QUEUE, makeLocalChanges } from '../link/local-change.ts';
import { makeNewLinksStore, newLinksDefinition } from '../link/new-links.store.ts';
import type { LocalRecords } from '../local/local-record.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { makeOrphanStore, orphanDefinition } from '../orphan/orphan.store.ts';
import { makeOrphanSweep } from '../orphan/orphan.sweep.ts';
import { parkedRoutes } from '../parked/parked.routes.ts';
import { makeParkedStore, parkedDefinition } from '../parked/parked.store.ts';
import { makeCarryOut, type Stage } from '../sync/carry-out.ts';
import { makeComparison } from '../sync/comparison.ts';
import { cursorDefinition, makeCursorStore } from '../sync/cursor.store.ts';
import { makeInbound } from '../sync/inbound.ts';
import { makeIntervals } from '../sync/interval.ts';
import { makeMappingSummaries } from '../sync/mapping-summary.ts';
import { makeMirrorItems } from '../sync/mirroring.ts';
import { makeCheckNewLinks } from '../sync/new-links.ts';
import { makeNoticeRunner } from '../sync/notice-runner.ts';
import { makeNotifiedStage } from '../sync/notified-records.ts';
import { makeOutbound } from '../sync/outbound.ts';
import { makeReading } from '../sync/reading.ts';
import { makeReconcile } from '../sync/reconcile.ts';
import { makeRestored } from '../sync/restored.ts';
import { makeReview } from '../sync/review.ts';
import { makeSaveAgreed } from '../sync/save-agreed.ts';
import { makeSettle } from '../sync/settlement.ts';
import { makeConflictChanges } from '../sync/settling-conflicts.ts';
import { syncRoutes } from '../sync/sync.routes.ts';
import { makeSyncService } from '../sync/sync.service.ts';
import { makeSyncStore, syncDefinition } from '../sync/sync.store.ts';
import type { SyncTrigger } from '../sync/sync.ts';
import { type CountSync, makeSyncMetrics } from '../sync/sync-metrics.ts';
import { makeThereAlready } from '../sync/there-already.ts';
import { makeReferences, makeReplay } from '../sync/waiting.ts';
import { makeSyncWorker } from '../sync/worker.ts';
import type { ConnectionParts } from './connections.ts';

export const syncCollections = [
  ...[syncDefinition, cursorDefinition, linkDefinition, newLinksDefinition, parkedDefinition, orphanDefinition],
];

/** What a test may set: the random numbers, the interval of the runners, and the queue of local changes. */
export type SyncOptions = { random?: () => number; passEveryMs?: number; localChangeQueue?: string };

/** The stores of synchronisations. */
export const openSyncStores = ({ open }: Kit) => ({
  syncs: makeSyncStore(open(syncDefinition)),
  cursors: makeCursorStore(open(cursorDefinition)),
  links: makeLinkStore(open(linkDefinition)),
  newLinks: makeNewLinksStore(open(newLinksDefinition)),
  parked: makeParkedStore(open(parkedDefinition)),
  orphans: makeOrphanStore(open(orphanDefinition)),
});

export type SyncStores = ReturnType<typeof openSyncStores>;

type Others = {
  stores: SyncStores;
  connections: Pick<ConnectionParts, 'store' | 'credentialStore' | 'connectors' | 'openRemote' | 'leases'> & {
    connections: Pick<ConnectionParts['connections'], 'fail'>;
  };
  conflicts: Pick<ConflictStore, 'findOpen' | 'openAfter' | 'open' | 'countOpen' | 'withdrawals'>;
  pendingDecisions: Pick<PendingDecisionStore, 'removals'>;
  notices: NoticeStore;
  records: LocalRecords;
  mirror: Mirror;
};

const makeStages = ({ clock, log }: Kit, { stores, conflicts, records, mirror }: Others) => {
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
  const around = { reconcile, cursors, links, clock };
  const thereAlready = makeThereAlready({ links, log });
  const outward: Stage[] = [
    { name: 'new links', carryOut: makeCheckNewLinks({ newLinks, links, local: records, clock }) },
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
  const realtime: Stage[] = [{ name: 'notified records', carryOut: makeNotifiedStage({ reconcile }) }];
  const byTrigger: Partial<Record<SyncTrigger, readonly Stage[]>> = { replay, realtime };
  return (trigger: SyncTrigger): readonly Stage[] => byTrigger[trigger] ?? whole;
};

type Polling = { everyMs?: number };

/** The worker of synchronisations. */
const makeWorker = (
  kit: Kit,
  others: Others,
  around: Polling & { random: () => number; onEnded: CountSync },
): Runner => {
  const { unitOfWork, clock, log } = kit;
  const { connections, stores } = others;
  const { random, onEnded, ...polling } = around;
  const carryOut = makeCarryOut({
    ...{ syncs: stores.syncs, unitOfWork, onEnded, clock, random, log },
    connections: connections.store,
    openRemote: connections.openRemote,
    failConnection: connections.connections.fail,
    getStages: makeStages(kit, others),
    countWaiting: async ({ id, org_id }) => {
      const [parked_records, open_conflicts] = await Promise.all([
        stores.parked.count(org_id, id),
        others.conflicts.countOpen(org_id, id),
      ]);
      return { parked_records, open_conflicts };
    },
  });
  return makeSyncWorker({ ...{ syncs: stores.syncs, carryOut, clock, log }, ...polling, leases: connections.leases });
};

/** The runners that start synchronisations by interval and by notices, and that remove orphans. */
const makeTimed = ({ unitOfWork, clock, log }: Kit, others: Others, around: Polling & { onStarted: () => void }) => {
  const { stores, connections, notices } = others;
  const { onStarted, ...polling } = around;
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
      ...[others.conflicts.withdrawals(clock), others.pendingDecisions.removals],
    ],
    ofConnections: [notices.removals, connections.credentialStore.removals],
    ...{ unitOfWork, clock, log, ...polling },
  });
  return { intervals: makeIntervals(starting), notified: makeNoticeRunner({ ...starting, notices }), orphans };
};

/** Synchronisations: their routes, their worker, and the consumer of local changes. */
export const composeSync = (kit: Kit, others: Others, options: SyncOptions = {}) => {
  const { unitOfWork, clock, log } = kit;
  const { stores, connections, notices } = others;
  const { syncs, links, parked } = stores;
  const { random = Math.random, passEveryMs, localChangeQueue: queue = LOCAL_CHANGE_QUEUE } = options;
  const polling = passEveryMs === undefined ? {} : { everyMs: passEveryMs };
  const onEnded = makeSyncMetrics(kit, { links, parked });
  const worker = makeWorker(kit, others, { ...polling, random, onEnded });
  const onStarted = worker.wake;
  const service = makeSyncService({ syncs, connections: connections.store, onStarted, onEnded, unitOfWork, clock });
  const { intervals, notified, orphans } = makeTimed(kit, others, { ...polling, onStarted });
  const mappingSummaries = makeMappingSummaries({ connections: connections.store });
  const localChanges = makeLocalChanges({ queue, links, mappingSummaries, unitOfWork, clock, log });
  const runners: Runner[] = [worker, intervals, notified, orphans];
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
