import { indexedWords, searchKey } from '@qsc/contracts';
import { Changes } from '@qsc/contracts/events';
import {
  type Change,
  type Collection,
  defineCollection,
  defineTotals,
  hold,
  insert,
  isObject,
  Reservation,
  remove,
  replace,
  requireNone,
  type TotalPart,
  tally,
  transitionGuard,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import { StoredFile } from '../document/document-version.store.ts';
import type { Attributes } from './attributes.ts';
import { type Decided, ENTITY_TYPES, type Entity, type HistoryRecord } from './entity.ts';
import { listFacets } from './facet.ts';
import { listTexts } from './search-text.ts';
import { type CodeHolders, toCodeKey } from './unique-code.ts';

const Json = z.custom<Attributes>(isObject);

/** An entity as it is stored: `facets`, `words` and the keys are there for filters and search alone. */
export const entityDefinition = defineCollection({
  name: 'entity',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    type: z.enum(ENTITY_TYPES),
    name: z.string(),
    name_key: z.string(),
    attributes: Json,
    facets: z.array(z.string()),
    relationships: z.array(z.object({ id: z.string(), type: z.string(), target_id: z.string(), attributes: Json })),
    version: z.number().int(),
    created_at: z.date(),
    updated_at: z.date(),
    created_by: z.string(),
    deleted: z.boolean(),
    /** How often a relationship to it was made since its last version: keeps a removal from overtaking one. */
    holds: z.number().int(),
    /** The words that search finds it by. */
    words: z.array(z.string()),
    /** What the unique index looks at: absent for what takes no code. */
    code_key: z.string().optional(),
    last_transition_id: z.string().nullable().optional(),
    reservation: Reservation.nullable().optional(),
    /** Of documents. */
    file: StoredFile.optional(),
    related_to: z.array(z.object({ type: z.string(), id: z.string() })).optional(),
  }),
  filterOnly: ['name_key', 'facets', 'holds', 'words', 'code_key'],
  // Each costs a write with every entity. The query that it serves stands above it.
  indexes: [
    // The list of all types, in the order of creation.
    { keys: { org_id: 1, deleted: 1, created_at: -1, _id: -1 } },
    // The list in the order of changes, and what changed since a time (`updated_after`).
    { keys: { org_id: 1, deleted: 1, updated_at: -1, _id: -1 } },
    // The list in the order of names, a name (`name=`) and its count.
    { keys: { org_id: 1, deleted: 1, name_key: 1, _id: 1 } },
    // The list of one type.
    { keys: { org_id: 1, deleted: 1, type: 1, created_at: -1, _id: -1 } },
    // The list by attributes (docs/decisions/0004).
    { keys: { org_id: 1, deleted: 1, facets: 1, type: 1, created_at: -1, _id: -1 } },
    // What points to an entity: its neighbours, and whether it may be removed.
    {
      keys: { org_id: 1, 'relationships.target_id': 1, _id: 1 },
      partial: { 'relationships.target_id': { $exists: true } },
    },
    // All of a type of an organisation, for read models and synchronisations.
    { keys: { org_id: 1, type: 1, _id: 1 } },
    // Search by words (`q=`).
    { keys: { org_id: 1, deleted: 1, words: 1, type: 1 } },
    // The documents of a record.
    {
      keys: { org_id: 1, deleted: 1, 'related_to.id': 1, created_at: -1, _id: -1 },
      partial: { 'related_to.id': { $exists: true } },
    },
    // Codes of suppliers and components are unique.
    { keys: { org_id: 1, code_key: 1 }, unique: true, partial: { code_key: { $exists: true } } },
  ],
});

export type StoredEntity = z.infer<typeof entityDefinition.shape>;

type FilterOnly = NonNullable<(typeof entityDefinition)['filterOnly']>[number];

export type EntityCollection = Collection<StoredEntity, FilterOnly>;

/** One version of one entity. */
export const historyDefinition = defineCollection({
  name: 'entity_history',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    entity_id: z.string(),
    version: z.number().int(),
    changes: Changes,
    changed_at: z.date(),
    changed_by: z.string(),
    request_id: z.string(),
  }),
  indexes: [
    // The history of an entity; a version is there once.
    { keys: { org_id: 1, entity_id: 1, version: -1 }, unique: true },
    // The changes of a period, which compliance reports compare with the audit log.
    { keys: { org_id: 1, changed_at: 1 } },
  ],
});

export type StoredHistory = z.infer<typeof historyDefinition.shape>;

/** How many entities of each type an organisation has, soft-deleted ones left out. */
export const totalDefinition = defineTotals('entity_total');

export type EntityName = { id: string; type: string; name: string };

export type EntityStore = {
  /** The entity, or null when the organisation has none of that id. Soft-deleted ones are found too: `deleted` tells. */
  find(orgId: string, id: string): Promise<Entity | null>;
  findMany(orgId: string, ids: readonly string[]): Promise<Entity[]>;
  /** Names by id; soft-deleted entities are named too, since relationships to them stay readable. */
  names(orgId: string, ids: readonly string[]): Promise<Map<string, EntityName>>;
  /** Names of those that a relationship may point to: there, and not deleted. */
  targets(orgId: string, ids: readonly string[]): Promise<Map<string, EntityName>>;
  /** Who has the codes, by their keys; soft-deleted ones too. */
  codeHolders(orgId: string, keys: readonly string[]): Promise<CodeHolders>;
  /** How many other entities point to this one, soft-deleted ones included, since they can be restored. */
  countPointingTo(orgId: string, id: string): Promise<number>;
  /** Throws `RecordReserved` for an entity that is reserved for a transition. */
  requireFree(entity: Entity): void;
  /** The write of an entity of which only what belongs to its transitions has changed. */
  write(before: Entity, after: Entity): Change[];
  /**
   * The writes of a decision. Where a target was removed meanwhile, it is decided again. Throws `RecordReserved` for an entity that is
   * reserved for a transition.
   */
  changes(before: Entity | null, decided: Pick<Decided, 'entity' | 'history'>, requestId: string): Change[];
  /** Removes the entity; the commit is decided again when another entity points to it meanwhile. Throws as `changes`. */
  purge(entity: Entity): Change[];
  history(
    orgId: string,
    entityId: string,
    page: { skip: number; limit: number; newestFirst: boolean },
  ): Promise<HistoryRecord[]>;
  countHistory(orgId: string, entityId: string): Promise<number>;
};

