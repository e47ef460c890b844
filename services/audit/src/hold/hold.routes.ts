import { type AnyRoute, created, examplePage, listRoute, none, page, route } from '@qsc/service-kit';
import { Hold, HoldId, HoldListQuery, holdExample, NewHold, newHoldExample } from './hold.schemas.ts';
import type { HoldService } from './hold.service.ts';

/** Legal holds on entries (decisions §4, "Audit log"). */
export const holdRoutes = (holds: HoldService): AnyRoute[] => [
  route({
    id: 'placeLegalHold',
    tag: 'Audit logs',
    method: 'post',
    path: '/audit-logs/holds',
    summary: 'Place a legal hold',
    description:
      'Entries that it covers are not removed from the database, whatever the retention policy says. An entity that matches all of its criteria (type, id, and existence in the period) cannot be removed permanently (`hard=true`).',
    scope: 'admin:write',
    gxp: true,
    body: NewHold,
    answer: created(Hold, () => '/v1/audit-logs/holds'),
    example: { body: newHoldExample, answer: holdExample },
    handle: ({ body, call }) => holds.place(body, call),
  }),
  listRoute({
    id: 'listLegalHolds',
    tag: 'Audit logs',
    path: '/audit-logs/holds',
    summary: 'List the legal holds',
    description: 'Newest first, also those that were lifted.',
    scope: 'audit-logs:read',
    query: HoldListQuery,
    answer: page(Hold),
    example: { answer: examplePage(holdExample) },
    handle: ({ query, orgId }) => holds.list(orgId, query),
  }),
  route({
    id: 'liftLegalHold',
    tag: 'Audit logs',
    method: 'delete',
    path: '/audit-logs/holds/:hold_id',
    summary: 'Lift a legal hold',
    description: 'The hold stays in the list, with who lifted it and when. Lifting it once more is a `conflict`.',
    scope: 'admin:write',
    gxp: true,
    params: HoldId,
    answer: none(),
    throws: ['conflict'],
    example: {},
    handle: ({ params, call }) => holds.lift(params.hold_id, call),
  }),
];
