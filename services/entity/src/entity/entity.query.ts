import { type Collection, type PageOf, pageMeta, skipOf, trusted } from '@qsc/service-kit';
import type { QueryFilter, SortOrder } from 'mongoose';
import type { EntityListQuery } from './entity.schemas.ts';
import { nameKeyOf, type StoredEntity, toEntity } from './entity.store.ts';
import type { Entity } from './entity.ts';
import { facetOf } from './facet.ts';

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
      const texts = [String(value), ...String(value).split(',')];
      const facets = [...new Set(texts)].map((text) => facetOf(path, text));
      return { facets: facets.length === 1 ? facets[0] : trusted({ $in: facets }) } as Filter;
    });

/** The filter of a list query. Every value is a literal; a caller's text is never an operator or a pattern. */
export const filterOf = (orgId: string, query: EntityListQuery): Filter => {
  const created = between(query.created_after, query.created_before);
  const updated = between(query.updated_after, undefined);
  const attributes = attributeFilters(query);
  const types = query.type ?? [];
  return {
    org_id: orgId,
    deleted: false,
    ...(types.length === 1 ? { type: types[0] } : {}),
    ...(types.length > 1 ? { type: trusted({ $in: types }) } : {}),
    ...(query.name === undefined ? {} : { name_key: literal(nameKeyOf(query.name)) }),
    ...(created ? { created_at: created } : {}),
    ...(updated ? { updated_at: updated } : {}),
    ...(attributes.length > 0 ? { $and: attributes } : {}),
  } as Filter;
};

const SORT_PATHS: Record<string, string> = { id: '_id', name: 'name_key' };

/** The order of a list; the id settles what is equal, so that pages neither repeat nor miss a record. */
export const sortOf = (sort: string): Record<string, SortOrder> => {
  const direction: SortOrder = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace('-', '');
  const path = SORT_PATHS[field] ?? field;
  return path === '_id' ? { _id: direction } : { [path]: direction, _id: direction };
};

/** Lists entities by their filters. */
export const makeEntityList =
  (entities: Collection<StoredEntity>) =>
  async (orgId: string, query: EntityListQuery): Promise<PageOf<Entity>> => {
    const filter = filterOf(orgId, query);
    const [found, total] = await Promise.all([
      entities.find(filter, { sort: sortOf(query.sort), skip: skipOf(query), limit: query.per_page }),
      entities.count(filter),
    ]);
    return { data: found.map(toEntity), meta: pageMeta(total, query) };
  };
