import type { Change } from '@qsc/service-kit';
import type { ConflictStore } from '../conflict/conflict.store.ts';
import type { Link } from '../link/link.ts';
import type { MappingRun } from './mapping-run.ts';
import { type Item, isUnknown } from './pair.ts';

/** What a page leaves in the queue of reviews: new conflicts, those that show other values now, and those that are over. */
export type ConflictChanges = (
  run: MappingRun,
  items: readonly Item[],
  linked: ReadonlyMap<Item, Link>,
) => Promise<Change[]>;

export const makeConflictChanges =
  ({ conflicts, clock }: { conflicts: Pick<ConflictStore, 'openOf' | 'open'>; clock: () => Date }): ConflictChanges =>
  async (run, items, linked) => {
    const merged = items.flatMap((item) => {
      const link = linked.get(item);
      // Of what cannot be seen there, nothing was found out.
      return link && item.merged && !isUnknown(item.pair) ? [{ link, found: item.merged.conflicts }] : [];
    });
    if (merged.length === 0) return [];
    const standing = await conflicts.openOf(
      run.place.orgId,
      merged.map(({ link }) => link.id),
    );
    const byLink = Map.groupBy(standing, ({ link_id }) => link_id);
    const now = clock();
    return merged.flatMap(({ link, found }) =>
      conflicts.open(subjectOf(link), { found, standing: byLink.get(link.id) ?? [] }, now),
    );
  };

const subjectOf = ({ id, external_id, ...link }: Link) => ({
  link_id: id,
  org_id: link.org_id,
  connection_id: link.connection_id,
  mapping_id: link.mapping_id,
  entity_type: link.entity_type,
  entity_id: link.entity_id,
  external_id: external_id ?? '',
});
