import { Day, exampleId } from '@qsc/contracts';
import { Instant, timeline } from '@qsc/service-kit';
import { z } from 'zod';
import { Text } from '../supplier/field.schemas.ts';
import { Supplier } from '../supplier/supplier.schemas.ts';
import { OUTCOMES, QUALIFICATIONS } from './qualification.ts';

const Status = z.enum(QUALIFICATIONS);

const Reason = Text.max(1_000).meta({ description: 'Why; it stands in the audit trail.' });

export const QualifySupplier = z
  .strictObject({
    status: Status.meta({
      description: 'The status to move to; the error of a refused move says which ones are allowed.',
    }),
    effective_date: Day.meta({
      description: 'From which day on, in the organisation’s time zone. On a later day than today it is scheduled.',
    }),
    reason: Reason,
    next_review_date: Day.optional().meta({
      description:
        'Becomes `next_audit_date`. Of a qualified or conditional supplier, unless told, 12, 24 or 36 months after the effective date, by its risk.',
    }),
    conditions: z.array(Text).max(50).optional().meta({ description: '`conditional` needs them.' }),
    documents: z
      .array(z.string().min(1).max(64))
      .max(50)
      .optional()
      .meta({ description: 'Ids of entities of type document; `qualified` after a suspension needs them.' }),
  })
  .meta({ id: 'NewQualification', description: 'A status for a supplier, from a day on and for a reason.' });

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
    next_review_date: z.string().nullable(),
    changed_by: z.string().meta({ description: 'The user or application that asked for it.' }),
    changed_at: Instant.meta({ description: 'When it took effect; until then when it was asked for.' }),
    scheduled: z.boolean().meta({ description: 'Whether it waits for its effective date.' }),
    outcome: z.enum(OUTCOMES).meta({
      description:
        'What became of it: `replaced` by a newer one before its day, or `refused` on its day since the state did not allow it any more.',
    }),
    refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'Qualification', description: 'One qualification of a supplier.' });

export const QualifiedSupplier = Supplier.extend({ qualification: Qualification }).meta({
  id: 'QualifiedSupplier',
  description: 'The supplier as it stands, with the qualification that was asked for.',
});

export const QualificationListQuery = z.strictObject(timeline('changed_at'));
