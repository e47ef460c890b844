import { type Change, type Collection, defineCollection, insert, remove } from '@qsc/service-kit';
import { z } from 'zod';
import { buildOrphanFilter, type RemoveOrphans } from '../orphan/orphan.store.ts';
import type { Link, MappingKey } from './link.ts';

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

/** New links that were not checked yet: an event before the link existed did not set it dirty. */
export type NewLinksStore = {
  /** Those of one commit; null where all were checked. */
  next(mappingKey: MappingKey): Promise<NewLinks | null>;
  /** `id`: of the commit. */
  insert(mappingKey: MappingKey, id: string, links: readonly Link[]): Change;
  remove(newLinks: NewLinks): Change;
  removals: RemoveOrphans;
};

/** The store of new links in MongoDB. */
export const makeNewLinksStore = (rows: Collection<StoredNewLinks>): NewLinksStore => ({
  async next({ orgId, connectionId, mappingId }) {
    const stored = await rows.findOne({ org_id: orgId, connection_id: connectionId, mapping_id: mappingId });
    return stored && { id: stored._id, links: stored.links, version: stored.version };
  },
  insert: ({ orgId, connectionId, mappingId }, _id, links) =>
    insert(rows, {
      _id,
      org_id: orgId,
      connection_id: connectionId,
      mapping_id: mappingId,
      version: 1,
      links: links.map(({ entity_id, local_version }) => ({ entity_id, local_version })),
    }),
  remove: ({ id, version }) => remove(rows, id, version),
  removals: async (orphan, limit) =>
    (await rows.find(buildOrphanFilter(orphan), { limit })).map(({ _id, version }) => remove(rows, _id, version)),
});
