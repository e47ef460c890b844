import type { Schemas } from '@qsc/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../session/api.ts';
import { endOfDay, startOfDay } from '../ui/day.ts';
import type { ListSearch } from '../ui/list/search.ts';
import type { AuditEntry } from '../ui/trail.tsx';

export type Verification = Schemas['Verification'];

const PATH = '/v1/audit-logs';
const PER_PAGE = 50;

/** A period by calendar days, both included; an end that is not given is open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** The instants of a period of days in the organisation's zone. */
export const instantsOf = ({ from, to }: Days, zone: string) => ({
  from: from ? startOfDay(from, zone) : undefined,
  to: to ? endOfDay(to, zone) : undefined,
});

/** A page of the audit log; its days are those of the zone. */
export const entryListQuery = (search: ListSearch, zone: string) =>
  queryOptions({
    queryKey: ['audit', 'list', search, zone],
    queryFn: ({ signal }) => {
      const days = instantsOf({ from: search.from as string, to: search.to as string }, zone);
      return api.page<AuditEntry[]>(PATH, { query: { ...search, ...days, per_page: PER_PAGE }, signal });
    },
    placeholderData: keepPreviousData,
  });

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: ({ signal }) => api.get<AuditEntry>(`${PATH}/${id}`, { signal }),
  });

/** The oldest entry of the log, and how many there are; null where there is none. */
export const oldestEntryQuery = queryOptions({
  queryKey: ['audit', 'oldest'],
  queryFn: async ({ signal }) => {
    const query = { sort: 'timestamp', per_page: 1 };
    const { data, meta } = await api.page<AuditEntry[]>(PATH, { query, signal });
    return data[0] ? { entry: data[0], total: meta.total } : null;
  },
});

/** The newest checkpoint that the system signed by itself; null where there is none. */
export const checkpointQuery = queryOptions({
  queryKey: ['audit', 'checkpoint'],
  queryFn: async ({ signal }) => {
    const found = await api.get<Schemas['Checkpoint'][]>(`${PATH}/checkpoints`, { query: { per_page: 1 }, signal });
    return found[0] ?? null;
  },
});

export type Verifying = Days & { checkpoint?: string | undefined; signal: AbortSignal };

/** Recomputes the chain, whole or for a period. It takes minutes for a long log, and ends when it is aborted. */
export const verifyLog = ({ checkpoint, signal, ...days }: Verifying, zone: string): Promise<Verification> =>
  api.get<Verification>(`${PATH}/verify`, { query: { ...instantsOf(days, zone), checkpoint }, signal });
