import { exampleId } from '@qsc/contracts';
import { Instant, listQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { CERTIFICATE_TYPES } from '../certificate/certificate.ts';

const MOST_DAYS = 3_650;
const MOST_ADDRESSES = 20;
const MOST_RULES = 50;

const Type = z.enum(CERTIFICATE_TYPES);

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

const NewRule = z
  .strictObject({
    days_before_expiry: z
      .number()
      .int()
      .min(0)
      .max(MOST_DAYS)
      .meta({ description: 'How many days before the expiry date the alert is sent; 0 for the day itself.' }),
    notify: z
      .array(z.email().max(254))
      .min(1)
      .max(MOST_ADDRESSES)
      .refine(distinct, 'An address stands once')
      .meta({ description: 'The addresses that the e-mail goes to.' }),
    certificate_types: z
      .array(Type)
      .refine(distinct, 'A type stands once')
      .default([])
      .meta({ description: 'The types of certificate that it is about; all where it is left out or empty.' }),
  })
  .meta({ id: 'NewExpiryAlertRule' });

export const NewAlertRules = z
  .strictObject({ rules: z.array(NewRule).min(1).max(MOST_RULES) })
  .meta({ id: 'NewExpiryAlertRules' });

export type NewAlertRules = z.infer<typeof NewAlertRules>;

export const AlertRule = z
  .object({
    id: z.string(),
    days_before_expiry: z.number().int(),
    notify: z.array(z.string()),
    certificate_types: z.array(Type),
    created_at: Instant,
    created_by: z.string(),
  })
  .meta({
    id: 'ExpiryAlertRule',
    description: 'Who gets an e-mail or an event, and how long before a certificate expires.',
  });

export const AlertRules = z.object({ rules: z.array(AlertRule) }).meta({ id: 'ExpiryAlertRules' });

export const AlertRuleListQuery = z.strictObject(listQuery(['created_at', 'days_before_expiry']));

export type AlertRuleListQuery = z.infer<typeof AlertRuleListQuery>;

export const AlertRuleId = z.object({
  rule_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Which rule.', examples: [exampleId('alertRule')] }),
});

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
