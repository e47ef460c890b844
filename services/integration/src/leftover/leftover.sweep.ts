import { errorFields, type Log, makeRunner, type Runner, type UnitOfWork, VersionConflict } from '@qsc/service-kit';
import type { LeftoverStore, Remains } from './leftover.store.ts';
import { isOver, type Leftover } from './leftover.ts';

type Parts = {
  leftovers: Pick<LeftoverStore, 'walk' | 'remove'>;
  /** What hangs on mappings. */
  ofMappings: readonly Remains[];
  /** What hangs on a connection alone. */
  ofConnections: readonly Remains[];
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: () => Date;
  log: Log;
  everyMs?: number;
};

const EVERY_MS = 60_000;
const LOOKED_AT = 100;
const BATCH = 500;

/**
 * Removes what connections and mappings have left behind that only served their synchronisation. What tells what happened stays:
 * synchronisations, decided conflicts, audit entries. Any replica may do it, also at once: each write expects a version.
 */
export const makeLeftoverSweep = (parts: Parts): Runner => {
  const { leftovers, ofMappings, ofConnections, unitOfWork, clock, log, everyMs = EVERY_MS } = parts;

  const clear = async (remains: Remains, leftover: Leftover, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const changes = await remains(leftover, BATCH);
      if (changes.length === 0) return;
      await unitOfWork.commit(changes, []);
    }
  };

  const settle = async (leftover: Leftover, signal: AbortSignal): Promise<void> => {
    const isLast = isOver(leftover, clock());
    const all = leftover.mapping_ids ? ofMappings : [...ofMappings, ...ofConnections];
    for (const remains of all) await clear(remains, leftover, signal);
    if (isLast && !signal.aborted) await unitOfWork.commit([leftovers.remove(leftover)], []);
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    for (let after = ''; ; ) {
      const found = await leftovers.walk({ after, limit: LOOKED_AT });
      for (const leftover of found) {
        if (signal.aborted) return;
        await settle(leftover, signal).catch((error: unknown) => {
          // Another replica was faster, or a row was written once more.
          if (error instanceof VersionConflict) return;
          log.warn('what a connection left behind waits for the next pass', {
            connection_id: leftover.connection_id,
            ...errorFields(error),
          });
        });
      }
      const last = found.at(-1);
      if (!last || found.length < LOOKED_AT) return;
      after = last.id;
    }
  };

  return makeRunner({ name: 'what connections leave behind', pass, everyMs, log });
};
