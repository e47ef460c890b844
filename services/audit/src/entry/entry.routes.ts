import { type AnyRoute, examplePage, listRoute, one, route } from '@qsc/service-kit';
import { Entry, EntryId, EntryQuery, entryExample, entryPage, UserId, UserLogQuery } from './entry.schemas.ts';
import type { EntryService } from './entry.service.ts';

/** The lists of entries (specification, "Audit logs"). */
export const entryListRoutes = (entries: EntryService): AnyRoute[] => [
  listRoute({
    id: 'listAuditEntries',
    tag: 'Audit logs',
    path: '/audit-logs',
    summary: 'List audit log entries',
    description:
      'Newest first. All given filters must match. Pages go 100,000 entries deep, and so many matches are counted; a longer search continues with `from` or `to`.',
    scope: 'audit-logs:read',
    query: EntryQuery,
    answer: entryPage,
    example: { answer: examplePage(entryExample) },
    handle: ({ query, orgId }) => entries.list(orgId, query),
  }),
  listRoute({
    id: 'listUserAuditEntries',
    tag: 'Audit logs',
    path: '/audit-logs/user/:user_id',
    summary: 'List the entries of a user',
    description: 'All that a user or application did, newest first.',
    scope: 'audit-logs:read',
    params: UserId,
    query: UserLogQuery,
    answer: entryPage,
    example: { answer: examplePage(entryExample) },
    handle: ({ params, query, orgId }) => entries.list(orgId, { ...query, user_id: [params.user_id] }),
  }),
];

/** One entry by its id. Its path matches any segment, so it is mounted last. */
export const entryRoute = (entries: EntryService): AnyRoute =>
  route({
    id: 'getAuditEntry',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/:entry_id',
    summary: 'Read an audit log entry',
    description: 'One entry with its hash and that of the entry before it.',
    scope: 'audit-logs:read',
    params: EntryId,
    answer: one(Entry),
    example: { answer: entryExample },
    handle: ({ params, call }) => entries.get(call.actor.org_id, params.entry_id),
  });
