import { exampleId } from '@qsc/contracts';

export const conflictExample = {
  id: exampleId('conflict'),
  connection_id: exampleId('connection'),
  mapping_id: exampleId('mapping'),
  entity_type: 'supplier',
  entity_id: exampleId('entity'),
  external_id: '1000042',
  field: 'attributes.country',
  base_value: 'DE',
  local_value: 'AT',
  remote_value: 'CH',
  status: 'open' as const,
  resolution: null,
  resolved_value: null,
  reason: null,
  resolved_at: null,
  resolved_by: null,
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  version: 1,
};

export const resolvedConflictExample = {
  ...conflictExample,
  status: 'resolved' as const,
  resolution: 'external' as const,
  resolved_value: 'CH',
  reason: 'The supplier moved to Basel; see the letter of 27 February.',
  resolved_at: '2026-03-02T10:05:00.000Z',
  resolved_by: exampleId('user'),
  updated_at: '2026-03-02T10:05:00.000Z',
  version: 2,
};
