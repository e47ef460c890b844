import { type AnyRoute, one, route } from '@qsc/service-kit';
import { ConnectionId } from '../connection/connection.schemas.ts';
import {
  MappingPreview,
  PreviewMapping,
  previewExample,
  previewRequestExample,
  SourceDescription,
  SourceQuery,
  sourceExample,
} from './source.schemas.ts';
import type { SourceService } from './source.service.ts';

const CONNECTION = '/integrations/connections/:connection_id';

/** What helps to write mappings: the fields of the external system, and what a mapping makes of a record. */
export const sourceRoutes = (sources: SourceService): AnyRoute[] => [
  route({
    id: 'describeConnectionSource',
    tag: 'Integrations',
    method: 'get',
    path: `${CONNECTION}/source`,
    summary: 'Describe the external system',
    description:
      'Its objects, and the fields of one of them, as its own metadata has them. The connection has to be authorized.',
    scope: 'admin:read',
    params: ConnectionId,
    query: SourceQuery,
    answer: one(SourceDescription),
    throws: ['connection_not_ready', 'service_unavailable'],
    example: { answer: sourceExample },
    handle: ({ params, query, call }) => sources.describe(params.connection_id, query.object ?? null, call),
  }),
  route({
    id: 'previewMapping',
    tag: 'Integrations',
    method: 'post',
    path: `${CONNECTION}/mappings/preview`,
    summary: 'Preview a mapping',
    description:
      'Reads one record of the external system and shows field by field what the mapping makes of it. Nothing is stored, here or there. The connection has to be authorized.',
    scope: 'admin:write',
    params: ConnectionId,
    body: PreviewMapping,
    answer: one(MappingPreview),
    throws: ['connection_not_ready', 'service_unavailable'],
    example: { body: previewRequestExample, answer: previewExample },
    handle: ({ params, body, call }) => sources.preview(params.connection_id, body, call),
  }),
];
