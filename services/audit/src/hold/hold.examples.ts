import { exampleId } from '@qsc/contracts';

export const newHoldExample = {
  reason: 'Inspection of the supplier qualification of 2025',
  from: '2025-01-01',
  to: '2025-12-31',
  entity_types: ['supplier'],
};

export const holdExample = {
  id: exampleId('hold'),
  reason: newHoldExample.reason,
  from: '2025-01-01T00:00:00.000Z',
  to: '2025-12-31T23:59:59.999Z',
  entity_types: ['supplier'],
  entity_ids: [],
  placed_at: '2026-03-02T09:30:00.000Z',
  placed_by: exampleId('user'),
  lifted_at: null,
  lifted_by: null,
};
