import { type AnyRoute, one, page, route, sharedList } from '@qsc/service-kit';
import { z } from 'zod';
import { Entry, EntryQuery, UserLogQuery } from './entry.schemas.ts';
import type { EntryService } from './entry.service.ts';

/** The lists of entries (specification, "Audit logs"). */
export const entryListRoutes = (entries: EntryService): AnyRoute[] => [
  sharedList({
    path: '/audit-logs',
    summary: 'List audit log entries, newest first',
    scope: 'audit-logs:read',
    query: EntryQuery,
    answer: page(Entry),
    handle: ({ query, orgId }) => entries.list(orgId, query),
  }),
  sharedList({
    path: '/audit-logs/user/:user_id',
    summary: "List a user's entries, newest first",
    scope: 'audit-logs:read',
    params: z.object({ user_id: z.string() }),
    query: UserLogQuery,
    answer: page(Entry),
    handle: ({ params, query, orgId }) => entries.list(orgId, { ...query, user_id: [params.user_id] }),
  }),
];

/** One entry by its id. Its path takes any word, so it is mounted last. */
export const entryRoute = (entries: EntryService): AnyRoute =>
  route({
    method: 'get',
    path: '/audit-logs/:entry_id',
    summary: 'Read one audit log entry',
    scope: 'audit-logs:read',
    params: z.object({ entry_id: z.string() }),
    answer: one(Entry),
    handle: ({ params, call }) => entries.get(call.actor.org_id, params.entry_id),
  });
