import { errorFields, type Lease, type Log, systemCall, type UnitOfWork } from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import { syncCall } from '../local/sync-call.ts';
import type { OpenRemote } from '../remote/open-remote.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import { CursorHeld } from './inbound.ts';
import { isAway, isOurs, toSyncError } from './interruption.ts';
import { ConnectionChanged, ConnectionInactive, type Ledger, openLedger, SyncEnded } from './ledger.ts';
import { type MappingRun, openMappingRun, type SyncRun } from './mapping-run.ts';
import { openPlannedChanges } from './planned-changes.ts';
import { stopped } from './stopped.ts';
import type { SyncStore } from './sync.store.ts';
import {
  completed,
  failed,
  failureNotice,
  putOff,
  reopened,
  restarted,
  type Sync,
  type SyncTrigger,
  type Waiting,
} from './sync.ts';

/** A part of a synchronisation of one mapping; it can be carried out again. */
export type Stage = { name: string; carryOut: (run: MappingRun) => Promise<void> };

/** Continues a synchronisation under its lease until it ends or is postponed. Does not throw its errors. */
export type CarryOut = (sync: Sync, lease: Pick<Lease, 'fence'>, signal: AbortSignal) => Promise<void>;

type Parts = {
  syncs: Pick<SyncStore, 'find' | 'update'>;
  connections: Pick<ConnectionStore, 'find'>;
  /** Puts a connection into `error` whose login the external system refuses. */
  failConnection: (connection: Connection, loss: AuthorizationLost) => Promise<void>;
  openRemote: OpenRemote;
  /** What of a connection waits for somebody. */
  countWaiting: (connection: Pick<Connection, 'id' | 'org_id'>) => Promise<Waiting>;
  getStages: (trigger: SyncTrigger) => readonly Stage[];
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  /** Called with a synchronisation that has ended. */
  onEnded: (sync: Sync) => void;
  clock: () => Date;
  random: () => number;
  log: Log;
};

export const makeCarryOut = (parts: Parts): CarryOut => {
  const { syncs, connections, openRemote, getStages, unitOfWork, clock, log } = parts;

  const runStages = async (run: SyncRun): Promise<void> => {
    for (const mapping of run.connection.mappings)
      for (const { name, carryOut } of getStages(run.ledger.sync().trigger)) {
        const part = `${mapping.id}/${name}`;
        if (run.ledger.sync().done.includes(part)) continue;
        await carryOut(await openMappingRun(run, mapping));
        await run.ledger.close(part);
      }
  };

  const carryOut = async (connection: Connection, ledger: Ledger, signal: AbortSignal): Promise<Sync> => {
    const sync = ledger.sync();
    const system = await openRemote(connection, signal);
    await measure(system, ledger);
    const plan = sync.dry_run ? openPlannedChanges() : null;
    const call = syncCall(sync.org_id, toCause(sync), clock());
    await runStages({ connection, system, ledger, call, plan, signal });
    const done = completed(ledger.sync(), await parts.countWaiting(connection), clock());
    return plan ? { ...done, changes: plan.changes } : done;
  };

  /** The synchronisation after an error. */
  const afterError = async (error: unknown, sync: Sync, connection: Connection): Promise<Sync> => {
    const now = clock();
    if (error instanceof ConnectionInactive) return stopped(sync, error.connection, now);
    if (error instanceof ConnectionChanged) return reopened(sync, now);
    const syncError = toSyncError(error);
    if (error instanceof CursorHeld)
      return completed({ ...sync, error: syncError }, await parts.countWaiting(connection), now);
    if (error instanceof AuthorizationLost) return failed(sync, syncError, now);
    const rule = connection.error_handling;
    const isLimit = error instanceof RemoteRefusal && error.code === 'RATE_LIMIT';
    if (error instanceof RemoteRefusal && !isLimit) return failed(sync, syncError, now);
    const requestedMs = isLimit || error instanceof RemoteTrouble ? error.retryAfterMs : null;
    return (
      putOff(sync, { isLimit, requestedMs }, { rule, now, random: parts.random() }) ?? failed(sync, syncError, now)
    );
  };

  const end = async (error: unknown, connection: Connection, ledger: Ledger): Promise<void> => {
    const sync = ledger.sync();
    // The connection first, so that nothing uses it from now on.
    if (error instanceof AuthorizationLost) await parts.failConnection(connection, error);
    const heard = isAway(error) ? { ...sync, response_time_ms: null } : sync;
    const after = await afterError(error, heard, connection);
    const about = { sync_id: sync.id, connection_id: connection.id, ...errorFields(error) };
    if (isOurs(error)) log.error('a synchronisation failed with an internal error', about);
    else log.info('a synchronisation was interrupted', { ...about, status: after.status });
    await leave(ledger, after);
  };

  const leave = async (ledger: Ledger, after: Sync): Promise<void> => {
    if (after.status === 'running') return ledger.leave(after, []);
    await ledger.leave(after, failureNotice(after, systemCall(after.org_id, clock())));
    parts.onEnded(after);
  };

  return async (found, lease, signal) => {
    // A dry run stores its findings only at its end.
    const sync = found.dry_run ? restarted(found) : found;
    const { org_id: orgId, connection_id: id } = sync;
    const connection = await connections.find(orgId, id);
    const requireUnchanged = async (): Promise<void> => {
      const now = await connections.find(orgId, id);
      if (now?.status !== 'active') throw new ConnectionInactive(now);
      if (now.version !== connection?.version) throw new ConnectionChanged();
    };
    const ledger = openLedger(sync, { syncs, unitOfWork, lease, requireUnchanged, signal });
    try {
      if (connection?.status !== 'active') return await leave(ledger, stopped(sync, connection, clock()));
      await leave(ledger, await carryOut(connection, ledger, signal));
    } catch (error) {
      // Another replica continues it.
      if (signal.aborted || error instanceof SyncEnded || !connection) return;
      await end(error, connection, ledger);
    }
  };
};

const toCause = ({ id, connection_id, connection_name, requested_by }: Sync) => ({
  syncId: id,
  connectionId: connection_id,
  connectionName: connection_name,
  requestedBy: requested_by,
});

/** Measures the response time of the partner and stores it with the synchronisation. */
const measure = async (system: SyncRun['system'], ledger: Ledger): Promise<void> => {
  const startedAt = performance.now();
  await system.now();
  await ledger.commit([], undefined, { response_time_ms: Math.round(performance.now() - startedAt) });
};
