import type { LinkStore } from '../link/link.store.ts';
import type { CursorStore } from './cursor.store.ts';
import { isSweepDue, isToSweep, movedCursor, mustHold, NEVER_SWEPT, sinceOf } from './cursor.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import type { Reconcile } from './reconcile.ts';

type Parts = {
  reconcile: Reconcile;
  cursors: CursorStore;
  links: Pick<LinkStore, 'present'>;
  clock: () => Date;
};

const BATCH = 500;

/**
 * Deletes here what was deleted there: by the external system's own list where it has one, else by a nightly comparison of
 * keys, and by both where a full synchronisation is asked for or the list does not reach back to the last time. A comparison
 * that misses more than 5 % deletes nothing and says so, until somebody asks for a full synchronisation after that. Whatever is
 * told to be gone is asked for once more.
 */
export const makeDeletion = ({ reconcile, cursors, links, clock }: Parts) => {
  const remove = async (run: MappingRun, externalIds: readonly string[]): Promise<void> => {
    for (let from = 0; from < externalIds.length; from += BATCH) {
      const gone = await reallyGone(run, externalIds.slice(from, from + BATCH));
      const pairs = gone.map((externalId) => ({ externalId, entityId: null, remote: 'deleted' as const }));
      if (pairs.length > 0) await reconcile(run, pairs, { skipsSame: true });
    }
  };

  const takeList = async (run: MappingRun): Promise<void> => {
    const { system, source, place, connection } = run;
    const began = (await system.now()) ?? clock();
    const cursor = await cursors.of(place);
    const last = { modifiedAt: (cursor.deletions_since ?? began).toISOString(), externalId: '' };
    const since = sinceOf(last, connection.sync_config.change_detection.buffer_minutes) ?? began;
    for await (const externalIds of system.deletions?.(source, since) ?? []) await remove(run, externalIds);
    const isForgotten = began.getTime() - since.getTime() > (system.deletionsKeptMs ?? Number.POSITIVE_INFINITY);
    const after = { deletions_since: began, ...(isForgotten ? { swept_at: NEVER_SWEPT } : {}) };
    if (!run.plan) await run.ledger.commit([cursors.save(movedCursor(cursor, after))]);
  };

  /** The keys that are linked and not there, and how many are linked. */
  const missingKeys = async (run: MappingRun): Promise<{ missing: string[]; linked: number }> => {
    const keys = new Set<string>();
    for await (const page of run.system.keys(whole(run.source))) for (const key of page) keys.add(key);
    const missing: string[] = [];
    let linked = 0;
    for (let after = ''; ; ) {
      const page = await links.present(run.place, { after, limit: BATCH });
      const last = page.at(-1);
      if (!last) return { missing, linked };
      after = last.id;
      const known = page.flatMap(({ external_id }) => external_id ?? []);
      linked += known.length;
      missing.push(...known.filter((key) => !keys.has(key)));
    }
  };

  const sweep = async (run: MappingRun): Promise<void> => {
    const cursor = await cursors.of(run.place);
    const { missing, linked } = await missingKeys(run);
    const held = mustHold(missing.length, { linked, held: cursor.held_deletions, full: run.ledger.sync().full });
    if (!held) await remove(run, missing);
    const waiting = held ? missing.length : 0;
    const after = movedCursor(cursor, { swept_at: clock(), held_deletions: waiting });
    const held_deletions = run.ledger.sync().held_deletions + waiting;
    await run.ledger.commit(run.plan ? [] : [cursors.save(after)], undefined, { held_deletions });
  };

  return async (run: MappingRun): Promise<void> => {
    const { full } = run.ledger.sync();
    if (run.system.deletions) await takeList(run);
    const cursor = await cursors.of(run.place);
    const isDue = run.system.deletions ? isToSweep(cursor) : isSweepDue(cursor, clock());
    if (full || isDue) await sweep(run);
  };
};

/** Without those that are there all the same: made again, or made while the keys were read. */
const reallyGone = async ({ system, source }: MappingRun, externalIds: readonly string[]): Promise<string[]> => {
  const there = await system.fetch(whole(source), externalIds);
  const present = new Set(there.filter(({ deleted }) => !deleted).map(({ externalId }) => externalId));
  return externalIds.filter((externalId) => !present.has(externalId));
};
