import { type Change, type Collection, defineCollection, insert, remove, trusted } from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import type { Orphan } from './orphan.ts';

export const orphanDefinition = defineCollection({
  name: 'orphan',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    mapping_ids: z.array(z.string()).nullable(),
    since: z.date(),
    version: z.number().int(),
  }),
  indexes: [],
});

type StoredOrphan = z.infer<typeof orphanDefinition.shape>;

export type OrphanStore = {
  insert(orphan: Orphan): Change;
  /** Those of any organisation, in the order of their ids. */
  walk(page: { after: string; limit: number }): Promise<Orphan[]>;
  remove(orphan: Orphan): Change;
};

/** The store of orphans in MongoDB. */
export const makeOrphanStore = (orphans: Collection<StoredOrphan>): OrphanStore => {
  const stored = orphans.model.collection as unknown as mongo.Collection<StoredOrphan>;
  return {
    insert: ({ id, mapping_ids, ...orphan }) =>
      insert(orphans, { _id: id, ...orphan, mapping_ids: mapping_ids && [...mapping_ids] }),
    async walk({ after, limit }) {
      const rows = await stored.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray();
      return rows.map(({ _id, ...orphan }) => ({ id: _id, ...orphan }));
    },
    remove: ({ id, version }) => remove(orphans, id, version),
  };
};

/** The filter of the rows of an orphaned connection or mapping. */
export const buildOrphanFilter = ({ org_id, connection_id, mapping_ids }: Orphan) => ({
  org_id,
  connection_id,
  ...(mapping_ids ? { mapping_id: trusted({ $in: [...mapping_ids] }) } : {}),
});

/** The writes that remove at most so many orphaned rows of one kind; none when none are left. */
export type RemoveOrphans = (orphan: Orphan, limit: number) => Promise<Change[]>;
