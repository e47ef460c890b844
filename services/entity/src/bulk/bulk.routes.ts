import { type Answer, type AnyRoute, route } from '@qsc/service-kit';
import type { z } from 'zod';
import { BULK_BYTES, BulkAnswer, BulkCreate, BulkQuery, BulkUpdate } from './bulk.schemas.ts';
import type { BulkService } from './bulk.service.ts';

type Value = z.input<typeof BulkAnswer>;

const MIXED = 207;

const bulk = (allSucceeded: 200 | 201): Answer<Value> => ({
  statuses: [allSucceeded, MIXED],
  body: BulkAnswer,
  statusOf: ({ meta }) => (meta.failed === 0 ? allSucceeded : MIXED),
  bodyOf: (value) => value,
});

/** The bulk endpoints: at most 500 items and 5 MiB. */
export const bulkRoutes = (service: BulkService): AnyRoute[] => [
  route({
    method: 'post',
    path: '/entities/bulk',
    summary: 'Create several entities; `atomic=true` for all or none',
    scope: 'entities:write',
    gxp: true,
    bodyLimit: BULK_BYTES,
    query: BulkQuery,
    body: BulkCreate,
    answer: bulk(201),
    handle: ({ body, query, call }) => service.createMany(body.entities, query.atomic === 'true', call),
  }),
  route({
    method: 'patch',
    path: '/entities/bulk',
    summary: 'Merge into several entities; `atomic=true` for all or none',
    scope: 'entities:write',
    gxp: true,
    bodyLimit: BULK_BYTES,
    query: BulkQuery,
    body: BulkUpdate,
    answer: bulk(200),
    handle: ({ body, query, call }) => service.updateMany(body.updates, query.atomic === 'true', call),
  }),
];
