import { isContended, retryConflict } from '@qsc/service-kit';
import type { LinkStore } from '../link/link.store.ts';
import { changedLink, type Link } from '../link/link.ts';
import { type MappingRun, sendsBack, whole } from './mapping-run.ts';
import type { Reconcile } from './reconcile.ts';

type Parts = { reconcile: Reconcile; links: Pick<LinkStore, 'dirty' | 'findByEntityId' | 'update'>; clock: () => Date };

const BATCH = 500;

/**
 * Synchronises records that were deleted here and restored: changes there meanwhile were skipped, and no page brings them again.
 * One that is deleted there stays here, since a user restored it.
 */
export const makeRestored = ({ reconcile, links, clock }: Parts) => {
  const clearDirty = async (run: MappingRun, gone: readonly Link[]): Promise<void> => {
    // Where something is sent, what changed here as well waits for that.
    if (gone.length === 0 || run.plan || sendsBack(run)) return;
    const seen = new Map(gone.map(({ id, version }) => [id, version]));
    await retryConflict(async () => {
      const ids = gone.map(({ entity_id }) => entity_id);
      // What was restored once more meanwhile waits for the next synchronisation.
      const same = (await links.findByEntityId(run.mappingKey, ids)).filter(
        ({ id, version }) => seen.get(id) === version,
      );
      if (same.length > 0)
        await run.ledger.commit(same.map((link) => links.update(changedLink(link, { dirty: false }, clock()))));
    }, isContended);
  };

  const takeBatch = async (run: MappingRun, restored: readonly Link[]): Promise<void> => {
    const ids = restored.flatMap(({ external_id }) => external_id ?? []);
    if (ids.length === 0) return;
    const there = (await run.system.fetch(whole(run.source), ids)).filter(({ deleted }) => !deleted);
    const present = new Set(there.map(({ externalId }) => externalId));
    const gone = restored.filter(({ external_id }) => !present.has(external_id ?? ''));
    await clearDirty(run, gone);
    const pairs = there.map((remote) => ({ externalId: remote.externalId, entityId: null, remote }));
    if (pairs.length > 0) await reconcile(run, pairs, { skipsSame: false });
  };

  return async (run: MappingRun): Promise<void> => {
    for (let after = ''; ; ) {
      const dirty = await links.dirty(run.mappingKey, { after, limit: BATCH });
      const last = dirty.at(-1);
      if (!last) return;
      after = last.id;
      await takeBatch(
        run,
        dirty.filter(({ deleted }) => deleted),
      );
    }
  };
};
