import { dayAfter, type LocalTime, searchKey, uniqueKey } from '@qsc/contracts';
import {
  anyOf,
  type Collection,
  type PageOf,
  pageMeta,
  type ReadLocalTime,
  skipOf,
  sortOf,
  trusted,
  wordFilters,
} from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import {
  type Facet,
  facetOf,
  indexOf,
  SORT_PATHS,
  type SortField,
  type SupplierRow,
} from '../read-model/supplier-row.ts';
import type { SupplierListQuery } from './supplier.schemas.ts';
import { EXPIRING_DAYS, type Supplier, statusOf, supplierOf } from './supplier.ts';

type Filter = QueryFilter<SupplierRow>;

const literal = (text: string): RegExp => new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));

/** The days on which a certificate that is expiring_soon on the day of that moment expires. */
const expiringDays = (at: LocalTime): string[] =>
  Array.from({ length: EXPIRING_DAYS + 1 }, (_, days) => dayAfter(at, days));

type Asked = { facet: Facet; values: readonly string[]; path?: string };

/** The filters by one or several values, the one that leaves the fewest rows by its nature first. */
const askedOf = (query: SupplierListQuery): Asked[] => {
  const statuses = query.qualification_status?.map(statusOf);
  const asked: { facet: Facet; values: readonly string[] | undefined; path?: string }[] = [
    { facet: 'category', values: query.category },
    { facet: 'country', values: query.country, path: 'country' },
    { facet: 'qualification_status', values: statuses, path: 'qualification_status' },
    { facet: 'risk_level', values: query.risk_level, path: 'risk_level' },
    { facet: 'region', values: query.region, path: 'region' },
  ];
  return asked.flatMap(({ values, ...rest }) => (values ? [{ ...rest, values }] : []));
};

const facetsIn = ({ facet, values }: Asked): Filter =>
  ({ facets: anyOf(values.map((value) => facetOf(facet, value))) }) as Filter;

type Search = { filter: Filter; byFacet: boolean };

/**
 * The filter of a list query. What a row may have several of is looked for in its facets, or else the first single value that
 * was asked for: the index finds those rows in their order. The others are looked at in the keys of that index. Every value is
 * a literal.
 */
const searchOf = (orgId: string, query: SupplierListQuery, at: LocalTime): Search => {
  const asked = askedOf(query);
  const expiring: Asked = { facet: 'expires', values: expiringDays(at) };
  const severals = [
    ...asked.filter(({ path }) => path === undefined),
    ...(query.has_expiring_certificates === true ? [expiring] : []),
  ];
  const sought = severals.length > 0 ? severals : asked.slice(0, 1);
  const inKeys = asked.filter((one) => !sought.includes(one));
  const without = expiring.values.map((day) => facetOf('expires', day));
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

const fieldOf = ({ sort }: SupplierListQuery): SortField => sort.replace(/^-/, '') as SortField;

/** The order whose index finds the matches, where the filter says more than the order that was asked for. */
const countedBy = (query: SupplierListQuery, byFacet: boolean): SortField => {
  if (query.supplier_code !== undefined) return 'supplier_code';
  if (query.audit_due_before !== undefined) return 'next_audit_date';
  return query.name !== undefined && !byFacet ? 'name' : 'created_at';
};

/** Which of the index of the words and that of the order is the better one for a search, MongoDB finds out. */
const hintOf = ({ q }: SupplierListQuery, field: SortField, byFacet: boolean) =>
  q === undefined ? { hint: indexOf(field, byFacet) } : {};

/** Lists suppliers of the read model by their filters (specification, "Suppliers"). */
export const makeSupplierList = ({
  suppliers,
  localTime,
}: {
  suppliers: Collection<SupplierRow>;
  localTime: ReadLocalTime;
}) => {
  const countOf = (orgId: string, query: SupplierListQuery, at: LocalTime): Promise<number> => {
    const { filter, byFacet } = searchOf(orgId, query, at);
    return suppliers.count(filter, hintOf(query, countedBy(query, byFacet), byFacet));
  };

  /** Those without an expiring certificate are no range of any index: they are what is left of all. */
  const count = async (orgId: string, query: SupplierListQuery, at: LocalTime): Promise<number> => {
    if (query.has_expiring_certificates !== false) return countOf(orgId, query, at);
    const { has_expiring_certificates: _flag, ...others } = query;
    const [all, expiring] = await Promise.all([
      countOf(orgId, others, at),
      countOf(orgId, { ...others, has_expiring_certificates: true }, at),
    ]);
    return all - expiring;
  };

  return async (orgId: string, query: SupplierListQuery): Promise<PageOf<Supplier>> => {
    const at = await localTime(orgId);
    const { filter, byFacet } = searchOf(orgId, query, at);
    const field = query.supplier_code === undefined ? fieldOf(query) : 'supplier_code';
    const page = {
      sort: sortOf(query.sort, SORT_PATHS),
      skip: skipOf(query),
      limit: query.per_page,
      ...hintOf(query, field, byFacet),
      without: ['items', 'items_left_out', 'expiry_days', 'facets', 'words'],
    };
    const [found, total] = await Promise.all([suppliers.find(filter, page), count(orgId, query, at)]);
    return { data: found.map((row) => supplierOf({ ...row, id: row._id })), meta: pageMeta(total, query) };
  };
};
