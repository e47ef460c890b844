import { errorFields, type Leases, type Log, makeRunner, type Runner } from '@qsc/service-kit';
import type { CarryOut } from './carry-out.ts';
import type { SyncStore } from './sync.store.ts';
import type { Sync } from './sync.ts';

type Parts = {
  syncs: Pick<SyncStore, 'due' | 'find'>;
  leases: Leases;
  carryOut: CarryOut;
  clock: () => Date;
  everyMs?: number;
  log: Log;
};

const EVERY_MS = 1_000;
/** How many connections a replica synchronises at a time. */
const AT_ONCE = 4;
const LOOKED_AT = 100;

/** The lease of a connection: whoever holds it synchronises it. */
export const leaseName = (connectionId: string): string => `sync/${connectionId}`;

/**
 * Carries out the synchronisations that run, each in one replica: whoever gets the connection's lease. One whose replica died
 * is another's as soon as the lease has run out.
 */
export const makeSyncWorker = ({ syncs, leases, carryOut, clock, everyMs = EVERY_MS, log }: Parts): Runner => {
  const running = new Map<string, Promise<void>>();

  const take = async (found: Sync, signal: AbortSignal): Promise<void> => {
    const lease = await leases.acquire(leaseName(found.connection_id));
    if (!lease) return;
    try {
      const sync = await syncs.find(found.org_id, found.id);
      const isDue = sync?.next_at && sync.next_at <= clock();
      if (sync && isDue) await carryOut(sync, lease, AbortSignal.any([signal, lease.signal]));
    } finally {
      await lease.release();
    }
  };

  const begin = (sync: Sync, signal: AbortSignal): void => {
    const taken = take(sync, signal)
      .catch((error: unknown) => {
        log.warn('a synchronisation was left to the next pass', { sync_id: sync.id, ...errorFields(error) });
      })
      .finally(() => running.delete(sync.id));
    running.set(sync.id, taken);
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    const due = running.size < AT_ONCE ? await syncs.due(clock(), LOOKED_AT) : [];
    for (const sync of due) if (running.size < AT_ONCE && !running.has(sync.id) && !signal.aborted) begin(sync, signal);
  };

  const stopping = new AbortController();
  const runner = makeRunner({
    name: 'synchronisations',
    pass: (signal) => pass(AbortSignal.any([signal, stopping.signal])),
    everyMs,
    log,
  });
  return {
    ...runner,
    async stop() {
      stopping.abort();
      await runner.stop();
      await Promise.all(running.values());
    },
  };
};
