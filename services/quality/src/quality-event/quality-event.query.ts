import {
  CLASSIFICATIONS,
  type LocalTime,
  PRIORITIES,
  QUALITY_EVENT_STATUSES,
  QUALITY_EVENT_TYPES,
  toDay,
} from '@qsc/contracts';
import {
  anyOf,
  countSkipped,
  makeReadTotal,
  type PageOf,
  pageMeta,
  type ReadTotal,
  toSort,
  trusted,
  wordFilters,
} from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import type { QualityEventListQuery } from './quality-event.schemas.ts';
import {
  type QualityEventCollection,
  type QualityEventCollections,
  type StoredQualityEvent,
  toQualityEvent,
  totalName,
} from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';

type Filter = QueryFilter<StoredQualityEvent>;

/** The filters that are compared with the field of the same name. */
const EQUAL = ['type', 'status', 'priority', 'classification', 'category', 'assigned_to'] as const;

/** The filter of a list, for the day of `at`. Every value is a literal. */
export const buildFilter = (orgId: string, query: QualityEventListQuery, at: LocalTime): Filter => {
  const equal = EQUAL.flatMap((field) => (query[field] ? [[field, anyOf(query[field])] as const] : []));
  const { related_entity_id: related, created_from, created_to, due_before, overdue, q } = query;
  const created = { ...(created_from && { $gte: created_from }), ...(created_to && { $lte: created_to }) };
  const today = toDay(at);
  return {
    org_id: orgId,
    ...Object.fromEntries(equal),
    ...(related ? { 'related_entities.id': anyOf(related) } : {}),
    ...(created_from || created_to ? { created_at: trusted(created) } : {}),
    ...(due_before === undefined ? {} : { due_key: trusted({ $lt: due_before }) }),
    ...(overdue === undefined ? {} : { late_key: trusted(overdue ? { $lt: today } : { $gte: today }) }),
    ...(overdue ? { open: true } : {}),
    ...(q === undefined ? {} : { $and: wordFilters(q) }),
  } as Filter;
};

/** Adds all values of the other field where only one of a pair is filtered, so that an index on both is used in parts. */
const pairs = ({ type, status, classification, priority }: QualityEventListQuery): Filter =>
  ({
    ...(status && !type ? { type: anyOf(QUALITY_EVENT_TYPES) } : {}),
    ...(type && !status ? { status: anyOf(QUALITY_EVENT_STATUSES) } : {}),
    ...(classification && !priority ? { priority: anyOf(PRIORITIES) } : {}),
  }) as Filter;

/** The filter of a page. It names every field that precedes the sort order in an index. */
export const buildPageFilter = (orgId: string, query: QualityEventListQuery, at: LocalTime): Filter => {
  const isOfAnyClass = query.priority && !query.classification;
  return {
    open: trusted({ $in: [true, false] }),
    ...buildFilter(orgId, query, at),
    ...pairs(query),
    ...(isOfAnyClass ? { classification: anyOf([...CLASSIFICATIONS, null]) } : {}),
  } as Filter;
};

const SORT_PATHS = { due_date: 'due_key' };

const TOTALLED: ReadonlySet<string> = new Set(['type', 'status', 'sort', 'page', 'per_page']);

/** The number of matches. Counts by type and status alone come from running totals. */
const makeCount =
  (events: QualityEventCollection, readTotal: ReadTotal) =>
  (orgId: string, query: QualityEventListQuery, at: LocalTime): Promise<number> => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    if (!given.every(([name]) => TOTALLED.has(name)))
      return events.count({ ...buildFilter(orgId, query, at), ...pairs(query) });
    const types = new Set(query.type ?? QUALITY_EVENT_TYPES);
    const statuses = [...new Set(query.status ?? QUALITY_EVENT_STATUSES)];
    const names = [...types].flatMap((type) => statuses.map((status) => totalName({ type, status })));
    return readTotal(orgId, names);
  };

export type ListQualityEvents = (
  orgId: string,
  query: QualityEventListQuery,
  at: LocalTime,
) => Promise<PageOf<QualityEvent>>;

/** Lists quality events by their filters, for the day of `at`. */
export const makeListQualityEvents = ({
  events,
  totals,
}: Pick<QualityEventCollections, 'events' | 'totals'>): ListQualityEvents => {
  const count = makeCount(events, makeReadTotal(totals));
  return async (orgId, query, at) => {
    const page = { sort: toSort(query.sort, SORT_PATHS), skip: countSkipped(query), limit: query.per_page };
    const [found, total] = await Promise.all([
      events.find(buildPageFilter(orgId, query, at), page),
      count(orgId, query, at),
    ]);
    return { data: found.map(toQualityEvent), meta: pageMeta(total, query) };
  };
};
