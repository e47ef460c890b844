import { type Change, type Collection, defineCollection, insert, remove } from '@qsc/service-kit';
import { z } from 'zod';
import { type Remains, rowsOf } from '../leftover/leftover.store.ts';
import type { Link, LinkPlace } from './link.ts';

/** Links that one commit made: our records, and the versions at which they were linked. */
export type NewLinks = {
  id: string;
  links: readonly Pick<Link, 'entity_id' | 'local_version'>[];
  version: number;
};

export const newLinksDefinition = defineCollection({
  name: 'new_links',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    mapping_id: z.string(),
    links: z.array(z.object({ entity_id: z.string(), local_version: z.number().int() })),
    version: z.number().int(),
  }),
  indexes: [{ keys: { org_id: 1, connection_id: 1, mapping_id: 1 } }],
});

export type StoredNewLinks = z.infer<typeof newLinksDefinition.shape>;

/** What was linked and not looked at since: a change of a record before its link was there came to nobody. */
export type NewLinksStore = {
  /** Those of one commit; null where all were looked at. */
  next(place: LinkPlace): Promise<NewLinks | null>;
  /** `id`: of the commit. */
  insert(place: LinkPlace, id: string, links: readonly Link[]): Change;
  remove(newLinks: NewLinks): Change;
  removals: Remains;
};

/** The store of new links in MongoDB. */
export const makeNewLinksStore = (rows: Collection<StoredNewLinks>): NewLinksStore => ({
  async next({ orgId, connectionId, mappingId }) {
    const stored = await rows.findOne({ org_id: orgId, connection_id: connectionId, mapping_id: mappingId });
    return stored && { id: stored._id, links: stored.links, version: stored.version };
  },
  insert: ({ orgId, connectionId, mappingId }, _id, links) =>
    insert(rows, {
      ...{ _id, org_id: orgId, connection_id: connectionId, mapping_id: mappingId, version: 1 },
      links: links.map(({ entity_id, local_version }) => ({ entity_id, local_version })),
    }),
  remove: ({ id, version }) => remove(rows, id, version),
  removals: async (leftover, limit) =>
    (await rows.find(rowsOf(leftover), { limit })).map(({ _id, version }) => remove(rows, _id, version)),
});
