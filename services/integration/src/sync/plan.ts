import type { Values } from '../mapping/values.ts';
import type { FieldConflict } from '../merge/merge.ts';
import type { MappingRun } from './mapping-run.ts';
import { type Item, localIdOf, recordIdOf } from './pair.ts';
import { localSideOf } from './reading.ts';
import type { PlannedChange } from './sync.ts';

type Sides = { from: Values; to: Values };

const fieldsOf = ({ from, to }: Sides): PlannedChange['fields'] =>
  Object.fromEntries(Object.entries(to).map(([target, value]) => [target, { from: from[target] ?? null, to: value }]));

const valuesOf = (side: Item['remote']): Values => (side === null || side === 'deleted' ? {} : side);

const reviewed = (conflicts: readonly FieldConflict[]): PlannedChange['fields'] =>
  Object.fromEntries(conflicts.map(({ target, local, remote }) => [target, { from: local, to: remote }]));

/** What a synchronisation would do to a record, field by field; nothing where it would do nothing. */
export const plannedOf = (run: MappingRun, item: Item): PlannedChange[] => {
  const { merged, pair, remote, local } = item;
  if (!merged || merged.action === 'none') return [];
  const about = { record_id: recordIdOf(pair), entity_id: localIdOf(item) };
  const here = valuesOf(localSideOf(run, local));
  const there = valuesOf(remote);
  const { action, toLocal, toRemote, conflicts } = merged;
  if (action === 'create_local') return [{ ...about, action, fields: fieldsOf({ from: {}, to: toLocal }) }];
  if (action === 'create_remote') return [{ ...about, action, fields: fieldsOf({ from: {}, to: toRemote }) }];
  if (action === 'delete_local') return [{ ...about, action, fields: {} }];
  const changes: PlannedChange[] = [
    { ...about, action: 'update_local', fields: fieldsOf({ from: here, to: toLocal }) },
    { ...about, action: 'update_remote', fields: fieldsOf({ from: there, to: toRemote }) },
    { ...about, action: 'review', fields: reviewed(conflicts) },
  ];
  return changes.filter(({ fields }) => Object.keys(fields).length > 0);
};
