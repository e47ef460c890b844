import { exampleId } from '@qsc/contracts';
import { supplierExample } from '../supplier/supplier.examples.ts';

export const newQualificationExample = {
  status: 'evaluation',
  effective_date: '2026-03-09',
  reason: 'Questionnaire received and complete',
};

export const qualificationExample = {
  id: exampleId('qualification'),
  previous_status: 'new',
  ...newQualificationExample,
  conditions: [],
  documents: [],
  document_references: [],
  next_review_date: null,
  changed_by: exampleId('user'),
  changed_at: '2026-03-09T14:05:00.000Z',
  scheduled: false,
  outcome: 'effective' as const,
  refusal: null,
};

export const qualifiedSupplierExample = {
  ...supplierExample,
  attributes: {
    ...supplierExample.attributes,
    qualification_status: 'evaluation',
    qualification_date: '2026-03-09',
  },
  updated_at: '2026-03-09T14:05:00.000Z',
  version: 2,
  qualification: qualificationExample,
};
