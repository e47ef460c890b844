import { type AnyRoute, created, examplePage, listRoute, none, one, page, route } from '@qsc/service-kit';
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
      'For a period, another active user may decide on approvals for the caller, who still may: both together have one vote. The delegate needs no approver role, but a role that may decide at all. The vote of a requester or of the creator of the record cannot be delegated, and a delegate cannot delegate further.',
    scope: 'workflows:execute',
    body: NewDelegation,
    answer: created(Delegation, ({ id }) => `/v1/workflows/delegations/${id}`),
    throws: ['forbidden'],
    example: { body: newDelegationExample, answer: delegationExample },
    handle: ({ body, call }) => delegations.create(body, call),
  }),
  listRoute({
    id: 'listDelegations',
    tag: 'Workflows',
    path: '/workflows/delegations',
    summary: 'List the delegations',
    description:
      'The delegations of the organisation, newest first, including past ones. One that was revoked is not listed.',
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
    description: 'Also a past one; one that was revoked is not found.',
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
    description: 'For its giver or a system administrator. Decisions made by it remain.',
    scope: 'workflows:execute',
    params: DelegationId,
    answer: none(),
    throws: ['forbidden', 'precondition_failed'],
    example: {},
    handle: ({ params, call }) => delegations.revoke(params.delegation_id, call),
  }),
];
