import type { Body, Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { readAll } from '../ui/list/read-all.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';
import type { Change } from '../ui/section.tsx';

/** The filters of the list of users, as the API takes them. */
export const USER_FILTERS = ['role', 'active', 'email'];

export type User = Schemas['User'];

const PER_PAGE = 50;

/** A page of the users by its address; by name unless the address says otherwise. */
export const userListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['users', 'list', search],
    queryFn: () =>
      client.users.list({ sort: 'name', ...toFilters<'listUsers'>(search), per_page: PER_PAGE }).page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

/** All users that fit the filters of a list, in its order. */
export const readAllUsers = (search: ListSearch): Promise<User[]> =>
  readAll(client.users.list({ sort: 'name', ...toFilters<'listUsers'>(search) }));

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'record', id],
    queryFn: ({ signal }) => client.users.get(id, { signal }),
  });

/** Refetches what a change of a user can have changed: the record, lists, names and the trail. */
export const refreshUser = async (queries: QueryClient, id: string): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['users'] }),
    queries.invalidateQueries({ queryKey: ['directory'] }),
    queries.invalidateQueries({ queryKey: ['api-keys'] }),
    queries.invalidateQueries({ queryKey: ['trail', id] }),
    queries.invalidateQueries({ queryKey: ['quality-events', 'open-work', id] }),
  ]);
};

export const createUser = (body: Body<'createUser'>, reason?: string): Promise<User> =>
  client.users.create(body, { reason });

export const saveUser = (id: string, { patch, ifMatch, reason }: Change): Promise<User> =>
  client.users.update(id, patch as Body<'updateUser'>, { ifMatch, reason });

export const unlockUser = ({ id, version }: User): Promise<User> => client.users.unlock(id, { ifMatch: version });
