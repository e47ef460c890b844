import { Day, exampleId } from '@qsc/contracts';
import { Instant } from '@qsc/service-kit';
import { z } from 'zod';
import { LongText } from '../supplier/supplier.schemas.ts';
import { CATEGORIES, RiskResult, scoreRisk } from './risk.ts';

const NewFactor = z
  .strictObject({
    category: z.enum(CATEGORIES),
    score: z.number().min(0).max(100).meta({ description: '0 for no risk, 100 for the highest.' }),
    details: LongText.optional(),
  })
  .meta({ id: 'NewRiskFactor' });

const isOnce = (factors: readonly { category: string }[]): boolean =>
  new Set(factors.map(({ category }) => category)).size === factors.length;

export const AssessRisk = z
  .strictObject({
    assessment_date: Day.optional().meta({ description: 'Default: today. Not in the future.' }),
    factors: z
      .array(NewFactor)
      .min(1)
      .max(CATEGORIES.length)
      .refine(isOnce, 'Each category at most once')
      .meta({ description: 'Each category at most once; weights are relative to the given categories.' }),
    notes: LongText.optional(),
  })
  .meta({ id: 'NewRiskAssessment' });

/** The risk of a supplier as the API shows it. */
export const Risk = z
  .object({
    id: z.string().nullable().meta({ description: 'Null for a baseline.' }),
    supplier_id: z.string(),
    ...RiskResult.shape,
    details: z.string().nullable().meta({ description: 'What a baseline was derived from.' }),
    notes: z.string().nullable(),
    assessed_by: z.string().nullable().meta({ description: 'Null for a baseline.' }),
    assessed_at: Instant.nullable(),
  })
  .meta({
    id: 'RiskAssessment',
    description: 'Risk of a supplier: `weighted_score` is score × weight, `risk_score` their rounded sum.',
  });

export const newAssessmentExample = {
  assessment_date: '2026-03-09',
  factors: [
    { category: 'quality_history' as const, score: 40, details: 'Two minor deviations in twelve months' },
    { category: 'delivery_performance' as const, score: 20, details: '97 % of deliveries on time' },
    { category: 'certification_status' as const, score: 10, details: 'GMP certificate renewed in January' },
  ],
  notes: 'Annual review',
};

export const assessmentExample = {
  id: exampleId('riskAssessment'),
  supplier_id: exampleId('entity'),
  ...scoreRisk(newAssessmentExample.factors, newAssessmentExample.assessment_date),
  details: null,
  notes: newAssessmentExample.notes,
  assessed_by: exampleId('user'),
  assessed_at: '2026-03-09T14:05:00.000Z',
};
