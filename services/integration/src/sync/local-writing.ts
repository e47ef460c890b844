import { toCommandId } from '../local/command-id.ts';
import type { LocalRecords, LocalWrite, LocalWriteResult } from '../local/local-record.ts';
import { sameValue, toLocalContent, toLocalPatch } from '../mapping/transform.ts';
import type { MappingRun } from './mapping-run.ts';
import { type Item, toProblem } from './pair.ts';
import { toLocalSide } from './reading.ts';

/** Writes the merged values to our records, in one message for the page, and sets the result of each. */
export const makeWriteLocal =
  ({ local }: { local: Pick<LocalRecords, 'write'> }) =>
  async (run: MappingRun, items: readonly Item[]): Promise<Item[]> => {
    const requested = items.flatMap((item) => {
      const write = toLocalWrite(run, item);
      return write ? [{ item, write }] : [];
    });
    if (requested.length === 0) return [...items];
    const results = await local.write(
      run.call,
      requested.map(({ write }) => write),
    );
    const written = new Map(requested.map(({ item }, index) => [item, results[index]]));
    return items.map((item) => {
      const result = written.get(item);
      return result ? afterWrite(run, item, result) : item;
    });
  };

/** The write of a merge; null where it needs none. */
export const toLocalWrite = (
  { mappingKey, mapping }: MappingRun,
  { merged, pair, local, link }: Item,
): LocalWrite | null => {
  if (!merged) return null;
  const { action, toLocal } = merged;
  const about = [mappingKey.connectionId, mappingKey.mappingId, pair.externalId, link?.version ?? 0];
  const entityType = mapping.entity_type;
  if (action === 'create_local') {
    // Not by its values: what was created before a crash is found again, and then changed to the present values.
    const commandId = toCommandId(['create', ...about.slice(0, 3)]);
    return { kind: 'create', commandId, entityType, eventSubtype: mapping.event_subtype, ...toLocalContent(toLocal) };
  }
  if (!local) return null;
  const target = { entityType, id: local.id, version: local.version };
  if (action === 'delete_local')
    return { kind: 'delete', commandId: toCommandId(['delete', ...about, local.version]), ...target };
  if (Object.keys(toLocal).length === 0) return null;
  const side = toLocalSide({ mapping }, local);
  const patch = toLocalPatch(toLocal, side === 'deleted' || side === null ? {} : side);
  return { kind: 'change', commandId: toCommandId(['change', ...about, local.version, toLocal]), ...target, ...patch };
};

const afterWrite = (run: MappingRun, item: Item, result: LocalWriteResult): Item => {
  if (result.ok) {
    const { record } = result;
    return { ...item, pair: { ...item.pair, entityId: record.id }, local: record, again: isOlder(run, item, record) };
  }
  if (result.kind === 'version_clash') return { ...item, again: true, merged: null };
  if (result.kind === 'gone') return { ...item, local: null };
  return { ...item, merged: null, problem: toProblem(item.pair, 'validation_failed', result) };
};

/** Whether a repeated command had created the record with other values. */
const isOlder = (run: MappingRun, { merged }: Item, record: Parameters<typeof toLocalSide>[1]): boolean => {
  if (merged?.action !== 'create_local') return false;
  const side = toLocalSide(run, record);
  if (side === null || side === 'deleted') return true;
  return Object.entries(merged.toLocal).some(([target, value]) => !sameValue(side[target], value));
};