/** The domain's entity out of a stored one. */
export const toEntity = ({ _id, ...stored }: Omit<StoredEntity, FilterOnly>): Entity => ({ id: _id, ...stored });

const toUniqueCode = (entity: Omit<Entity, 'id'>): Pick<StoredEntity, 'code_key'> => {
  const code_key = toCodeKey(entity);
  return code_key === null ? {} : { code_key };
};

/** The stored form of an entity. */
export const toStored = ({ id, ...entity }: Entity): StoredEntity => ({
  _id: id,
  ...entity,
  name_key: searchKey(entity.name),
  facets: listFacets(entity.attributes),
  words: indexedWords(listTexts(entity)),
  holds: 0,
  ...toUniqueCode(entity),
});

const toStoredHistory = (entity: Entity, record: HistoryRecord, requestId: string): StoredHistory => ({
  _id: `${entity.id}/${record.version}`,
  org_id: entity.org_id,
  entity_id: entity.id,
  ...record,
  request_id: requestId,
});

/** What the entity points to now and did not before. Itself needs no hold. */
const newTargets = (before: Entity | null, after: Entity): string[] => {
  const known = new Set(before?.relationships.map(({ id }) => id));
  const added = after.relationships.filter(({ id, target_id }) => !known.has(id) && target_id !== after.id);
  return [...new Set(added.map(({ target_id }) => target_id))];
};

const countChange = (totals: Collection<TotalPart>, before: Entity | null, after: Entity | null): Change[] => {
  const by = Number(after?.deleted === false) - Number(before?.deleted === false);
  const counted = after ?? before;
  return counted && by !== 0 ? [tally(totals, { orgId: counted.org_id, name: counted.type }, by > 0 ? 1 : -1)] : [];
};

const pointingTo = (org_id: string, id: string) => ({ org_id, 'relationships.target_id': id });

const namesIn = async (
  entities: EntityCollection,
  filter: { org_id: string; deleted?: boolean },
  ids: readonly string[],
): Promise<Map<string, EntityName>> => {
  if (ids.length === 0) return new Map();
  const found = await entities.model
    .find({ ...filter, _id: trusted({ $in: [...new Set(ids)] }) }, { type: 1, name: 1 })
    .lean()
    .exec();
  return new Map(found.map(({ _id, type, name }) => [_id, { id: _id, type, name }]));
};

export type EntityCollections = {
  entities: EntityCollection;
  histories: Collection<StoredHistory>;
  totals: Collection<TotalPart>;
};

type Parts = EntityCollections & Pick<EntityStore, 'requireFree'>;

/** The store of entities and their history in MongoDB. */
export const makeEntityStore = ({ entities, histories, totals, requireFree }: Parts): EntityStore => ({
  async find(org_id, _id) {
    const stored = await entities.findOne({ org_id, _id });
    return stored ? toEntity(stored) : null;
  },
  findMany: async (org_id, ids) => (await entities.find({ org_id, _id: trusted({ $in: [...ids] }) })).map(toEntity),
  names: (org_id, ids) => namesIn(entities, { org_id }, ids),
  targets: (org_id, ids) => namesIn(entities, { org_id, deleted: false }, ids),
  async codeHolders(org_id, keys) {
    if (keys.length === 0) return new Map();
    const found = await entities.model
      .find(
        { org_id, code_key: trusted({ $in: [...new Set(keys)], $exists: true }) },
        { code_key: 1, name: 1, deleted: 1 },
      )
      .lean()
      .exec();
    return new Map(found.map(({ _id: id, code_key = '', name, deleted }) => [code_key, { id, name, deleted }]));
  },
  countPointingTo: (org_id, id) => entities.count({ ...pointingTo(org_id, id), _id: trusted({ $ne: id }) }),
  requireFree,
  write: (before, after) => [replace(entities, toStored(after), before.version, transitionGuard(before))],
  changes(before, { entity, history }, requestId) {
    if (!history) return [];
    if (before && before.reservation === entity.reservation) requireFree(before);
    const record = insert(histories, toStoredHistory(entity, history, requestId));
    const stored = toStored(entity);
    const write = before
      ? replace(entities, stored, before.version, transitionGuard(before))
      : insert(entities, stored);
    return [
      write,
      record,
      ...countChange(totals, before, entity),
      ...newTargets(before, entity).map((id) => hold(entities, id, { org_id: entity.org_id, deleted: false })),
    ];
  },
  purge(entity) {
    requireFree(entity);
    return [
      remove(entities, entity.id, entity.version, transitionGuard(entity)),
      ...countChange(totals, entity, null),
      requireNone(entities, entity.id, { ...pointingTo(entity.org_id, entity.id), _id: { $ne: entity.id } }),
    ];
  },
  history: async (org_id, entity_id, { skip, limit, newestFirst }) =>
    histories.find({ org_id, entity_id }, { sort: { version: newestFirst ? -1 : 1 }, skip, limit }),
  countHistory: (org_id, entity_id) => histories.count({ org_id, entity_id }),
});
