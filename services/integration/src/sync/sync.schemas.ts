import { exampleId } from '@qsc/contracts';
import { Flag, Instant, listParameter, listQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { ConnectionId } from '../connection/connection.schemas.ts';
import { CHANGE_ACTIONS, SYNC_STATUSES, SYNC_TRIGGERS } from './sync.ts';

const Status = z.enum(SYNC_STATUSES).meta({
  id: 'SyncStatus',
  description:
    '`partial_success`: some records failed, wait in `…/parked` or for the decision of a conflict, or deletions are held. `cancelled`: the connection was disabled meanwhile.',
});

const SyncErrorView = z
  .object({
    record_id: z.string().meta({ description: 'The external key; the id of our record where it has none yet.' }),
    error_code: z.string().meta({
      description:
        '`validation_failed` for what our checks refuse; INVALID_SESSION, NO_PERMISSION, RECORD_NOT_FOUND, VALIDATION_ERROR or RATE_LIMIT for what the partner refuses; `service_unavailable` where it took the others and not this one, however often it was sent.',
    }),
    message: z.string(),
    field: z.string().nullable(),
  })
  .meta({ id: 'SyncRecordError', description: 'Why one record was not taken.' });

const PlannedChangeView = z
  .object({
    record_id: z.string(),
    entity_id: z.string().nullable(),
    action: z.enum(CHANGE_ACTIONS),
    fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  })
  .meta({ id: 'PlannedChange', description: 'What a synchronisation would do to one record.' });

/** A synchronisation as lists show it. */
export const SyncSummaryView = z
  .object({
    sync_id: z.string(),
    connection_id: z.string(),
    status: Status,
    trigger: z.enum(SYNC_TRIGGERS),
    dry_run: z.boolean(),
    full: z.boolean(),
    records_attempted: z.number().int().meta({ description: 'Records that were not the same on both sides.' }),
    records_succeeded: z.number().int(),
    records_failed: z.number().int(),
    records_unchanged: z.number().int(),
    held_deletions: z.number().int().meta({
      description:
        'Deletions that were not made, since they are more than 5 % of all. A second `?full=true` makes them.',
    }),
    parked_records: z.number().int().meta({
      description: 'Records that waited in `…/parked` at its end; it is `success` only where there are none.',
    }),
    open_conflicts: z.number().int().meta({ description: 'Conflicts that were open at its end.' }),
    error_count: z.number().int().meta({ description: 'How many records have an error.' }),
    errors_at: z.string().nullable().meta({ description: 'Where these errors are; null where there are none.' }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    started_at: Instant,
    completed_at: Instant.nullable(),
    next_attempt_at: Instant.nullable().meta({ description: 'When it continues, while it waits for the partner.' }),
  })
  .meta({ id: 'SyncSummary', description: 'A synchronisation and how far it is.' });

export const SyncView = SyncSummaryView.extend({
  errors: z.array(SyncErrorView).meta({ description: 'The first 1,000 of the records that failed.' }),
  changes: z.array(PlannedChangeView).meta({ description: 'What a dry run found; the first 5,000 records.' }),
}).meta({ id: 'Sync', description: 'A synchronisation: how far it is, and what it came to.' });

export const SyncId = ConnectionId.extend({
  sync_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the synchronisation.', examples: [exampleId('sync')] }),
});

export const StartSyncQuery = z.strictObject({
  dry_run: Flag.prefault('false').meta({ description: 'Shows what would change, field by field, and writes nothing.' }),
  full: Flag.prefault('false').meta({
    description: 'Compares all records and all keys, deletions too, and makes deletions that an earlier one held.',
  }),
});

export type StartSyncQuery = z.infer<typeof StartSyncQuery>;

const paged = listQuery(['started_at']);

export const SyncListQuery = z.strictObject({
  status: listParameter(Status)
    .optional()
    .meta({ description: 'Only synchronisations with one of these statuses, separated by commas.' }),
  ...paged,
  sort: paged.sort.default('-started_at'),
});

export type SyncListQuery = z.infer<typeof SyncListQuery>;

export const syncSummaryExample = {
  sync_id: exampleId('sync'),
  connection_id: exampleId('connection'),
  status: 'partial_success' as const,
  trigger: 'interval' as const,
  dry_run: false,
  full: false,
  records_attempted: 40,
  records_succeeded: 39,
  records_failed: 1,
  records_unchanged: 12,
  held_deletions: 0,
  parked_records: 1,
  open_conflicts: 0,
  error_count: 1,
  errors_at: `/v1/integrations/connections/${exampleId('connection')}/syncs/${exampleId('sync')}`,
  error: null,
  started_at: '2026-03-09T14:00:00.000Z',
  completed_at: '2026-03-09T14:00:03.120Z',
  next_attempt_at: null,
};

export const syncExample = {
  ...syncSummaryExample,
  errors: [
    {
      record_id: 'V0C000000001001',
      error_code: 'validation_failed',
      message: 'The code of a supplier is 1 to 64 characters.',
      field: 'attributes.supplier_code',
    },
  ],
  changes: [],
};

export const startedSyncExample = {
  ...syncExample,
  status: 'running' as const,
  trigger: 'manual' as const,
  records_attempted: 0,
  records_succeeded: 0,
  records_failed: 0,
  records_unchanged: 0,
  parked_records: 0,
  error_count: 0,
  errors_at: null,
  completed_at: null,
  next_attempt_at: '2026-03-09T14:00:00.000Z',
  errors: [],
};
