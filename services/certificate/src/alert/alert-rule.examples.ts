import { exampleId } from '@qsc/contracts';

export const newAlertRuleExample = {
  days_before_expiry: 60,
  notify: ['quality@acme-pharma.example'],
  certificate_types: ['gmp' as const, 'iso' as const],
};

export const alertRuleExample = {
  id: exampleId('alertRule'),
  ...newAlertRuleExample,
  created_at: '2026-03-02T09:30:00.000Z',
  created_by: exampleId('user'),
};
