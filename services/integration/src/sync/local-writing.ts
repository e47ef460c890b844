import { commandIdOf } from '../local/command-id.ts';
import type { LocalRecords, LocalWrite, LocalWriteResult } from '../local/local-record.ts';
import { localContentOf, localPatchOf, sameValue } from '../mapping/transform.ts';
import type { MappingRun } from './mapping-run.ts';
import { type Item, problemOf } from './pair.ts';
import { localSideOf } from './reading.ts';

/** Writes what the merges give our records, in one message for the page, and notes what came of each. */
export const makeWriteLocal =
  ({ local }: { local: Pick<LocalRecords, 'write'> }) =>
  async (run: MappingRun, items: readonly Item[]): Promise<Item[]> => {
    const asked = items.flatMap((item) => {
      const write = localWriteOf(run, item);
      return write ? [{ item, write }] : [];
    });
    if (asked.length === 0) return [...items];
    const results = await local.write(
      run.call,
      asked.map(({ write }) => write),
    );
    const written = new Map(asked.map(({ item }, index) => [item, results[index]]));
    return items.map((item) => {
      const result = written.get(item);
      return result ? afterWrite(run, item, result) : item;
    });
  };

/** The write that a merge asks for; null where it asks for none. */
export const localWriteOf = (
  { place, mapping }: MappingRun,
  { merged, pair, local, link }: Item,
): LocalWrite | null => {
  if (!merged) return null;
  const { action, toLocal } = merged;
  const about = [place.connectionId, place.mappingId, pair.externalId, link?.version ?? 0];
  const entityType = mapping.entity_type;
  if (action === 'create_local') {
    // Not by its values: what was made before a kill is found again, and then changed to what is there by now.
    const commandId = commandIdOf(['create', ...about.slice(0, 3)]);
    return { kind: 'create', commandId, entityType, eventSubtype: mapping.event_subtype, ...localContentOf(toLocal) };
  }
  if (!local) return null;
  const target = { entityType, id: local.id, version: local.version };
  if (action === 'delete_local')
    return { kind: 'delete', commandId: commandIdOf(['delete', ...about, local.version]), ...target };
  if (Object.keys(toLocal).length === 0) return null;
  const side = localSideOf({ mapping }, local);
  const patch = localPatchOf(toLocal, side === 'deleted' || side === null ? {} : side);
  return { kind: 'change', commandId: commandIdOf(['change', ...about, local.version, toLocal]), ...target, ...patch };
};

const afterWrite = (run: MappingRun, item: Item, result: LocalWriteResult): Item => {
  if (result.ok) {
    const { record } = result;
    return { ...item, pair: { ...item.pair, entityId: record.id }, local: record, again: isOlder(run, item, record) };
  }
  if (result.kind === 'version_clash') return { ...item, again: true, merged: null };
  if (result.kind === 'gone') return { ...item, local: null };
  return { ...item, merged: null, problem: problemOf(item.pair, 'validation_failed', result) };
};

/** Whether what a repeated command had made is not what the record is to be by now. */
const isOlder = (run: MappingRun, { merged }: Item, record: Parameters<typeof localSideOf>[1]): boolean => {
  if (merged?.action !== 'create_local') return false;
  const side = localSideOf(run, record);
  if (side === null || side === 'deleted') return true;
  return Object.entries(merged.toLocal).some(([target, value]) => !sameValue(side[target], value));
};
