import { exampleId, RecordedType, visibleText } from '@qsc/contracts';
import { Instant, timeline } from '@qsc/service-kit';
import { z } from 'zod';

const years = z.number().int().min(1).max(100);
const text = visibleText(256);
const entityTypes = (type: z.ZodType<string, string>) => z.array(type).min(1).max(50);

const RetentionException = z
  .strictObject({
    entity_types: entityTypes(RecordedType),
    retention_period_years: years,
    reason: visibleText(1_000),
  })
  .meta({ id: 'RetentionException', description: 'Entries of these kinds of record are retained for another time.' });

const rules = {
  name: text,
  retention_period_years: years.meta({ description: 'Counted from when an entry was recorded.' }),
  applies_to: entityTypes(z.union([z.literal('all'), RecordedType])).meta({
    description: 'Kinds of record, `all` for every one. Entries of others are never removed.',
  }),
  archive_after_years: years.meta({
    description: 'Entries of whole months that are older are written to signed files.',
  }),
  archive_storage: z
    .enum(['file_store'])
    .meta({ description: 'Where the files are stored: in the store of the deployment.' }),
  deletion_policy: z.enum(['never', 'after_retention']).meta({
    description:
      '`after_retention`: archived entries leave the database when the retention of all entries of their segment is over and no legal hold covers any. The signed file stays.',
  }),
  exceptions: z.array(RetentionException).max(50),
};

export const RetentionRules = z
  .strictObject(rules)
  .meta({ id: 'RetentionRules', description: 'All of a retention policy but its id.' });

export const RetentionPolicy = z
  .object({
    policy_id: z.string(),
    ...rules,
    version: z.number().int(),
    changed_at: Instant.nullable().meta({ description: 'Null for the standard policy, which nobody set.' }),
    changed_by: z.string().nullable(),
  })
  .meta({
    id: 'RetentionPolicy',
    description: 'How long entries of the audit log are retained, archived and removed.',
  });

export const HistoryQuery = z.strictObject(timeline('version'));

export type HistoryQuery = z.infer<typeof HistoryQuery>;

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
