import type { Values } from '../mapping/values.ts';
import type { FieldConflict } from '../merge/merge.ts';
import type { MappingRun } from './mapping-run.ts';
import { getLocalId, getRecordId, type Item } from './pair.ts';
import { toLocalSide } from './reading.ts';
import type { PlannedChange } from './sync.ts';

type Sides = { from: Values; to: Values };

const toFields = ({ from, to }: Sides): PlannedChange['fields'] =>
  Object.fromEntries(Object.entries(to).map(([target, value]) => [target, { from: from[target] ?? null, to: value }]));

const toValues = (side: Item['remote']): Values => (side === null || side === 'deleted' ? {} : side);

const reviewed = (conflicts: readonly FieldConflict[]): PlannedChange['fields'] =>
  Object.fromEntries(conflicts.map(({ target, local, remote }) => [target, { from: local, to: remote }]));

/** What a synchronisation would do to a record, field by field; empty where nothing. */
export const toPlanned = (run: MappingRun, item: Item): PlannedChange[] => {
  const { merged, pair, remote, local } = item;
  if (!merged || merged.action === 'none') return [];
  const about = { record_id: getRecordId(pair), entity_id: getLocalId(item) };
  const here = toValues(toLocalSide(run, local));
  const there = toValues(remote);
  const { action, toLocal, toRemote, conflicts } = merged;
  if (action === 'create_local') return [{ ...about, action, fields: toFields({ from: {}, to: toLocal }) }];
  if (action === 'create_remote') return [{ ...about, action, fields: toFields({ from: {}, to: toRemote }) }];
  if (action === 'delete_local') return [{ ...about, action, fields: {} }];
  const changes: PlannedChange[] = [
    { ...about, action: 'update_local', fields: toFields({ from: here, to: toLocal }) },
    { ...about, action: 'update_remote', fields: toFields({ from: there, to: toRemote }) },
    { ...about, action: 'review', fields: reviewed(conflicts) },
  ];
  return changes.filter(({ fields }) => Object.keys(fields).length > 0);
};
