import {
  DuplicateKey,
  errorFields,
  type Log,
  makeRunner,
  type Runner,
  systemCall,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import { type Connection, getInterval } from '../connection/connection.ts';
import type { SyncStore } from './sync.store.ts';
import { startSync } from './sync.ts';

type Parts = {
  connections: Pick<ConnectionStore, 'due' | 'schedule'>;
  syncs: Pick<SyncStore, 'insert'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  /** Called when a synchronisation was started. */
  onStarted: () => void;
  clock: () => Date;
  log: Log;
  everyMs?: number;
};

const EVERY_MS = 1_000;
const AT_ONCE = 100;
const MINUTE_MS = 60_000;

/** Starts the synchronisations whose interval is over, unless one is still running. */
export const makeIntervals = (parts: Parts): Runner => {
  const { connections, syncs, unitOfWork, onStarted, clock, log, everyMs = EVERY_MS } = parts;

  const start = async (connection: Connection, now: Date): Promise<void> => {
    const request = { trigger: 'interval', dryRun: false, full: false } as const;
    const sync = startSync(connection, request, systemCall(connection.org_id, now));
    try {
      await unitOfWork.commit([syncs.insert(sync)], []);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
    await connections.schedule(connection, new Date(now.getTime() + getInterval(connection.sync_config) * MINUTE_MS));
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    const due = await connections.due(clock(), AT_ONCE);
    for (const connection of due) {
      if (signal.aborted) return;
      await start(connection, clock()).catch((error: unknown) => {
        log.warn('a synchronisation was not started and is retried', {
          connection_id: connection.id,
          ...errorFields(error),
        });
      });
    }
    if (due.length > 0) onStarted();
  };

  return makeRunner({ name: 'intervals of synchronisations', pass, everyMs, log });
};
