import { searchKey } from '@qsc/contracts';
import { AppError, type Collection, invalidField, type ListOwnChanges, trusted } from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import { type EntityCollection, type StoredEntity, type StoredHistory, toEntity } from './entity.store.ts';
import { ENTITY_TYPES, type Entity, type EntityType } from './entity.ts';
import { listFacets, toFacet } from './facet.ts';

const READ_BATCH = 500;

/** The changes of entities in a period, out of their own history. */
export const makeListOwnChanges = ({ definition, model }: Collection<StoredHistory>): ListOwnChanges => {
  const histories = model.db.getClient().db(model.db.name).collection<StoredHistory>(definition.name);
  return async function* (org_id, { from, to }) {
    const rows = histories
      .find(
        { org_id, changed_at: { $gte: from, $lte: to } },
        { projection: { entity_id: 1, version: 1, changed_at: 1 } },
      )
      .sort({ changed_at: 1 })
      .batchSize(READ_BATCH);
    for await (const { entity_id, version, changed_at } of rows)
      yield { record_id: entity_id, version, at: changed_at };
  };
};

type Requested = { orgId?: string | undefined; types: readonly string[]; afterId: string; limit: number };

/**
 * Entities of all organisations, or of one, by their ids, soft-deleted ones too; none at the end, and never more than a message
 * holds.
 */
export type ScanEntities = (requested: Requested) => Promise<Entity[]>;

const LIMIT = 500;
const BYTES = 2 * 1024 * 1024;

const countBytes = ({ attributes, relationships }: StoredEntity): number =>
  Buffer.byteLength(JSON.stringify([attributes, relationships]));

/** Reads entities in the order of their ids, for other services that rebuild their read models. */
export const makeScanEntities = ({ definition, model }: EntityCollection): ScanEntities => {
  const entities = model.db.getClient().db(model.db.name).collection<StoredEntity>(definition.name);
  const projection = Object.fromEntries((definition.filterOnly ?? []).map((field) => [field, 0]));
  return async ({ orgId, types, afterId, limit }) => {
    const filter = {
      ...(orgId === undefined ? {} : { org_id: orgId }),
      ...(types.length > 0 ? { type: { $in: types as EntityType[] } } : {}),
      _id: { $gt: afterId },
    };
    const page = { projection, sort: { _id: 1 }, limit: Math.min(limit || LIMIT, LIMIT) } as const;
    const found: Entity[] = [];
    let bytes = 0;
    for await (const stored of entities.find(filter, page)) {
      bytes += countBytes(stored);
      if (found.length > 0 && bytes > BYTES) break;
      found.push(toEntity(stored));
    }
    return found;
  };
};

/** Which entity of a type has a value in a field. */
export type FindEntities = (
  orgId: string,
  requested: { type: string; field: string; values: readonly string[] },
) => Promise<{ value: string; id: string }[]>;

type Filter = QueryFilter<StoredEntity>;
type Found = Pick<StoredEntity, '_id' | 'name' | 'attributes'>;

/** How a field is looked up: by an index, and then which of the values an entity has. */
type Field = {
  buildFilter: (values: readonly string[]) => Filter;
  toKey: (value: string) => string;
  listKeys: (found: Found) => ReadonlySet<string>;
};

const VALUES = 500;
/** A value that this many entities have is nobody's own. */
const SEVERAL = 2;
const PARALLEL = 16;
const ATTRIBUTES = 'attributes.';

const matchAny = (texts: readonly string[]) => trusted({ $in: [...texts] });

const byName: Field = {
  buildFilter: (values) => ({ name_key: matchAny(values.map(searchKey)), name: matchAny(values) }) as Filter,
  toKey: (value) => value,
  listKeys: ({ name }) => new Set([name]),
};

const byAttribute = (path: string): Field => ({
  buildFilter: (values) => ({ facets: matchAny(values.map((value) => toFacet(path, value))) }) as Filter,
  toKey: (value) => toFacet(path, value),
  listKeys: ({ attributes }) => new Set(listFacets(attributes)),
});

const findField = (field: string): Field => {
  if (field === 'name') return byName;
  const path = field.startsWith(ATTRIBUTES) ? field.slice(ATTRIBUTES.length) : '';
  if (path === '') throw invalidField('field', 'unknown', 'A field is `name` or `attributes.` and a path.');
  return byAttribute(path);
};

const isType = (type: string): type is EntityType => (ENTITY_TYPES as readonly string[]).includes(type);

/** Finds entities by the values of a field, those alone that one entity has. Throws `validation_failed`, `invalid_request`. */
export const makeFindEntities = (entities: EntityCollection): FindEntities => {
  /** Enough to see whether a value is one entity's own, unless one value has so many that they hide another's. */
  const read = (filter: Filter, limit: number) =>
    entities.model.find(filter, { name: 1, attributes: 1 }).limit(limit).lean<Found[]>().exec();

  const readAll = async (values: readonly string[], buildFilter: (values: readonly string[]) => Filter) => {
    const limit = values.length * SEVERAL;
    const together = await read(buildFilter(values), limit + 1);
    if (together.length <= limit) return together;
    const found = new Map<string, Found>();
    for (let from = 0; from < values.length; from += PARALLEL) {
      const some = values.slice(from, from + PARALLEL);
      const rows = await Promise.all(some.map((value) => read(buildFilter([value]), SEVERAL)));
      for (const row of rows.flat()) found.set(row._id, row);
    }
    return [...found.values()];
  };

  return async (org_id, { type, field, values }) => {
    if (values.length > VALUES) throw new AppError('invalid_request', `One message asks for at most ${VALUES} values.`);
    const { buildFilter, toKey, listKeys } = findField(field);
    const requested = [...new Set(values)];
    if (!isType(type) || requested.length === 0) return [];
    const found = await readAll(
      requested,
      (some) => ({ org_id, deleted: false, type, ...buildFilter(some) }) as Filter,
    );
    const known = found.map((row) => ({ id: row._id, keys: listKeys(row) }));
    return requested.flatMap((value) => {
      const key = toKey(value);
      const [one, other] = known.filter((row) => row.keys.has(key));
      return one && !other ? [{ value, id: one.id }] : [];
    });
  };
};
