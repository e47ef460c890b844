import type { ConflictStore } from '../conflict/conflict.store.ts';
import { type Conflict, isWhole } from '../conflict/conflict.ts';
import type { LinkStore } from '../link/link.store.ts';
import type { LocalRecords } from '../local/local-record.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import type { Pair } from './pair.ts';
import type { Reconcile } from './reconcile.ts';

type Parts = {
  reconcile: Reconcile;
  conflicts: Pick<ConflictStore, 'openAfter'>;
  links: Pick<LinkStore, 'findByEntityId'>;
  local: Pick<LocalRecords, 'read'>;
};

const BATCH = 500;

/**
 * Looks again at the open conflicts whose record changed here since, and at those of fields that wait for nobody any more: no
 * change there brings them, and they could not be decided by what they show. The others are not fetched.
 */
export const makeReview = ({ reconcile, conflicts, links, local }: Parts) => {
  const outdated = async (run: MappingRun, open: readonly Conflict[]): Promise<Conflict[]> => {
    const { mappingKey, mapping } = run;
    const ids = [...new Set(open.map(({ entity_id }) => entity_id))];
    const [linked, records] = await Promise.all([
      links.findByEntityId(mappingKey, ids),
      local.read(mappingKey.orgId, mapping.entity_type, ids),
    ]);
    const seen = new Map(linked.map(({ entity_id, local_version }) => [entity_id, local_version]));
    const present = new Map(records.map(({ id, version }) => [id, version]));
    return open.filter(
      (conflict) => !isWaitedFor(run, conflict) || present.get(conflict.entity_id) !== seen.get(conflict.entity_id),
    );
  };

  return async (run: MappingRun): Promise<void> => {
    for (let after = ''; ; ) {
      const open = await conflicts.openAfter(run.mappingKey, { after, limit: BATCH });
      const last = open.at(-1);
      if (!last) return;
      after = last.id;
      const pairs = await toPairs(run, await outdated(run, open));
      if (pairs.length > 0) await reconcile(run, pairs, { skipsSame: false });
    }
  };
};

const isWaitedFor = ({ rules }: MappingRun, conflict: Conflict): boolean =>
  isWhole(conflict) || rules.isReviewed(conflict.field);

const toPairs = async (run: MappingRun, conflicts: readonly Conflict[]): Promise<Pair[]> => {
  if (conflicts.length === 0) return [];
  const ids = [...new Set(conflicts.map(({ external_id }) => external_id))];
  const there = await run.system.fetch(whole(run.source), ids);
  const byId = new Map(there.map((record) => [record.externalId, record]));
  return conflicts.map((conflict) => ({
    externalId: conflict.external_id,
    entityId: conflict.entity_id,
    // A conflict of the whole record says that it is gone there.
    remote: byId.get(conflict.external_id) ?? (isWhole(conflict) ? 'deleted' : null),
  }));
};
