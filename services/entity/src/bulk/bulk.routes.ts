import { type AnyRoute, BULK_BYTES, BulkQuery, bulkAnswer, route } from '@qsc/service-kit';
import { BulkAnswer, BulkCreate, BulkUpdate, bulkCreateExample, bulkUpdateExample } from './bulk.schemas.ts';
import type { BulkService } from './bulk.service.ts';

/** What an item can be refused for, and with `atomic=true` the whole request. */
const ITEM_ERRORS = ['invalid_transition', 'missing_required_fields', 'conflict'] as const;

/** The bulk endpoints: at most 500 items and 5 MiB, and the values that any body may hold. */
export const bulkRoutes = (service: BulkService): AnyRoute[] => [
  route({
    id: 'createEntities',
    tag: 'Entities',
    method: 'post',
    path: '/entities/bulk',
    summary: 'Create several entities',
    description:
      'At most 500 items, 5 MiB and 250,000 values (members and items, at every depth). Each stands or falls by itself: 201 when all were created, 207 when some were refused.',
    scope: 'entities:write',
    gxp: true,
    bodyLimit: BULK_BYTES,
    query: BulkQuery,
    body: BulkCreate,
    answer: bulkAnswer(BulkAnswer, 201),
    throws: ITEM_ERRORS,
    example: bulkCreateExample,
    handle: ({ body, query, call }) => service.createMany(body.entities, query.atomic === 'true', call),
  }),
  route({
    id: 'updateEntities',
    tag: 'Entities',
    method: 'patch',
    path: '/entities/bulk',
    summary: 'Update several entities',
    description:
      'At most 500 items, 5 MiB and 250,000 values (members and items, at every depth); each is merged as by the update of one entity, and stands or falls by itself: 200 when all were updated, 207 when some were refused. `If-Match` may name several versions; an item whose entity is at none of them is refused.',
    scope: 'entities:write',
    gxp: true,
    bodyLimit: BULK_BYTES,
    query: BulkQuery,
    body: BulkUpdate,
    answer: bulkAnswer(BulkAnswer, 200),
    throws: ['not_found', ...ITEM_ERRORS],
    example: bulkUpdateExample,
    handle: ({ body, query, call }) => service.updateMany(body.updates, query.atomic === 'true', call),
  }),
];
