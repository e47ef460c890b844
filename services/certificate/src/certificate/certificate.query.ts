import { dayAfter, type LocalTime, toDay, uniqueKey } from '@qsc/contracts';
import { anyOf, listPage, type PageOf, trusted, wordFilters } from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import type { CertificateListQuery } from './certificate.schemas.ts';
import { type CertificateCollection, type StoredCertificate, toCertificate } from './certificate.store.ts';
import { type Certificate, type CertificateStatus, EXPIRING_DAYS } from './certificate.ts';

type Filter = QueryFilter<StoredCertificate>;

/** What a list is filtered by; `GET /v1/certificates` and the calls of other services mean the same. */
export type CertificateFilter = Partial<
  Pick<CertificateListQuery, 'type' | 'status' | 'supplier_id' | 'component_id' | 'batch_number' | 'q'>
> &
  Partial<Pick<CertificateListQuery, 'expiring_before' | 'expiring_within_days'>>;

type Days = { today: string; last: string };

/** What each state means for the stored record on a day: between three of them the date alone decides. */
const stateFilter = (status: CertificateStatus, { today, last }: Days): Filter => {
  if (status === 'valid') return { phase: 'approved', expiry_key: trusted({ $gt: last }) };
  if (status === 'expiring_soon') return { phase: 'approved', expiry_key: trusted({ $gte: today, $lte: last }) };
  if (status === 'expired') return { phase: 'approved', expiry_key: trusted({ $lt: today }) };
  return { phase: status };
};

const statesFilter = (statuses: readonly CertificateStatus[], days: Days): Filter => {
  const states = [...new Set(statuses)].map((status) => stateFilter(status, days));
  const [only, ...more] = states;
  return more.length === 0 ? (only ?? {}) : { $or: states };
};

const expiryFilters = ({ expiring_before, expiring_within_days }: CertificateFilter, at: LocalTime): Filter[] => [
  ...(expiring_before === undefined ? [] : [{ expiry_key: trusted({ $lt: expiring_before }) }]),
  ...(expiring_within_days === undefined
    ? []
    : [
        {
          phase: 'approved' as const,
          expiry_key: trusted({ $gte: toDay(at), $lte: dayAfter(at, expiring_within_days) }),
        },
      ]),
];

/** The filter of a list on the day of that moment. Every value is a literal. */
export const buildFilter = (orgId: string, query: CertificateFilter, at: LocalTime): Filter => {
  const days = { today: toDay(at), last: dayAfter(at, EXPIRING_DAYS) };
  const parts: Filter[] = [
    ...(query.status ? [statesFilter(query.status, days)] : []),
    ...expiryFilters(query, at),
    ...(query.q === undefined ? [] : wordFilters(query.q)),
  ];
  const [only, ...more] = parts;
  return {
    org_id: orgId,
    ...(query.type ? { type: anyOf(query.type) } : {}),
    ...(query.supplier_id ? { supplier_id: anyOf(query.supplier_id) } : {}),
    ...(query.component_id ? { component_id: anyOf(query.component_id) } : {}),
    ...(query.batch_number ? { batch_key: anyOf(query.batch_number.map(uniqueKey)) } : {}),
    ...(more.length === 0 ? only : { $and: parts }),
  } as Filter;
};

const SORT_PATHS = { id: '_id', name: 'name_key', expiry_date: 'expiry_key' };

export type ListCertificates = (
  orgId: string,
  query: CertificateFilter & { page: number; per_page: number; sort: string },
  at: LocalTime,
) => Promise<PageOf<Certificate>>;

/** Lists certificates by their filters, each state as it is on the day of that moment. */
export const makeListCertificates =
  (certificates: CertificateCollection): ListCertificates =>
  (orgId, query, at) =>
    listPage(certificates, { filter: buildFilter(orgId, query, at), query, show: toCertificate, paths: SORT_PATHS });
