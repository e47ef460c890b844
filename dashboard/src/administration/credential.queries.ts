import type { Body, Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';

export type ApiKey = Schemas['ApiKey'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type Application = Schemas['OAuthApplication'];
export type CreatedApplication = Schemas['CreatedOAuthApplication'];

/** The filters of the lists, as the API takes them. */
export const KEY_FILTERS = ['status', 'environment', 'user_id'];
export const APPLICATION_FILTERS = ['status'];

const PER_PAGE = 50;

export const keyListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['api-keys', 'list', search],
    queryFn: () =>
      client.apiKeys.list({ ...toFilters<'listApiKeys'>(search), per_page: PER_PAGE }).page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

export const keyQuery = (id: string) =>
  queryOptions({ queryKey: ['api-keys', 'record', id], queryFn: ({ signal }) => client.apiKeys.get(id, { signal }) });

export const createKey = (body: Body<'createApiKey'>, reason?: string): Promise<CreatedApiKey> =>
  client.apiKeys.create(body, { reason });

export const revokeKey = (id: string, reason?: string): Promise<void> => client.apiKeys.revoke(id, { reason });

export const applicationListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['applications', 'list', search],
    queryFn: () =>
      client.oauthApplications
        .list({ ...toFilters<'listOAuthApplications'>(search), per_page: PER_PAGE })
        .page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'record', id],
    queryFn: ({ signal }) => client.oauthApplications.get(id, { signal }),
  });

export const createApplication = (body: Body<'createOAuthApplication'>, reason?: string): Promise<CreatedApplication> =>
  client.oauthApplications.create(body, { reason });

export const revokeApplication = (id: string, reason?: string): Promise<void> =>
  client.oauthApplications.revoke(id, { reason });

/** Refetches keys and applications, and the trail of the one that was changed. */
export const refreshCredentials = async (queries: QueryClient, id: string): Promise<void> => {
  await Promise.all(
    [['api-keys'], ['applications'], ['trail', id]].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
};
