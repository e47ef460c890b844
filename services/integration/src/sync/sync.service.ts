import { AppError, type Call, DuplicateKey, type PageOf, systemCall, type UnitOfWork } from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import { isLeftToReplica, stopped } from './stopped.ts';
import type { SyncListQuery } from './sync.schemas.ts';
import type { SyncStore, SyncSummary } from './sync.store.ts';
import {
  failureNotice,
  type PlannedChange,
  type RecordProblem,
  type Sync,
  type SyncRequest,
  startSync,
  syncRequested,
} from './sync.ts';

type Hidden =
  | 'id'
  | 'org_id'
  | 'connection_name'
  | 'requested_by'
  | 'response_time_ms'
  | 'notified'
  | 'done'
  | 'walked'
  | 'retries'
  | 'next_at'
  | 'version';

/** A synchronisation as lists show it. */
export type ShownSummary = Omit<SyncSummary, Hidden> & {
  sync_id: string;
  next_attempt_at: Date | null;
  error_count: number;
  errors_at: string | null;
};

/** A synchronisation as it is shown. */
export type ShownSync = ShownSummary & { errors: RecordProblem[]; changes: PlannedChange[] };

export type SyncService = {
  /** Throws `connection_not_ready`, `sync_in_progress`. */
  start(connectionId: string, request: SyncRequest, call: Call): Promise<ShownSync>;
  read(connectionId: string, id: string, call: Call): Promise<ShownSync>;
  history(connectionId: string, query: SyncListQuery, orgId: string): Promise<PageOf<ShownSummary>>;
  /** Ends the running synchronisation of an inactive connection. */
  stopInactive(connection: Pick<Connection, 'id' | 'org_id'>): Promise<void>;
};

type Parts = {
  syncs: SyncStore;
  connections: Pick<ConnectionStore, 'get' | 'find'>;
  /** Called when a synchronisation was started. */
  onStarted: () => void;
  /** Called with a synchronisation that was ended here. */
  onEnded: (sync: Sync) => void;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: () => Date;
};

/** The use cases of synchronisations. They are started here, and any replica carries them out. */
export const makeSyncService = (parts: Parts): SyncService => {
  const { syncs, connections, onStarted, onEnded, unitOfWork, clock } = parts;

  const create = (connectionId: string, request: SyncRequest, call: Call): Promise<ShownSync> =>
    unitOfWork.decide(call, { records: [connectionId] }, async () => {
      const { org_id: orgId } = call.actor;
      const connection = await connections.get(orgId, connectionId);
      const sync = startSync(connection, request, call);
      const running = await syncs.running(orgId, connectionId);
      if (running) throw inProgress(running.id);
      const events = [syncRequested(sync, connection, call)];
      return { changes: [syncs.insert(sync)], events, answer: shown(sync) };
    });

  return {
    async start(connectionId, request, call) {
      try {
        const sync = await create(connectionId, request, call);
        onStarted();
        return sync;
      } catch (error) {
        if (error instanceof DuplicateKey && error.collection === 'sync') throw inProgress(null);
        throw error;
      }
    },
    async read(connectionId, id, call) {
      return shown(await syncs.get(call.actor.org_id, connectionId, id));
    },
    async history(connectionId, query, orgId) {
      await connections.get(orgId, connectionId);
      const { data, meta } = await syncs.list(orgId, connectionId, query);
      return { data: data.map(shownSummary), meta };
    },
    async stopInactive({ id, org_id: orgId }) {
      const call = systemCall(orgId, clock());
      const ended = await unitOfWork.decide(call, { records: [id] }, async () => {
        const nothing = { changes: [], events: [], answer: null };
        const running = await syncs.running(orgId, id);
        if (!running) return nothing;
        // After the running one is read: a later one belongs to a connection that is active again.
        const connection = await connections.find(orgId, id);
        if (connection?.status === 'active' || isLeftToReplica(running, connection, call.now)) return nothing;
        const after = stopped(running, connection, call.now);
        return { changes: [syncs.update(after)], events: failureNotice(after, call), answer: after };
      });
      if (ended) onEnded(ended);
    },
  };
};

const inProgress = (syncId: string | null): AppError =>
  new AppError('sync_in_progress', 'A synchronisation of this connection is running. Wait until it has ended.', {
    ...(syncId ? { details: { sync_id: syncId } } : {}),
  });

const shownSummary = (sync: SyncSummary): ShownSummary => ({
  sync_id: sync.id,
  connection_id: sync.connection_id,
  status: sync.status,
  trigger: sync.trigger,
  dry_run: sync.dry_run,
  full: sync.full,
  records_attempted: sync.records_attempted,
  records_succeeded: sync.records_succeeded,
  records_failed: sync.records_failed,
  records_unchanged: sync.records_unchanged,
  held_deletions: sync.held_deletions,
  parked_records: sync.parked_records,
  open_conflicts: sync.open_conflicts,
  error_count: sync.records_failed,
  errors_at: sync.records_failed > 0 ? `/v1/integrations/connections/${sync.connection_id}/syncs/${sync.id}` : null,
  error: sync.error,
  started_at: sync.started_at,
  completed_at: sync.completed_at,
  next_attempt_at: sync.retries > 0 || sync.status === 'running' ? sync.next_at : null,
});

const shown = (sync: Sync): ShownSync => ({
  ...shownSummary(sync),
  errors: [...sync.errors],
  changes: [...sync.changes],
});
