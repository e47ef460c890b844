import type { Change } from '@qsc/service-kit';
import type { ConflictStore } from '../conflict/conflict.store.ts';
import type { Link } from '../link/link.ts';
import type { FieldConflict } from '../merge/merge.ts';
import type { MappingRun } from './mapping-run.ts';
import { type Item, isUnknown, wasReported } from './pair.ts';

/** The changed conflicts of a page: new ones, those with other values, and those that ended. */
export type ConflictChanges = (
  run: MappingRun,
  items: readonly Item[],
  linked: ReadonlyMap<Item, Link>,
) => Promise<Change[]>;

export const makeConflictChanges =
  ({ conflicts, clock }: { conflicts: Pick<ConflictStore, 'findOpen' | 'open'>; clock: () => Date }): ConflictChanges =>
  async (run, items, linked) => {
    const merged = items.flatMap((item) => {
      const link = linked.get(item);
      return link && item.merged && !isUnseen(item) ? [{ item, link, found: item.merged.conflicts }] : [];
    });
    if (merged.length === 0) return [];
    const open = await conflicts.findOpen(
      run.mappingKey.orgId,
      merged.map(({ link }) => link.id),
    );
    const byLink = Map.groupBy(open, ({ link_id }) => link_id);
    const now = clock();
    return merged.flatMap(({ item, link, found }) => {
      const existing = byLink.get(link.id) ?? [];
      const isOpen = ({ target }: FieldConflict): boolean => existing.some(({ field }) => field === target);
      // A conflict that was reported before and is not open any more was decided meanwhile.
      return conflicts.open(
        toSubject(link),
        { found: wasReported(item) ? found.filter(isOpen) : found, existing },
        now,
      );
    });
  };

/** Nothing was found out of a record that is here and cannot be seen there. */
const isUnseen = ({ pair, local }: Item): boolean => isUnknown(pair) && local?.deleted === false;

const toSubject = ({ id, external_id, ...link }: Link) => ({
  link_id: id,
  org_id: link.org_id,
  connection_id: link.connection_id,
  mapping_id: link.mapping_id,
  entity_type: link.entity_type,
  entity_id: link.entity_id,
  external_id: external_id ?? '',
});
