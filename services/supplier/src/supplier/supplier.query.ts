import { dayAfter, type LocalTime, searchKey, uniqueKey } from '@qsc/contracts';
import {
  anyOf,
  type Collection,
  countSkipped,
  type PageOf,
  pageMeta,
  type ReadLocalTime,
  toSort,
  trusted,
  wordFilters,
} from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import {
  type Facet,
  listIndex,
  SORT_PATHS,
  type SortField,
  type SupplierRow,
  toFacet,
} from '../read-model/supplier-row.ts';
import type { SupplierListQuery } from './supplier.schemas.ts';
import { EXPIRING_DAYS, type Supplier, toStatus, toSupplier } from './supplier.ts';

type Filter = QueryFilter<SupplierRow>;

const literal = (text: string): RegExp => new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));

/** The expiry days of certificates that are expiring_soon on the day of `at`. */
const expiringDays = (at: LocalTime): string[] =>
  Array.from({ length: EXPIRING_DAYS + 1 }, (_, days) => dayAfter(at, days));

type ValueFilter = { facet: Facet; values: readonly string[]; path?: string };

/** The filters by values, the most selective one first. */
const toValueFilters = (query: SupplierListQuery): ValueFilter[] => {
  const statuses = query.qualification_status?.map(toStatus);
  const filters: { facet: Facet; values: readonly string[] | undefined; path?: string }[] = [
    { facet: 'category', values: query.category },
    { facet: 'country', values: query.country, path: 'country' },
    { facet: 'qualification_status', values: statuses, path: 'qualification_status' },
    { facet: 'risk_level', values: query.risk_level, path: 'risk_level' },
    { facet: 'region', values: query.region, path: 'region' },
  ];
  return filters.flatMap(({ values, ...rest }) => (values ? [{ ...rest, values }] : []));
};

const facetsIn = ({ facet, values }: ValueFilter): Filter =>
  ({ facets: anyOf(values.map((value) => toFacet(facet, value))) }) as Filter;

type Search = { filter: Filter; byFacet: boolean };

/**
 * The filter of a list query. Filters on multiple-valued fields are matched in the facets, otherwise the first single-valued
 * filter is: the index finds these rows in their order. Other filters are matched in the keys of that index. Every value is a
 * literal.
 */
const toSearch = (orgId: string, query: SupplierListQuery, at: LocalTime): Search => {
  const filters = toValueFilters(query);
  const expiring: ValueFilter = { facet: 'expires', values: expiringDays(at) };
  const severals = [
    ...filters.filter(({ path }) => path === undefined),
    ...(query.has_expiring_certificates === true ? [expiring] : []),
  ];
  const sought = severals.length > 0 ? severals : filters.slice(0, 1);
  const inKeys = filters.filter((one) => !sought.includes(one));
  const without = expiring.values.map((day) => toFacet('expires', day));
  const facets: Filter[] = [
    ...sought.map(facetsIn),
    ...(query.has_expiring_certificates === false ? [{ facets: trusted({ $nin: without }) } as Filter] : []),
  ];
  const inAnd = [...facets, ...(query.q === undefined ? [] : wordFilters(query.q))];
  const filter = {
    org_id: orgId,
    live: true,
    ...Object.fromEntries(inKeys.flatMap(({ path, values }) => (path ? [[path, anyOf(values)]] : []))),
    ...(query.name === undefined ? {} : { name_key: literal(searchKey(query.name)) }),
    ...(query.supplier_code === undefined ? {} : { code_key: anyOf(query.supplier_code.map(uniqueKey)) }),
    ...(query.audit_due_before === undefined ? {} : { next_audit_date: trusted({ $lt: query.audit_due_before }) }),
    ...(inAnd.length > 0 ? { $and: inAnd } : {}),
  } as Filter;
  return { filter, byFacet: sought.length > 0 };
};

const sortField = ({ sort }: SupplierListQuery): SortField => sort.replace(/^-/, '') as SortField;

/** The sort order whose index finds the matches, where a filter is more selective than the requested order. */
const countedBy = (query: SupplierListQuery, byFacet: boolean): SortField => {
  if (query.supplier_code !== undefined) return 'supplier_code';
  if (query.audit_due_before !== undefined) return 'next_audit_date';
  return query.name !== undefined && !byFacet ? 'name' : 'created_at';
};

/** For a search, MongoDB chooses between the index of words and that of the order. */
const toHint = ({ q }: SupplierListQuery, field: SortField, byFacet: boolean) =>
  q === undefined ? { hint: listIndex(field, byFacet) } : {};

/** Lists suppliers of the read model by their filters (specification, "Suppliers"). */
export const makeSupplierList = ({
  suppliers,
  localTime,
}: {
  suppliers: Collection<SupplierRow>;
  localTime: ReadLocalTime;
}) => {
  const countMatches = (orgId: string, query: SupplierListQuery, at: LocalTime): Promise<number> => {
    const { filter, byFacet } = toSearch(orgId, query, at);
    return suppliers.count(filter, toHint(query, countedBy(query, byFacet), byFacet));
  };

  /** Suppliers without an expiring certificate are no range of an index: they are counted as the difference. */
  const count = async (orgId: string, query: SupplierListQuery, at: LocalTime): Promise<number> => {
    if (query.has_expiring_certificates !== false) return countMatches(orgId, query, at);
    const { has_expiring_certificates: _flag, ...others } = query;
    const [all, expiring] = await Promise.all([
      countMatches(orgId, others, at),
      countMatches(orgId, { ...others, has_expiring_certificates: true }, at),
    ]);
    return all - expiring;
  };

  return async (orgId: string, query: SupplierListQuery): Promise<PageOf<Supplier>> => {
    const at = await localTime(orgId);
    const { filter, byFacet } = toSearch(orgId, query, at);
    const field = query.supplier_code === undefined ? sortField(query) : 'supplier_code';
    const page = {
      sort: toSort(query.sort, SORT_PATHS),
      skip: countSkipped(query),
      limit: query.per_page,
      ...toHint(query, field, byFacet),
      without: ['items', 'items_left_out', 'expiry_days', 'facets', 'words'],
    };
    const [found, total] = await Promise.all([suppliers.find(filter, page), count(orgId, query, at)]);
    return { data: found.map((row) => toSupplier({ ...row, id: row._id })), meta: pageMeta(total, query) };
  };
};
