import { type Change, type Collection, defineCollection, insert, remove, replace, trusted } from '@qsc/service-kit';
import { z } from 'zod';
import { buildOrphanFilter, type RemoveOrphans } from '../orphan/orphan.store.ts';
import type { Link, MappingKey } from './link.ts';

const MAPPING_FIELDS = { org_id: 1, connection_id: 1, mapping_id: 1 } as const;

const DIRTY = { ...MAPPING_FIELDS, _id: 1 } as const;
/** Beyond so many, and after so long, a count for a scrape ends. */
const COUNTED = 10_000;
const COUNT_MS = 1_000;

export const linkDefinition = defineCollection({
  name: 'link',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    mapping_id: z.string(),
    entity_type: z.string(),
    entity_id: z.string(),
    external_id: z.string().nullable(),
    /** JSON: targets have dots in their names. */
    shadow: z.string().nullable(),
    remote_hash: z.string().nullable(),
    etag: z.string().nullable(),
    remote_modified_at: z.string().nullable(),
    local_version: z.number().int(),
    dirty: z.boolean(),
    deleted: z.boolean(),
    /** JSON. */
    mirrored: z.string(),
    updated_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { ...MAPPING_FIELDS, external_id: 1 }, unique: true, partial: { external_id: { $type: 'string' } } },
    { keys: { ...MAPPING_FIELDS, entity_id: 1 }, unique: true },
    { keys: DIRTY, partial: { dirty: true } },
    { keys: { ...MAPPING_FIELDS, deleted: 1, _id: 1 } },
    { keys: { org_id: 1, entity_id: 1 } },
  ],
});

export type StoredLink = z.infer<typeof linkDefinition.shape>;

/** A part of a walk over links in the order of their ids. */
export type LinkPage = { after: string; limit: number };

export type LinkStore = {
  find(orgId: string, id: string): Promise<Link | null>;
  /** Those of these external keys. */
  findByExternalId(mappingKey: MappingKey, externalIds: readonly string[]): Promise<Link[]>;
  /** Those of these records of ours. */
  findByEntityId(mappingKey: MappingKey, entityIds: readonly string[]): Promise<Link[]>;
  /** Those of these records in all connections of the organisation. */
  findTouching(orgId: string, entityIds: readonly string[]): Promise<Link[]>;
  /** Those whose records changed here since they were last alike. */
  dirty(mappingKey: MappingKey, page: LinkPage): Promise<Link[]>;
  /** Those that are deleted on neither side. */
  present(mappingKey: MappingKey, page: LinkPage): Promise<Link[]>;
  countPresent(mappingKey: MappingKey): Promise<number>;
  /** How many records of these mappings of a connection changed here and wait. */
  countDirty(orgId: string, connectionId: string, mappingIds: readonly string[]): Promise<number>;
  /** As `countDirty`, of all organisations together, counted up to 10,000. */
  countAllDirty(): Promise<number>;
  insert(link: Link): Change;
  /** The write of a link that was read at the version before this one. */
  update(link: Link): Change;
  remove(link: Link): Change;
  removals: RemoveOrphans;
};

export const toLink = ({ _id, shadow, mirrored, ...stored }: StoredLink): Link => ({
  id: _id,
  ...stored,
  shadow: shadow === null ? null : JSON.parse(shadow),
  mirrored: JSON.parse(mirrored),
});

const toStored = ({ id, shadow, mirrored, ...link }: Link): StoredLink => ({
  _id: id,
  ...link,
  shadow: shadow === null ? null : JSON.stringify(shadow),
  mirrored: JSON.stringify(mirrored),
});

const buildFilter = ({ orgId, connectionId, mappingId }: MappingKey) => ({
  org_id: orgId,
  connection_id: connectionId,
  mapping_id: mappingId,
});

/** The store of links in MongoDB. */
export const makeLinkStore = (links: Collection<StoredLink>): LinkStore => {
  const walk = async (filter: Record<string, unknown>, { after, limit }: LinkPage): Promise<Link[]> => {
    const rest = { ...filter, _id: trusted({ $gt: after }) };
    return (await links.find(rest, { sort: { _id: 1 }, limit })).map(toLink);
  };
  const all = async (filter: Record<string, unknown>): Promise<Link[]> => (await links.find(filter)).map(toLink);
  return {
    async find(orgId, id) {
      const stored = await links.findOne({ org_id: orgId, _id: id });
      return stored && toLink(stored);
    },
    findByExternalId: (mappingKey, ids) => all({ ...buildFilter(mappingKey), external_id: trusted({ $in: [...ids] }) }),
    findByEntityId: (mappingKey, ids) => all({ ...buildFilter(mappingKey), entity_id: trusted({ $in: [...ids] }) }),
    findTouching: (orgId, ids) => all({ org_id: orgId, entity_id: trusted({ $in: [...ids] }) }),
    dirty: (mappingKey, page) => walk({ ...buildFilter(mappingKey), dirty: true }, page),
    present: (mappingKey, page) => walk({ ...buildFilter(mappingKey), deleted: false }, page),
    countPresent: (mappingKey) => links.count({ ...buildFilter(mappingKey), deleted: false }),
    countDirty: (orgId, connectionId, mappingIds) =>
      links.count({
        org_id: orgId,
        connection_id: connectionId,
        dirty: true,
        mapping_id: trusted({ $in: [...mappingIds] }),
      }),
    countAllDirty: () =>
      links.model.collection.countDocuments({ dirty: true }, { hint: DIRTY, limit: COUNTED, maxTimeMS: COUNT_MS }),
    insert: (link) => insert(links, toStored(link)),
    update: (link) => replace(links, toStored(link), link.version - 1),
    remove: ({ id, version }) => remove(links, id, version),
    removals: async (orphan, limit) =>
      (await links.find(buildOrphanFilter(orphan), { limit })).map(({ _id, version }) => remove(links, _id, version)),
  };
};
