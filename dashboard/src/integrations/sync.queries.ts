import type { Body, Query, Schemas } from '@qsc/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';

export type Sync = Schemas['Sync'];
export type SyncSummary = Schemas['SyncSummary'];
export type Parked = Schemas['ParkedRecord'];
export type Conflict = Schemas['Conflict'];

/** The filters of the lists of a connection, as the API takes them. */
export const SYNC_FILTERS = ['status'];
export const CONFLICT_FILTERS = ['status'];
export const PARKED_FILTERS = ['error_code'];

const PER_PAGE = 25;
const REFRESH_MS = 5_000;
const RUNNING_MS = 1_000;

const isRunning = (status: string | undefined): boolean => status === 'running';

export const syncListQuery = (id: string, search: ListSearch) =>
  queryOptions({
    queryKey: ['integrations', 'syncs', id, search],
    queryFn: () =>
      client.integrations
        .listSyncs(id, { ...toFilters<'listSyncs'>(search), per_page: PER_PAGE })
        .page(search.page ?? 1),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isRunning(state.data?.data[0]?.status) ? RUNNING_MS : REFRESH_MS),
  });

export const syncQuery = (id: string, syncId: string) =>
  queryOptions({
    queryKey: ['integrations', 'sync', id, syncId],
    queryFn: ({ signal }) => client.integrations.getSync(id, syncId, { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data?.status) ? RUNNING_MS : false),
  });

export const parkedListQuery = (id: string, search: ListSearch) =>
  queryOptions({
    queryKey: ['integrations', 'parked', id, search],
    queryFn: () =>
      client.integrations
        .listParkedRecords(id, { ...toFilters<'listParkedRecords'>(search), per_page: PER_PAGE })
        .page(search.page ?? 1),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const conflictListQuery = (id: string, search: ListSearch) =>
  queryOptions({
    queryKey: ['integrations', 'conflicts', id, search],
    queryFn: () =>
      client.integrations
        .listConflicts(id, { status: 'open', ...toFilters<'listIntegrationConflicts'>(search), per_page: PER_PAGE })
        .page(search.page ?? 1),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** Starts a synchronisation; answers its id. */
export const startSync = async (id: string, options: Query<'startSync'>): Promise<string> =>
  (await client.integrations.startSync(id, options)).sync_id;

/** Starts a synchronisation of the records that wait; answers its id. */
export const replayParked = async (id: string): Promise<string> =>
  (await client.integrations.replayParkedRecords(id)).sync_id;

export type Resolution = Omit<Body<'resolveIntegrationConflict'>, 'reason'>;

/** Decides a conflict as it was shown. */
export const resolveConflict = (
  { connection_id, id, version }: Conflict,
  resolution: Resolution,
  reason: string | undefined,
): Promise<Conflict> =>
  client.integrations.resolveConflict(
    connection_id,
    id,
    { ...resolution, ...(reason ? { reason } : {}) },
    { ifMatch: version },
  );
