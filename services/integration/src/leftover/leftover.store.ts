import { type Change, type Collection, defineCollection, insert, remove, trusted } from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import type { Leftover } from './leftover.ts';

export const leftoverDefinition = defineCollection({
  name: 'leftover',
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

type StoredLeftover = z.infer<typeof leftoverDefinition.shape>;

export type LeftoverStore = {
  insert(leftover: Leftover): Change;
  /** Those of any organisation, in the order of their ids. */
  walk(page: { after: string; limit: number }): Promise<Leftover[]>;
  remove(leftover: Leftover): Change;
};

/** The store of what is left behind, in MongoDB. */
export const makeLeftoverStore = (leftovers: Collection<StoredLeftover>): LeftoverStore => {
  const stored = leftovers.model.collection as unknown as mongo.Collection<StoredLeftover>;
  return {
    insert: ({ id, mapping_ids, ...leftover }) =>
      insert(leftovers, { _id: id, ...leftover, mapping_ids: mapping_ids && [...mapping_ids] }),
    async walk({ after, limit }) {
      const rows = await stored.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray();
      return rows.map(({ _id, ...leftover }) => ({ id: _id, ...leftover }));
    },
    remove: ({ id, version }) => remove(leftovers, id, version),
  };
};

/** The rows of one kind that a leftover is about. */
export const rowsOf = ({ org_id, connection_id, mapping_ids }: Leftover) => ({
  ...{ org_id, connection_id },
  ...(mapping_ids ? { mapping_id: trusted({ $in: [...mapping_ids] }) } : {}),
});

/** The writes by which at most so many rows of one kind go; none when none are left. */
export type Remains = (leftover: Leftover, limit: number) => Promise<Change[]>;
