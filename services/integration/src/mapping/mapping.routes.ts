import { type AnyRoute, list, route } from '@qsc/service-kit';
import type { z } from 'zod';
import { ConnectionId } from '../connection/connection.schemas.ts';
import { MappingView, mappingExample, newMappingExample, PutMappings } from './mapping.schemas.ts';
import type { MappingService } from './mapping.service.ts';
import type { Mapping } from './mapping.ts';

const PATH = '/integrations/connections/:connection_id/mappings';

/** They were checked before they were stored. */
const shown = (mappings: readonly Mapping[]) => mappings as z.infer<typeof MappingView>[];

/** What connections synchronise (specification, "Object mapping"). */
export const mappingRoutes = (mappings: MappingService): AnyRoute[] => [
  route({
    id: 'listMappings',
    tag: 'Integrations',
    method: 'get',
    path: PATH,
    summary: 'List the mappings of a connection',
    description: 'Which objects of the external system become which records here, field by field.',
    scope: 'admin:read',
    params: ConnectionId,
    answer: list(MappingView),
    example: { answer: [mappingExample] },
    handle: async ({ params, call }) => shown(await mappings.list(params.connection_id, call)),
  }),
  route({
    id: 'replaceMappings',
    tag: 'Integrations',
    method: 'put',
    path: PATH,
    summary: 'Replace the mappings of a connection',
    description:
      'Replaces all mappings. A mapping of the same object and kind of record retains its links; several such mappings are distinguished by their `document_types`, or by their `id` where those change. What does not fit the kind of system, the direction or the rules for conflicts is refused by the path of the field. `If-Match` takes the version of the connection.',
    scope: 'admin:write',
    params: ConnectionId,
    body: PutMappings,
    answer: list(MappingView),
    throws: ['connection_not_ready'],
    example: { body: { mappings: [newMappingExample] }, answer: [mappingExample] },
    handle: async ({ params, body, call }) => shown(await mappings.replace(params.connection_id, body, call)),
  }),
];
