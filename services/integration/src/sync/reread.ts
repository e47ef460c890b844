import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import { movesStatesThere } from '../follow/followed-field.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { CursorStore } from './cursor.store.ts';
import { type MappingCursor, movedCursor, NEVER_COMPARED } from './cursor.ts';
import { sentTargets } from './mapping-run.ts';

/** The writes by which the next synchronisation looks anew at what former settings would have passed over. */
export type Reread = (before: Connection, after: Connection) => Promise<Change[]>;

/**
 * Sends the cursors of mappings back to the beginning that take other records, or more of them, or tell by another field what
 * changed, and has the links of those compared that send more: what was passed over so far did not change since, and would
 * never come or go. Also a cursor that was never saved is written, so that a first synchronisation which is under way by the
 * former mapping meets it and begins again.
 */
export const makeReread =
  ({ cursors }: { cursors: CursorStore }): Reread =>
  async (before, after) => {
    const former = new Map(before.mappings.map((mapping) => [mapping.id, mapping]));
    const changes = after.mappings.map(async (mapping) => {
      const was = former.get(mapping.id);
      const by = was ? movesOf([before, was], [after, mapping]) : {};
      if (Object.keys(by).length === 0) return [];
      const place = { orgId: after.org_id, connectionId: after.id, mappingId: mapping.id };
      return [cursors.save(movedCursor(await cursors.of(place), by))];
    });
    return (await Promise.all(changes)).flat();
  };

type Setting = readonly [Connection, Mapping];

const movesOf = (before: Setting, after: Setting): Partial<MappingCursor> => ({
  ...(isDeepStrictEqual(readOf(before), readOf(after)) ? {} : { taken: null }),
  ...(sentOf(after).every((part) => sentOf(before).includes(part)) ? {} : { scanned_at: NEVER_COMPARED }),
});

/** What says which records are taken, and what of them. */
const readOf = ([
  {
    sync_config: { direction, change_detection },
  },
  mapping,
]: Setting) => {
  const { document_types, filters, field_mappings, content_sync, workflow_sync, esignature_sync } = mapping;
  const followed = [content_sync, workflow_sync, esignature_sync].map((part) => (part?.enabled ? part : null));
  const chosen = [[...document_types].sort(), filters];
  return [chosen, field_mappings, followed, change_detection.field, direction === 'outbound'];
};

/** What goes to the external system: targets, and by names that no target has, new records and states. */
const sentOf = ([{ sync_config }, mapping]: Setting): string[] => {
  const { direction } = sync_config;
  if (direction === 'inbound') return [];
  const creates = mapping.bidirectional?.enabled && mapping.bidirectional.create;
  const others = [...(creates ? ['new records'] : []), ...(movesStatesThere(mapping) ? ['states'] : [])];
  return [...sentTargets(direction, mapping), ...others];
};
