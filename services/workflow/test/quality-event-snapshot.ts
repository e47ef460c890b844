import type { QualityEventSnapshot } from '@qsc/contracts/events';

/** A deviation as its events tell of it; a test gives it an id and a creator. */
export const SNAPSHOT: QualityEventSnapshot = {
  ...{ id: '', type: 'deviation', number: 'DEV-2026-0001', title: 'A deviation', status: 'draft', priority: 'medium' },
  ...{ classification: null, category: null, related_entities: [], assigned_to: null, due_date: null },
  ...{ source_event_id: null, effectiveness: null, version: 1, created_by: '' },
  ...{ created_at: '2026-03-01T00:00:00.000Z', updated_at: '2026-03-01T00:00:00.000Z' },
};
