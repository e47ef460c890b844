import { exampleId } from '@qsc/contracts';
import {
  type AnyRoute,
  BULK_BYTES,
  BulkQuery,
  bulkAnswer,
  bulkItemShape,
  bulkItems,
  bulkShape,
  route,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { CreateQualityEvents } from './bulk.service.ts';
import { newQualityEventExample, qualityEventExample } from './quality-event.examples.ts';
import { QualityEvent } from './quality-event.schemas.ts';

const NewQualityEvents = z
  .strictObject({ quality_events: bulkItems('the body of POST /v1/quality-events') })
  .meta({ id: 'NewQualityEvents' });

const Item = z.object({ ...bulkItemShape, quality_event: QualityEvent.optional() }).meta({
  id: 'QualityEventBulkItem',
  description: 'What became of one item: its quality event, or why it was refused.',
});

const BulkAnswer = bulkShape(Item).meta({ id: 'QualityEventBulkAnswer' });

const created = { index: 0, status: 201, id: exampleId('qualityEvent'), quality_event: qualityEventExample };
const refused = {
  index: 1,
  status: 422,
  id: null,
  error: { code: 'validation_failed' as const, message: 'title: Too small: expected string to have >=1 characters.' },
};

/** The bulk endpoint of quality events, in the form of that of entities. */
export const bulkRoutes = (createMany: CreateQualityEvents): AnyRoute[] => [
  route({
    id: 'createQualityEvents',
    tag: 'Quality events',
    method: 'post',
    path: '/quality-events/bulk',
    summary: 'Create several quality events',
    description:
      'At most 500 items, 5 MiB and 250,000 values (members and items, at every depth). Each stands or falls by itself: 201 when all were created, 207 when some were refused; a refused one uses no number.',
    scope: 'quality-events:write',
    gxp: true,
    bodyLimit: BULK_BYTES,
    query: BulkQuery,
    body: NewQualityEvents,
    answer: bulkAnswer(BulkAnswer, 201),
    example: {
      body: { quality_events: [newQualityEventExample] },
      answer: { data: [created], meta: { total: 1, succeeded: 1, failed: 0 } },
      others: [{ data: [created, refused], meta: { total: 2, succeeded: 1, failed: 1 } }],
    },
    handle: ({ body, query, call }) => createMany(body.quality_events, query.atomic === 'true', call),
  }),
];
