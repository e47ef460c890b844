import { exampleId } from '@qsc/contracts';

export const newQualityEventExample = {
  type: 'deviation' as const,
  title: 'Temperature excursion in cold storage 2',
  description: 'The store was at 9.4 °C for 50 minutes on 8 March 2026; the limit is 8 °C.',
  priority: 'high' as const,
  classification: 'major' as const,
  category: 'Storage',
  related_entities: [{ type: 'supplier', id: exampleId('entity') }],
  due_date: '2026-04-08',
};

export const qualityEventExample = {
  id: exampleId('qualityEvent'),
  ...newQualityEventExample,
  number: 'DEV-2026-0001',
  status: 'draft' as const,
  related_entities: [{ type: 'supplier', id: exampleId('entity'), name: 'Acme Excipients GmbH' }],
  root_cause: null,
  impact_assessment: null,
  rejection_reason: null,
  assigned_to: null,
  created_at: '2026-03-09T10:30:00.000Z',
  updated_at: '2026-03-09T10:30:00.000Z',
  created_by: exampleId('user'),
  version: 1,
};

const root_cause = {
  category: 'Equipment',
  description: 'The door seal of the store was worn.',
  identified_date: '2026-03-10',
};

export const qualityEventPatchExample = { root_cause };

export const patchedQualityEventExample = {
  ...qualityEventExample,
  root_cause,
  updated_at: '2026-03-10T14:05:00.000Z',
  version: 2,
};
