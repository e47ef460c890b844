import {
  type Change,
  DuplicateKey,
  errorFields,
  type Log,
  makeRunner,
  type Runner,
  systemCall,
  type UnitOfWork,
  VersionConflict,
} from '@qsc/service-kit';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Notice } from '../inbound/inbound.ts';
import type { NoticeStore } from '../inbound/notice.store.ts';
import type { SyncStore } from './sync.store.ts';
import { beginSync, type ToldRecords } from './sync.ts';

type Parts = {
  notices: Pick<NoticeStore, 'connectionsWaiting' | 'waiting' | 'take'>;
  connections: Pick<ConnectionStore, 'find'>;
  syncs: Pick<SyncStore, 'insert' | 'running'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  /** Called when a synchronisation was begun. */
  onBegun: () => void;
  clock: () => Date;
  log: Log;
  everyMs?: number;
};

const EVERY_MS = 1_000;
const LOOKED_AT = 500;
const TAKEN_AT_ONCE = 200;

/**
 * Begins the synchronisation of records that an external system told of: the notices go into it in the commit that begins it.
 * While another one of the connection runs they wait. Those of a connection that is not active any more are let go: its next
 * synchronisation finds what they told of.
 */
export const makeNotified = (parts: Parts): Runner => {
  const { notices, connections, syncs, unitOfWork, onBegun, clock, log, everyMs = EVERY_MS } = parts;

  const begin = async (place: { id: string; org_id: string }): Promise<void> => {
    const { id, org_id: orgId } = place;
    const connection = await connections.find(orgId, id);
    if (await syncs.running(orgId, id)) return;
    const waiting = await notices.waiting(place, TAKEN_AT_ONCE);
    const now = clock();
    const taken: Change[] = waiting.map((notice) => notices.take(notice, now));
    if (connection?.status !== 'active') return unitOfWork.commit(taken, []);
    const request = { trigger: 'realtime', dryRun: false, full: false, told: toldOf(waiting) } as const;
    await unitOfWork.commit([syncs.insert(beginSync(connection, request, systemCall(orgId, now))), ...taken], []);
    onBegun();
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    for (const place of await notices.connectionsWaiting(LOOKED_AT)) {
      if (signal.aborted) return;
      await begin(place).catch((error: unknown) => {
        // Another replica was faster.
        if (error instanceof DuplicateKey || error instanceof VersionConflict) return;
        log.warn('notices wait for the next pass', { connection_id: place.id, ...errorFields(error) });
      });
    }
  };

  return makeRunner({ name: 'notices of external systems', pass, everyMs, log });
};

const toldOf = (notices: readonly Notice[]): ToldRecords[] =>
  [...Map.groupBy(notices, ({ object }) => object)].map(([object, same]) => ({
    object,
    external_ids: [...new Set(same.flatMap(({ external_ids }) => external_ids))],
  }));
