import { isContended, type Log, retryConflict } from '@qsc/service-kit';
import type { RemoteRecord } from '../connector/connector.ts';
import type { LinkStore } from '../link/link.store.ts';
import { changedLink, type Link } from '../link/link.ts';
import { businessKeyThere, findByBusinessKey } from './business-key.ts';
import type { CursorStore } from './cursor.store.ts';
import { advanceCursor, isSweepDue, mustHold, toSince } from './cursor.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import type { Reconcile } from './reconcile.ts';

type Parts = {
  reconcile: Reconcile;
  cursors: CursorStore;
  links: Pick<LinkStore, 'present' | 'findByExternalId' | 'update'>;
  clock: () => Date;
  log: Log;
};

const BATCH = 500;

/**
 * The nightly comparison by key and change time: takes what no page brought (an unknown key, a row with another time than the
 * one taken), and deletes here what is missing there. It runs in a full synchronisation too. Records that the external system
 * lists as deleted are deleted at once. A comparison that misses more than 5 % deletes nothing and says so, until the next full
 * synchronisation.
 */
export const makeComparison = ({ reconcile, cursors, links, clock, log }: Parts) => {
  /** Without those that are there all the same, or whose business key is: that record is to be linked to them. */
  const reallyGone = async (run: MappingRun, externalIds: readonly string[]): Promise<string[]> => {
    if (externalIds.length === 0) return [];
    const there = await run.system.fetch(whole(run.source), externalIds);
    const present = new Set(there.filter(({ deleted }) => !deleted).map(({ externalId }) => externalId));
    const missing = externalIds.filter((externalId) => !present.has(externalId));
    const known = missing.length > 0 ? await links.findByExternalId(run.mappingKey, missing) : [];
    const keys = new Map(
      known.map(({ external_id, shadow }) => [external_id ?? '', businessKeyThere(run, shadow ?? {})]),
    );
    const found = await findByBusinessKey(
      run,
      [...keys.values()].flatMap((key) => key ?? []),
      log,
    );
    const isThere = (key: string): boolean =>
      found.get(keys.get(key)?.code ?? '')?.some(({ deleted }) => !deleted) ?? false;
    return missing.filter((key) => !isThere(key));
  };

  const remove = async (run: MappingRun, gone: readonly string[]): Promise<void> => {
    for (let from = 0; from < gone.length; from += BATCH) {
      const some = gone.slice(from, from + BATCH);
      const pairs = some.map((externalId) => ({ externalId, entityId: null, remote: 'deleted' as const }));
      await reconcile(run, pairs, { skipsSame: true });
    }
  };

  const takeList = async (run: MappingRun): Promise<void> => {
    const { system, source, mappingKey, connection } = run;
    const began = (await system.now()) ?? clock();
    const cursor = await cursors.of(mappingKey);
    const last = { modifiedAt: (cursor.deletions_since ?? began).toISOString(), externalId: '' };
    const since = toSince(last, connection.sync_config.change_detection.buffer_minutes) ?? began;
    for await (const ids of system.deletions?.(source, since) ?? [])
      for (let from = 0; from < ids.length; from += BATCH)
        await remove(run, await reallyGone(run, ids.slice(from, from + BATCH)));
    if (!run.plan) await run.ledger.commit([cursors.save(advanceCursor(cursor, { deletions_since: began }))]);
  };

  /** Takes the rows that are unknown here or have another time, and stores the time. */
  const takeUnknown = async (run: MappingRun, rows: readonly RemoteRecord[]): Promise<void> => {
    const toTime = new Map(rows.map(({ externalId, modifiedAt }) => [externalId, modifiedAt]));
    const known = new Map(
      (await links.findByExternalId(run.mappingKey, [...toTime.keys()])).map((link) => [link.external_id, link]),
    );
    const isOld = (link: Link): boolean => link.remote_modified_at !== toTime.get(link.external_id ?? '');
    const unknown = rows.filter(({ externalId, deleted }) => {
      const link = known.get(externalId);
      return link ? isOld(link) : !deleted;
    });
    if (unknown.length === 0) return;
    const ids = unknown.map(({ externalId }) => externalId);
    const there = await run.system.fetch(run.source, ids);
    const pairs = there.map((remote) => ({ externalId: remote.externalId, entityId: null, remote }));
    if (pairs.length > 0) await reconcile(run, pairs, { skipsSame: true });
    if (run.plan) return;
    await retryConflict(async () => {
      const old = (await links.findByExternalId(run.mappingKey, ids)).filter(isOld);
      const noted = old.map((link) => {
        const remote_modified_at = toTime.get(link.external_id ?? '') ?? null;
        return links.update(changedLink(link, { remote_modified_at }, clock()));
      });
      if (noted.length > 0) await run.ledger.commit(noted);
    }, isContended);
  };

  /** The keys that are linked and gone there, and how many are linked. */
  const goneKeys = async (
    run: MappingRun,
    present: ReadonlySet<string>,
  ): Promise<{ gone: string[]; linked: number }> => {
    const gone: string[] = [];
    let linked = 0;
    for (let after = ''; ; ) {
      const page = await links.present(run.mappingKey, { after, limit: BATCH });
      const last = page.at(-1);
      if (!last) return { gone, linked };
      after = last.id;
      const keys = page.flatMap(({ external_id }) => external_id ?? []);
      const missing = keys.filter((key) => !present.has(key));
      linked += keys.length;
      if (missing.length > 0) gone.push(...(await reallyGone(run, missing)));
    }
  };

  const compare = async (run: MappingRun): Promise<void> => {
    const { full } = run.ledger.sync();
    const present = new Set<string>();
    for await (const { records } of run.system.changedSince({ ...run.source, fields: [] }, null)) {
      for (const { externalId } of records) present.add(externalId);
      // A full synchronisation has just walked over all of them.
      for (let from = 0; !full && from < records.length; from += BATCH)
        await takeUnknown(run, records.slice(from, from + BATCH));
    }
    const { gone, linked } = await goneKeys(run, present);
    const cursor = await cursors.of(run.mappingKey);
    const isHeld = mustHold(gone.length, { linked, held: cursor.held_deletions, full });
    if (!isHeld) await remove(run, gone);
    const waiting = isHeld ? gone.length : 0;
    const after = advanceCursor(cursor, { swept_at: clock(), held_deletions: waiting });
    const held_deletions = run.ledger.sync().held_deletions + waiting;
    await run.ledger.commit(run.plan ? [] : [cursors.save(after)], undefined, { held_deletions });
  };

  return async (run: MappingRun): Promise<void> => {
    if (run.system.deletions) await takeList(run);
    if (run.ledger.sync().full || isSweepDue(await cursors.of(run.mappingKey), clock())) await compare(run);
  };
};
