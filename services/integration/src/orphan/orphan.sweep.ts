import { errorFields, type Log, makeRunner, type Runner, type UnitOfWork, VersionConflict } from '@qsc/service-kit';
import type { OrphanStore, RemoveOrphans } from './orphan.store.ts';
import { isOver, type Orphan } from './orphan.ts';

type Parts = {
  orphans: Pick<OrphanStore, 'walk' | 'remove'>;
  /** The rows of mappings. */
  ofMappings: readonly RemoveOrphans[];
  /** The rows of a connection alone. */
  ofConnections: readonly RemoveOrphans[];
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: () => Date;
  log: Log;
  everyMs?: number;
};

const EVERY_MS = 60_000;
const LOOKED_AT = 100;
const BATCH = 500;

/**
 * Removes the rows of removed connections and mappings that only served synchronisation. The history stays: synchronisations,
 * decided conflicts, audit entries. Replicas may run at the same time: each write expects a version.
 */
export const makeOrphanSweep = (parts: Parts): Runner => {
  const { orphans, ofMappings, ofConnections, unitOfWork, clock, log, everyMs = EVERY_MS } = parts;

  const clear = async (remains: RemoveOrphans, orphan: Orphan, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const changes = await remains(orphan, BATCH);
      if (changes.length === 0) return;
      await unitOfWork.commit(changes, []);
    }
  };

  const settle = async (orphan: Orphan, signal: AbortSignal): Promise<void> => {
    const isLast = isOver(orphan, clock());
    const all = orphan.mapping_ids ? ofMappings : [...ofMappings, ...ofConnections];
    for (const remains of all) await clear(remains, orphan, signal);
    if (isLast && !signal.aborted) await unitOfWork.commit([orphans.remove(orphan)], []);
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    for (let after = ''; ; ) {
      const found = await orphans.walk({ after, limit: LOOKED_AT });
      for (const orphan of found) {
        if (signal.aborted) return;
        await settle(orphan, signal).catch((error: unknown) => {
          // Another replica was faster, or a row was written once more.
          if (error instanceof VersionConflict) return;
          log.warn('the orphans of a connection wait for the next pass', {
            connection_id: orphan.connection_id,
            ...errorFields(error),
          });
        });
      }
      const last = found.at(-1);
      if (!last || found.length < LOOKED_AT) return;
      after = last.id;
    }
  };

  return makeRunner({ name: 'orphans of connections', pass, everyMs, log });
};
