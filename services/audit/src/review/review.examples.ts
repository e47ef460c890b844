import { exampleId } from '@qsc/contracts';

export const newReviewExample = {
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-31T23:59:59.999Z',
  conclusion: 'no_findings' as const,
  notes: 'Monthly review: failed logins, changes of roles, all signatures.',
};

export const reviewExample = {
  ...newReviewExample,
  id: exampleId('review'),
  from: '2026-03-01T00:00:00.000Z',
  entity_id: null,
  entry_ids: [] as string[],
  last_sequence: 4_711,
  reviewed_by: { id: exampleId('user'), name: 'Marta Rossi' },
  created_at: '2026-04-02T08:15:00.000Z',
};
