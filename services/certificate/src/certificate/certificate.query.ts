import { uniqueKey } from '@qsc/contracts';
import { anyOf, listPage, type PageOf, trusted } from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import type { CertificateListQuery } from './certificate.schemas.ts';
import { type CertificateCollection, type StoredCertificate, toCertificate } from './certificate.store.ts';
import { type Certificate, type CertificateStatus, dayAfter, EXPIRING_DAYS } from './certificate.ts';

type Filter = QueryFilter<StoredCertificate>;

/** What a list is filtered by; `GET /v1/certificates` and the calls of other services mean the same. */
export type CertificateFilter = Partial<
  Pick<CertificateListQuery, 'type' | 'status' | 'supplier_id' | 'component_id' | 'batch_number'>
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

const expiryFilters = ({ expiring_before, expiring_within_days }: CertificateFilter, now: Date): Filter[] => [
  ...(expiring_before === undefined ? [] : [{ expiry_key: trusted({ $lt: expiring_before }) }]),
  ...(expiring_within_days === undefined
    ? []
    : [
        {
          phase: 'approved' as const,
          expiry_key: trusted({ $gte: dayAfter(now, 0), $lte: dayAfter(now, expiring_within_days) }),
        },
      ]),
];

/** The filter of a list on the day of `now`. Every value is a literal. */
export const filterOf = (orgId: string, query: CertificateFilter, now: Date): Filter => {
  const days = { today: dayAfter(now, 0), last: dayAfter(now, EXPIRING_DAYS) };
  const parts = [...(query.status ? [statesFilter(query.status, days)] : []), ...expiryFilters(query, now)];
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
  now: Date,
) => Promise<PageOf<Certificate>>;

/** Lists certificates by their filters, each state as it is on the day of `now`. */
export const makeListCertificates =
  (certificates: CertificateCollection): ListCertificates =>
  (orgId, query, now) =>
    listPage(certificates, { filter: filterOf(orgId, query, now), query, show: toCertificate, paths: SORT_PATHS });
