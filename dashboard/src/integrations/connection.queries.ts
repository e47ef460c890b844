import type { Body, Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';

/** The filters of the list of connections, as the API takes them. */
export const CONNECTION_FILTERS = ['status'];

export type Connection = Schemas['Connection'];
export type Health = Schemas['ConnectionHealth'];

const PER_PAGE = 25;

/** Connections change by their synchronisations, so that what is shown of them is read again. */
const REFRESH_MS = 5_000;

export const connectionListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['integrations', 'list', search],
    queryFn: () =>
      client.integrations
        .listConnections({ ...toFilters<'listConnections'>(search), per_page: PER_PAGE })
        .page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'record', id],
    queryFn: ({ signal }) => client.integrations.getConnection(id, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'health', id],
    queryFn: ({ signal }) => client.integrations.getConnectionHealth(id, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** What the latest authorization and test in this window came to. */
export type Access = {
  authorization: Schemas['ConnectionAuthorization'] | null;
  error: unknown;
  test: Schemas['ConnectionTest'] | null;
};

/** Filled by `connect` and `testConnection`; nothing is sent to read it. */
export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: ['integration-access', id],
    queryFn: (): Access | null => null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Refetches everything that is shown of connections. */
export const refreshIntegrations = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['integrations'] });

export const createConnection = (body: Body<'createConnection'>): Promise<Connection> =>
  client.integrations.createConnection(body);

export const updateConnection = (id: string, patch: Body<'updateConnection'>, ifMatch: number): Promise<Connection> =>
  client.integrations.updateConnection(id, patch, { ifMatch });

export const deleteConnection = (id: string): Promise<void> => client.integrations.deleteConnection(id);

export const enableConnection = (id: string): Promise<Connection> => client.integrations.enableConnection(id);

export const disableConnection = (id: string): Promise<Connection> => client.integrations.disableConnection(id);

/** Tests a connection, and shows what was found to whoever reads `accessQuery`. */
export const testConnection = async (queries: QueryClient, id: string): Promise<void> => {
  const access: Access = { authorization: null, error: null, test: await client.integrations.testConnection(id) };
  queries.setQueryData(accessQuery(id).queryKey, access);
};

/** Authorizes a connection and tests it, unless a user has to log in at the external system first. */
export const connect = async (queries: QueryClient, id: string): Promise<void> => {
  const access: Access = { authorization: null, error: null, test: null };
  try {
    access.authorization = await client.integrations.authorizeConnection(id);
  } catch (error) {
    access.error = error;
  }
  if (access.authorization?.authorization_url == null)
    access.test = await client.integrations.testConnection(id).catch(() => null);
  queries.setQueryData(accessQuery(id).queryKey, access);
  await refreshIntegrations(queries);
};
