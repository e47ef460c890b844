import { exampleId } from '@qsc/contracts';
import { Instant, listParameter, listQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { RECORD_ERROR_CODES } from '../sync/sync.ts';

export const ParkedView = z
  .object({
    id: z.string(),
    record_id: z.string().meta({ description: 'The external key; the id of our record where it has none yet.' }),
    entity_id: z.string().nullable(),
    error_code: z.string(),
    message: z.string(),
    field: z.string().nullable(),
    attempts: z.number().int(),
    sync_id: z.string().meta({ description: 'The synchronisation that tried it last.' }),
    parked_at: Instant,
    last_attempt_at: Instant,
  })
  .meta({ id: 'ParkedRecord', description: 'A record that could not be taken and waits.' });

const paged = listQuery(['parked_at']);

export const ParkedListQuery = z.strictObject({
  error_code: listParameter(z.enum(RECORD_ERROR_CODES))
    .optional()
    .meta({ description: 'One or several errors by comma.' }),
  ...paged,
  sort: paged.sort.default('-parked_at'),
});

export type ParkedListQuery = z.infer<typeof ParkedListQuery>;

export const parkedExample = {
  id: exampleId('parkedRecord'),
  record_id: 'V0C000000001001',
  entity_id: null,
  error_code: 'validation_failed',
  message: 'The code of a supplier is 1 to 64 characters.',
  field: 'attributes.supplier_code',
  attempts: 1,
  sync_id: exampleId('sync'),
  parked_at: '2026-03-09T14:00:02.000Z',
  last_attempt_at: '2026-03-09T14:00:02.000Z',
};
