import { searchKey } from '@qsc/contracts';
import {
  countSkipped,
  listedParts,
  makeReadTotal,
  type PageOf,
  pageMeta,
  type ReadTotal,
  toSort,
  trusted,
  wordFilters,
} from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import type { EntityListQuery } from './entity.schemas.ts';
import { type EntityCollection, type EntityCollections, type StoredEntity, toEntity } from './entity.store.ts';
import { ENTITY_TYPES, type Entity } from './entity.ts';
import { toFacet } from './facet.ts';

type Filter = QueryFilter<StoredEntity>;

const ATTRIBUTES = 'attributes.';

const literal = (text: string): RegExp => new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));

const between = (after: Date | undefined, before: Date | undefined): Filter | null =>
  after || before ? trusted({ ...(after ? { $gt: after } : {}), ...(before ? { $lt: before } : {}) }) : null;

/** A value matches as a whole, or one of its comma-separated parts does. */
const attributeFilters = (query: EntityListQuery): Filter[] =>
  Object.entries(query)
    .filter(([key]) => key.startsWith(ATTRIBUTES))
    .map(([key, value]) => {
      const path = key.slice(ATTRIBUTES.length);
      const texts = [String(value), ...listedParts(String(value))];
      const facets = [...new Set(texts)].map((text) => toFacet(path, text));
      return { facets: facets.length === 1 ? facets[0] : trusted({ $in: facets }) } as Filter;
    });

/** The filter of a list query. Every value is a literal; a caller's text is never an operator or a pattern. */
export const buildFilter = (orgId: string, query: EntityListQuery): Filter => {
  const created = between(query.created_after, query.created_before);
  const updated = between(query.updated_after, undefined);
  const inAnd = [...attributeFilters(query), ...(query.q === undefined ? [] : wordFilters(query.q))];
  const types = query.type ?? [];
  return {
    org_id: orgId,
    deleted: false,
    ...(types.length === 1 ? { type: types[0] } : {}),
    ...(types.length > 1 ? { type: trusted({ $in: types }) } : {}),
    ...(query.name === undefined ? {} : { name_key: literal(searchKey(query.name)) }),
    ...(created ? { created_at: created } : {}),
    ...(updated ? { updated_at: updated } : {}),
    ...(inAnd.length > 0 ? { $and: inAnd } : {}),
  } as Filter;
};

const SORT_PATHS: Record<string, string> = { id: '_id', name: 'name_key' };

/**
 * The filter of a page. One by attributes always names types, all of them where none is requested: in the index of facets the
 * type stands before the time, so that the page of each type comes out of it in order.
 */
export const buildPageFilter = (orgId: string, query: EntityListQuery): Filter => {
  const filter = buildFilter(orgId, query);
  return attributeFilters(query).length > 0 && !query.type
    ? { ...filter, type: trusted({ $in: [...ENTITY_TYPES] }) }
    : filter;
};

const OTHER_FILTERS: readonly (keyof EntityListQuery)[] = [
  'q',
  'name',
  'created_after',
  'created_before',
  'updated_after',
];

const asksForTypesAlone = (query: EntityListQuery): boolean =>
  OTHER_FILTERS.every((name) => query[name] === undefined) &&
  !Object.keys(query).some((key) => key.startsWith(ATTRIBUTES));

const BY_WORDS = { org_id: 1, deleted: 1, words: 1, type: 1 } as const;
const BY_NAME = { org_id: 1, deleted: 1, name_key: 1, _id: 1 } as const;

/** The index that answers words; MongoDB would walk the index of the order where many records have one of the words. */
const pageIndex = ({ q }: EntityListQuery) => (q === undefined ? {} : { hint: BY_WORDS });

/** The index whose keys alone count a name; one of several that begin alike, and MongoDB may choose another. */
const countIndex = (query: EntityListQuery) =>
  query.name !== undefined && query.q === undefined && attributeFilters(query).length === 0
    ? { hint: BY_NAME }
    : pageIndex(query);

/**
 * How many match. Counting takes a look at the index key of each match, so whole types are read off their running totals; where
 * no type is requested, none is named: then the keys are counted as they stand beside each other.
 */
const makeCount = (entities: EntityCollection, readTotal: ReadTotal) => (orgId: string, query: EntityListQuery) =>
  asksForTypesAlone(query)
    ? readTotal(orgId, [...new Set(query.type ?? ENTITY_TYPES)])
    : entities.count(buildFilter(orgId, query), countIndex(query));

/** Lists entities by their filters. */
export const makeEntityList = ({ entities, totals }: Pick<EntityCollections, 'entities' | 'totals'>) => {
  const count = makeCount(entities, makeReadTotal(totals));
  return async (orgId: string, query: EntityListQuery): Promise<PageOf<Entity>> => {
    const order = { sort: toSort(query.sort, SORT_PATHS), skip: countSkipped(query), limit: query.per_page };
    const page = { ...order, ...pageIndex(query) };
    const [found, total] = await Promise.all([entities.find(buildPageFilter(orgId, query), page), count(orgId, query)]);
    return { data: found.map(toEntity), meta: pageMeta(total, query) };
  };
};
