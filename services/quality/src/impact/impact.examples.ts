import { exampleId } from '@qsc/contracts';
import type { Impact } from './impact.ts';

export const impactExample: Impact = {
  event_id: exampleId('qualityEvent'),
  analysis_timestamp: '2026-03-09T11:00:00.000Z',
  products_affected: [
    {
      id: exampleId('entity'),
      name: 'Paracetamol 500 mg tablets',
      impact_level: 'indirect',
      reason:
        'It is linked to the component "Paracetamol", 2 steps from the supplier "Acme Excipients GmbH", which is related to the event.',
    },
  ],
  batches_affected: [
    { batch_number: 'PT-2401', product: 'Paracetamol 500 mg tablets', status: 'released', units: 120_000 },
  ],
  regulatory_impact: {
    reportable: false,
    reason: 'The event is not critical, and the impact on patients is not high.',
    jurisdictions: ['EU EMA'],
  },
  recommended_actions: [
    'Review the release of 1 batch, and inform customers where quality may be affected.',
    'Assess the impact on patients.',
  ],
};
