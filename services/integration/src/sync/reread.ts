import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { sendsStates } from '../mirror/mirrored-field.ts';
import type { CursorStore } from './cursor.store.ts';
import { advanceCursor, type MappingCursor, NEVER_COMPARED } from './cursor.ts';
import { sentTargets } from './mapping-run.ts';

/** The writes that make the next synchronisation read what the former settings skipped. */
export type Reread = (before: Connection, after: Connection) => Promise<Change[]>;

/**
 * Resets the cursors of mappings that take other records, or more of them, or have another change field, and has the links of
 * mappings compared that send more: what was skipped so far did not change since, and would never be synchronised. A cursor that
 * was never saved is written too, so that a running first synchronisation by the former mapping conflicts with it and restarts.
 */
export const makeReread =
  ({ cursors }: { cursors: CursorStore }): Reread =>
  async (before, after) => {
    const former = new Map(before.mappings.map((mapping) => [mapping.id, mapping]));
    const changes = after.mappings.map(async (mapping) => {
      const was = former.get(mapping.id);
      const by = was ? toCursorChanges([before, was], [after, mapping]) : {};
      if (Object.keys(by).length === 0) return [];
      const mappingKey = { orgId: after.org_id, connectionId: after.id, mappingId: mapping.id };
      return [cursors.save(advanceCursor(await cursors.of(mappingKey), by))];
    });
    return (await Promise.all(changes)).flat();
  };

type Setting = readonly [Connection, Mapping];

const toCursorChanges = (before: Setting, after: Setting): Partial<MappingCursor> => ({
  ...(isDeepStrictEqual(listRead(before), listRead(after)) ? {} : { taken: null }),
  ...(listSent(after).every((part) => listSent(before).includes(part)) ? {} : { scanned_at: NEVER_COMPARED }),
});

/** What says which records are taken, and what of them. */
const listRead = ([
  {
    sync_config: { direction, change_detection },
  },
  mapping,
]: Setting) => {
  const { document_types, filters, field_mappings, content_sync, workflow_sync, esignature_sync } = mapping;
  const mirrored = [content_sync, workflow_sync, esignature_sync].map((part) => (part?.enabled ? part : null));
  const chosen = [[...document_types].sort(), filters];
  return [chosen, field_mappings, mirrored, change_detection.field, direction === 'outbound'];
};

/** What goes to the external system: targets, and by names that no target has, new records and states. */
const listSent = ([{ sync_config }, mapping]: Setting): string[] => {
  const { direction } = sync_config;
  if (direction === 'inbound') return [];
  const creates = mapping.bidirectional?.enabled && mapping.bidirectional.create;
  const others = [...(creates ? ['new records'] : []), ...(sendsStates(mapping) ? ['states'] : [])];
  return [...sentTargets(direction, mapping), ...others];
};
