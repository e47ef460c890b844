import { type AnyRoute, created, examplePage, none, one, page, route, sharedList } from '@qsc/service-kit';
import { delegationExample, newDelegationExample } from './delegation.examples.ts';
import { Delegation, DelegationId, DelegationListQuery, NewDelegation } from './delegation.schemas.ts';
import type { DelegationService } from './delegation.service.ts';

/** The endpoints of delegations (decisions §4, "Workflows"); they come before those of a workflow by its id. */
export const delegationRoutes = (delegations: DelegationService): AnyRoute[] => [
  route({
    id: 'createDelegation',
    tag: 'Workflows',
    method: 'post',
    path: '/workflows/delegations',
    summary: 'Let another user decide',
    description:
      'For a time another active user decides on approvals for the caller, who still may: whoever is first gives the vote of both. The delegate needs no approver role, but one that may decide at all. Neither gives the vote of who asked for an approval or created its record, nor does a delegate pass it on.',
    scope: 'workflows:execute',
    body: NewDelegation,
    answer: created(Delegation, ({ id }) => `/v1/workflows/delegations/${id}`),
    throws: ['forbidden'],
    example: { body: newDelegationExample, answer: delegationExample },
    handle: ({ body, call }) => delegations.create(body, call),
  }),
  sharedList({
    id: 'listDelegations',
    tag: 'Workflows',
    path: '/workflows/delegations',
    summary: 'List the delegations',
    description:
      'Those of the organisation, newest first, also those that are over. One that was ended early is not there.',
    scope: 'workflows:read',
    query: DelegationListQuery,
    answer: page(Delegation),
    example: { answer: examplePage(delegationExample) },
    handle: ({ query, orgId }) => delegations.list(orgId, query),
  }),
  route({
    id: 'getDelegation',
    tag: 'Workflows',
    method: 'get',
    path: '/workflows/delegations/:delegation_id',
    summary: 'Read a delegation',
    description: 'Also one that is over; one that was ended early is not there.',
    scope: 'workflows:read',
    params: DelegationId,
    answer: one(Delegation),
    example: { answer: delegationExample },
    handle: ({ params, call }) => delegations.read(call.actor.org_id, params.delegation_id),
  }),
  route({
    id: 'revokeDelegation',
    tag: 'Workflows',
    method: 'delete',
    path: '/workflows/delegations/:delegation_id',
    summary: 'End a delegation',
    description: 'Who gave it ends it, or a system administrator. What was decided by it stays.',
    scope: 'workflows:execute',
    params: DelegationId,
    answer: none(),
    throws: ['forbidden', 'precondition_failed'],
    example: {},
    handle: ({ params, call }) => delegations.revoke(params.delegation_id, call),
  }),
];
