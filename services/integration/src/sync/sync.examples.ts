import { exampleId } from '@qsc/contracts';

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
