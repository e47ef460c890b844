import { type AnyRoute, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import {
  ConflictId,
  ConflictListQuery,
  ConflictsPath,
  ConflictView,
  conflictExample,
  ResolveConflict,
  resolvedConflictExample,
} from './conflict.schemas.ts';
import type { ConflictService } from './conflict.service.ts';

const PATH = '/integrations/connections/:connection_id/conflicts';

/** The fields of a connection that wait for somebody (decisions, "Integrations"). */
export const conflictRoutes = (conflicts: ConflictService): AnyRoute[] => [
  listRoute({
    id: 'listIntegrationConflicts',
    tag: 'Integrations',
    path: PATH,
    summary: 'List conflicts',
    description:
      'The fields that both sides changed to different values and that the connection reviews by hand, newest first. The other fields of the records were synchronised meanwhile.',
    scope: 'admin:read',
    params: ConflictsPath,
    query: ConflictListQuery,
    answer: page(ConflictView),
    example: { answer: examplePage(conflictExample) },
    handle: ({ params, query, orgId }) => conflicts.list(params.connection_id, query, orgId),
  }),
  route({
    id: 'getIntegrationConflict',
    tag: 'Integrations',
    method: 'get',
    path: `${PATH}/:conflict_id`,
    summary: 'Read a conflict',
    description: 'One field with the last common value, the value here and the external value.',
    scope: 'admin:read',
    params: ConflictId,
    answer: one(ConflictView),
    example: { answer: conflictExample },
    handle: ({ params, call }) => conflicts.read(params, call),
  }),
  route({
    id: 'resolveIntegrationConflict',
    tag: 'Integrations',
    method: 'post',
    path: `${PATH}/:conflict_id/resolve`,
    summary: 'Resolve a conflict',
    description:
      'Decides the value of the field. The record here is written at once; the external system gets the value with the next synchronisation, where the mapping sends the field. For `record` (deleted there, changed here) `external` deletes the record here and `service` keeps it. It is 409 where it is resolved already, while another decision of it is carried out (`details` name it; an interrupted one continues when the same decision is sent again), and where the record has changed since, here or there.',
    scope: 'admin:write',
    params: ConflictId,
    body: ResolveConflict,
    answer: one(ConflictView),
    throws: ['conflict', 'precondition_failed', 'service_unavailable'],
    example: {
      body: { resolution: 'external', reason: resolvedConflictExample.reason },
      answer: resolvedConflictExample,
    },
    handle: ({ params, body, call }) => conflicts.resolve(params, body, call),
  }),
];
