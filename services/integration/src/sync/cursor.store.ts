import { type Change, type Collection, defineCollection, insert, remove, replace } from '@qsc/service-kit';
import { z } from 'zod';
import type { MappingKey } from '../link/link.ts';
import { buildOrphanFilter, type RemoveOrphans } from '../orphan/orphan.store.ts';
import { type MappingCursor, newCursor } from './cursor.ts';

export const cursorDefinition = defineCollection({
  name: 'cursor',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    mapping_id: z.string(),
    taken: z.object({ modifiedAt: z.string(), externalId: z.string() }).nullable(),
    deletions_since: z.date().nullable(),
    swept_at: z.date().nullable(),
    scanned_at: z.date().nullable(),
    held_deletions: z.number().int(),
    version: z.number().int(),
  }),
  indexes: [{ keys: { org_id: 1, connection_id: 1 } }],
});

export type StoredCursor = z.infer<typeof cursorDefinition.shape>;

export type CursorStore = {
  /** The cursor of the mapping, a new one where it was never synchronised. */
  of(mappingKey: MappingKey): Promise<MappingCursor>;
  /** The write of a cursor that was read at the version before this one. */
  save(cursor: MappingCursor): Change;
  removals: RemoveOrphans;
};

/** The store of cursors in MongoDB. */
export const makeCursorStore = (cursors: Collection<StoredCursor>): CursorStore => ({
  async of(mappingKey) {
    const fresh = newCursor(mappingKey);
    const stored = await cursors.findOne({ org_id: mappingKey.orgId, _id: fresh.id });
    if (!stored) return fresh;
    const { _id, ...cursor } = stored;
    return { id: _id, ...cursor };
  },
  save({ id, ...cursor }) {
    const doc = { _id: id, ...cursor };
    return cursor.version === 1 ? insert(cursors, doc) : replace(cursors, doc, cursor.version - 1);
  },
  removals: async (orphan, limit) =>
    (await cursors.find(buildOrphanFilter(orphan), { limit })).map(({ _id, version }) => remove(cursors, _id, version)),
});
