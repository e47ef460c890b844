import { errorFields, type Lease, type Leases, type Log, makeRunner, type Runner } from '@qsc/service-kit';
import type { CarryOut } from './carry-out.ts';
import type { DueSync, SyncStore } from './sync.store.ts';

type Parts = {
  syncs: Pick<SyncStore, 'due' | 'find'>;
  leases: Leases;
  carryOut: CarryOut;
  clock: () => Date;
  everyMs?: number;
  log: Log;
};

const EVERY_MS = 1_000;
/** How many connections a replica synchronises at a time, and of one organisation: there is room for the next one that comes. */
const AT_ONCE = 4;
const OF_ONE = 3;
const LOOKED_AT = 100;

/** The lease of a connection: its holder synchronises it. */
export const leaseName = (connectionId: string): string => `sync/${connectionId}`;

/**
 * Carries out running synchronisations, each in the replica that gets the lease of its connection. After a crash another one
 * continues when the lease has run out. Organisations take turns.
 */
export const makeSyncWorker = ({ syncs, leases, carryOut, clock, everyMs = EVERY_MS, log }: Parts): Runner => {
  const running = new Map<string, { orgId: string; done: Promise<void> }>();

  const hasRoom = (orgId: string): boolean =>
    running.size < AT_ONCE && [...running.values()].filter((one) => one.orgId === orgId).length < OF_ONE;

  const work = async (found: DueSync, lease: Lease, signal: AbortSignal): Promise<void> => {
    try {
      const sync = await syncs.find(found.org_id, found.id);
      const isDue = sync?.next_at && sync.next_at <= clock();
      if (sync && isDue) await carryOut(sync, lease, AbortSignal.any([signal, lease.signal]));
    } finally {
      await lease.release();
    }
  };

  /** The lease is acquired before the next one is checked: synchronisations of other replicas do not count here. */
  const start = async (sync: DueSync, signal: AbortSignal): Promise<void> => {
    const lease = await leases.acquire(leaseName(sync.connection_id));
    if (!lease) return;
    const done = work(sync, lease, signal)
      .catch((error: unknown) => {
        log.warn('a synchronisation was left to the next pass', { sync_id: sync.id, ...errorFields(error) });
      })
      .finally(() => running.delete(sync.id));
    running.set(sync.id, { orgId: sync.org_id, done });
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    const due = running.size < AT_ONCE ? await syncs.due(clock(), LOOKED_AT) : [];
    for (const sync of due)
      if (!signal.aborted && !running.has(sync.id) && hasRoom(sync.org_id)) await start(sync, signal);
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
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
};
