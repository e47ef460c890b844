import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { CursorStore } from './cursor.store.ts';
import { movedCursor } from './cursor.ts';

/** The writes by which the next synchronisation reads anew what other mappings would have read otherwise. */
export type Reread = (before: Connection, after: Connection) => Promise<Change[]>;

/**
 * Sends the cursors of mappings back to the beginning that take other records or other fields of them: what was not taken by
 * the former ones did not change since, and would never come. Also a cursor that was never saved is written, so that a first
 * synchronisation which is under way by the former mapping meets it and begins again.
 */
export const makeReread =
  ({ cursors }: { cursors: CursorStore }): Reread =>
  (before, after) => {
    const former = new Map(before.mappings.map((mapping) => [mapping.id, mapping]));
    const changed = after.mappings.filter((mapping) => readsOtherwise(mapping, former.get(mapping.id)));
    const place = { orgId: after.org_id, connectionId: after.id };
    return Promise.all(
      changed.map(async ({ id: mappingId }) =>
        cursors.save(movedCursor(await cursors.of({ ...place, mappingId }), { taken: null })),
      ),
    );
  };

const readsOtherwise = (mapping: Mapping, former: Mapping | undefined): boolean =>
  former !== undefined &&
  !isDeepStrictEqual([mapping.filters, mapping.field_mappings], [former.filters, former.field_mappings]);
