import type { Schemas } from '@qsc/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { endOfDay, startOfDay } from '../ui/day.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';

export type Verification = Schemas['Verification'];

const PER_PAGE = 50;

/** A period by calendar days, both included; an end that is not given is open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** The instants of a period of days in the organisation's zone. */
export const toInstants = ({ from, to }: Days, zone: string): { from?: string; to?: string } => ({
  ...(from ? { from: startOfDay(from, zone) } : {}),
  ...(to ? { to: endOfDay(to, zone) } : {}),
});

/** A page of the audit log; its days are those of the zone. */
export const entryListQuery = (search: ListSearch, zone: string) =>
  queryOptions({
    queryKey: ['audit', 'list', search, zone],
    queryFn: () => {
      const filters = toFilters<'listAuditEntries'>(search);
      const days = toInstants(search as Days, zone);
      return client.auditLogs.list({ ...filters, ...days, per_page: PER_PAGE }).page(search.page ?? 1);
    },
    placeholderData: keepPreviousData,
  });

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: ({ signal }) => client.auditLogs.get(id, { signal }),
  });

/** The oldest entry of the log, and how many there are; null where there is none. */
export const oldestEntryQuery = queryOptions({
  queryKey: ['audit', 'oldest'],
  queryFn: async () => {
    const { data, meta } = await client.auditLogs.list({ sort: 'timestamp', per_page: 1 }).page(1);
    return data[0] ? { entry: data[0], total: meta.total } : null;
  },
});

/** The newest checkpoint that the system signed by itself; null where there is none. */
export const checkpointQuery = queryOptions({
  queryKey: ['audit', 'checkpoint'],
  queryFn: async () => (await client.auditLogs.listCheckpoints({ per_page: 1 }).page(1)).data[0] ?? null,
});

const QUALIFICATIONS_PER_PAGE = 10;

/** A page of the runs that qualified the system, newest first. */
export const qualificationListQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', 'qualifications', page],
    queryFn: () => client.auditLogs.listSystemQualifications({ per_page: QUALIFICATIONS_PER_PAGE }).page(page),
    placeholderData: keepPreviousData,
  });

export type Verifying = Days & { checkpoint?: string | undefined; signal: AbortSignal };

/** The gateway waits so long for a verification. */
const VERIFICATION_MS = 600_000;

/** Recomputes the chain, whole or for a period. It takes minutes for a long log, and ends when it is aborted. */
export const verifyLog = ({ checkpoint, signal, ...days }: Verifying, zone: string): Promise<Verification> =>
  client.auditLogs.verify(
    { ...toInstants(days, zone), ...(checkpoint ? { checkpoint } : {}) },
    { signal, timeoutMs: VERIFICATION_MS },
  );
