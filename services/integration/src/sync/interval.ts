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
import { type Connection, intervalOf } from '../connection/connection.ts';
import type { SyncStore } from './sync.store.ts';
import { beginSync } from './sync.ts';

type Parts = {
  connections: Pick<ConnectionStore, 'due' | 'schedule'>;
  syncs: Pick<SyncStore, 'insert'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  /** Called when a synchronisation was begun. */
  onBegun: () => void;
  clock: () => Date;
  log: Log;
  everyMs?: number;
};

const EVERY_MS = 1_000;
const AT_ONCE = 100;
const MINUTE_MS = 60_000;

/** Begins the synchronisations whose interval is over. One that still runs is not begun a second time. */
export const makeIntervals = (parts: Parts): Runner => {
  const { connections, syncs, unitOfWork, onBegun, clock, log, everyMs = EVERY_MS } = parts;

  const begin = async (connection: Connection, now: Date): Promise<void> => {
    const request = { trigger: 'interval', dryRun: false, full: false } as const;
    const sync = beginSync(connection, request, systemCall(connection.org_id, now));
    try {
      await unitOfWork.commit([syncs.insert(sync)], []);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
    await connections.schedule(connection, new Date(now.getTime() + intervalOf(connection.sync_config) * MINUTE_MS));
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    const due = await connections.due(clock(), AT_ONCE);
    for (const connection of due) {
      if (signal.aborted) return;
      await begin(connection, clock()).catch((error: unknown) => {
        log.warn('a synchronisation was not begun; it is tried again', {
          connection_id: connection.id,
          ...errorFields(error),
        });
      });
    }
    if (due.length > 0) onBegun();
  };

  return makeRunner({ name: 'intervals of synchronisations', pass, everyMs, log });
};
