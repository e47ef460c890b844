import { exampleId } from '@qsc/contracts';

export const retentionRulesExample = {
  name: 'GxP records',
  retention_period_years: 15,
  applies_to: ['all'],
  archive_after_years: 3,
  archive_storage: 'file_store' as const,
  deletion_policy: 'never' as const,
  exceptions: [
    {
      entity_types: ['certificate'],
      retention_period_years: 30,
      reason: 'Certificates of batches for advanced therapies are kept for 30 years.',
    },
  ],
};

export const retentionPolicyExample = {
  policy_id: exampleId('retentionPolicy'),
  ...retentionRulesExample,
  version: 2,
  changed_at: '2026-03-02T09:30:00.000Z',
  changed_by: exampleId('user'),
};
