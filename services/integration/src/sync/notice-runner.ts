import {
  type Change,
  errorFields,
  isContended,
  type Log,
  makeRunner,
  type Runner,
  systemCall,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Notice } from '../inbound/inbound.ts';
import type { NoticeStore } from '../inbound/notice.store.ts';
import type { SyncStore } from './sync.store.ts';
import { type NotifiedRecords, startSync } from './sync.ts';

type Parts = {
  notices: Pick<NoticeStore, 'connectionsWaiting' | 'waiting' | 'take'>;
  connections: Pick<ConnectionStore, 'find'>;
  syncs: Pick<SyncStore, 'insert' | 'running'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  /** Called when a synchronisation was started. */
  onStarted: () => void;
  clock: () => Date;
  log: Log;
  everyMs?: number;
};

const EVERY_MS = 1_000;
const LOOKED_AT = 500;
const TAKEN_AT_ONCE = 200;

/**
 * Starts the synchronisation of records that an external system notified of, and takes the notices in the same commit. While
 * another one of the connection runs they wait. Notices of an inactive connection are dropped: its next synchronisation finds
 * the changes.
 */
export const makeNoticeRunner = (parts: Parts): Runner => {
  const { notices, connections, syncs, unitOfWork, onStarted, clock, log, everyMs = EVERY_MS } = parts;

  const start = async (connectionKey: { id: string; org_id: string }): Promise<void> => {
    const { id, org_id: orgId } = connectionKey;
    const connection = await connections.find(orgId, id);
    if (await syncs.running(orgId, id)) return;
    const waiting = await notices.waiting(connectionKey, TAKEN_AT_ONCE);
    const now = clock();
    const taken: Change[] = waiting.map((notice) => notices.take(notice, now));
    if (connection?.status !== 'active') return unitOfWork.commit(taken, []);
    const request = { trigger: 'realtime', dryRun: false, full: false, notified: toNotifiedRecords(waiting) } as const;
    await unitOfWork.commit([syncs.insert(startSync(connection, request, systemCall(orgId, now))), ...taken], []);
    onStarted();
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    for (const connectionKey of await notices.connectionsWaiting(LOOKED_AT)) {
      if (signal.aborted) return;
      await start(connectionKey).catch((error: unknown) => {
        // Another replica was faster.
        if (isContended(error)) return;
        log.warn('notices wait for the next pass', { connection_id: connectionKey.id, ...errorFields(error) });
      });
    }
  };

  return makeRunner({ name: 'notices of external systems', pass, everyMs, log });
};

const toNotifiedRecords = (notices: readonly Notice[]): NotifiedRecords[] =>
  [...Map.groupBy(notices, ({ object }) => object)].map(([object, same]) => ({
    object,
    external_ids: [...new Set(same.flatMap(({ external_ids }) => external_ids))],
  }));
