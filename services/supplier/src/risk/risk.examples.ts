import { exampleId } from '@qsc/contracts';
import { scoreRisk } from './risk.ts';

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
