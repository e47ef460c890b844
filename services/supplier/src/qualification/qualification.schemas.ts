import { Day, DocumentReference, exampleId } from '@qsc/contracts';
import { Instant, timeline } from '@qsc/service-kit';
import { z } from 'zod';
import { LongText, Supplier, supplierExample } from '../supplier/supplier.schemas.ts';
import { OUTCOMES, QUALIFICATIONS } from './qualification.ts';

const Status = z.enum(QUALIFICATIONS);

const Reason = LongText.max(1_000).meta({ description: 'The reason; it is recorded in the audit trail.' });

export const QualifySupplier = z
  .strictObject({
    status: Status.meta({
      description: 'The new status; the error of a refused transition lists the allowed ones.',
    }),
    effective_date: Day.meta({
      description: 'The day on which it takes effect, in the organisation’s time zone. After today it is scheduled.',
    }),
    reason: Reason,
    next_review_date: Day.optional().meta({
      description:
        'Becomes `next_audit_date`. For a qualified or conditional supplier the default is 12, 24 or 36 months after the effective date, by its risk.',
    }),
    conditions: z.array(LongText).max(50).optional().meta({ description: 'Required for `conditional`.' }),
    documents: z
      .array(z.string().min(1).max(64))
      .max(50)
      .optional()
      .meta({ description: 'Ids of entities of type document; required for `qualified` after a suspension.' }),
  })
  .meta({
    id: 'NewQualification',
    description: 'A qualification status for a supplier, with effective date and reason.',
  });

/** A qualification as the API shows it. */
export const Qualification = z
  .object({
    id: z.string().meta({ examples: [exampleId('qualification')] }),
    previous_status: z.string(),
    status: z.string(),
    effective_date: z.string(),
    reason: z.string().nullable(),
    conditions: z.array(z.string()),
    documents: z.array(z.string()),
    document_references: z.array(DocumentReference).default([]).meta({
      description: 'The documents, with the version and the file that each had when the qualification was requested.',
    }),
    next_review_date: z.string().nullable(),
    changed_by: z.string().meta({ description: 'The user or application that requested it.' }),
    changed_at: Instant.meta({ description: 'When it took effect; until then, when it was requested.' }),
    scheduled: z.boolean().meta({ description: 'Whether it is scheduled for its effective date.' }),
    outcome: z.enum(OUTCOMES).meta({
      description:
        '`replaced`: by a newer one before its day; `refused`: the state did not allow it any more on its day.',
    }),
    refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'Qualification', description: 'One qualification of a supplier.' });

export const QualifiedSupplier = Supplier.extend({ qualification: Qualification }).meta({
  id: 'QualifiedSupplier',
  description: 'The current supplier, with the requested qualification.',
});

export const QualificationListQuery = z.strictObject(timeline('changed_at'));

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
