import { CLASSIFICATIONS, Day, PRIORITIES } from '@qsc/contracts';
import { z } from 'zod';
import { Id, text } from './field.schemas.ts';

const TITLE = 512;
const LABEL = 64;
const SHORT = 256;
const LONG = 20_000;
const RELATED = 100;
const LISTED = 1_000;

const RelatedEntityInput = z
  .strictObject({
    type: text(LABEL).meta({ description: 'The type of the entity, such as `supplier`.' }),
    id: Id.meta({ description: 'The entity that the event is about.' }),
  })
  .meta({ id: 'NewRelatedEntity' });

const RootCauseInput = z
  .strictObject({
    category: text(SHORT).nullable(),
    description: text(LONG).nullable(),
    identified_date: Day.nullable(),
  })
  .partial()
  .meta({ id: 'RootCausePatch', description: 'What is left out stays, and null removes.' });

const ImpactAssessmentInput = z
  .strictObject({
    products_affected: z.array(text(SHORT)).max(LISTED).nullable(),
    batches_affected: z.array(text(SHORT)).max(LISTED).nullable(),
    patient_impact: text(SHORT)
      .nullable()
      .meta({ description: 'Canonical values: none, low, medium, high, unknown; others are taken as they are.' }),
    regulatory_reportable: z.boolean().nullable(),
  })
  .partial()
  .meta({ id: 'ImpactAssessmentPatch', description: 'What is left out stays, and null removes.' });

const AuditDetailsInput = z
  .strictObject({
    audit_type: text(SHORT).nullable(),
    audit_date: Day.nullable(),
    auditor: text(SHORT).nullable(),
    audit_reference: text(SHORT).nullable(),
    area: text(SHORT).nullable(),
  })
  .partial()
  .meta({ id: 'AuditDetailsPatch', description: 'What is left out stays, and null removes.' });

/** The fields that a client may write, each as it is sent; null stands for none. */
export const writtenFields = {
  title: text(TITLE),
  description: text(LONG),
  priority: z.enum(PRIORITIES).meta({ description: '`medium` unless given.' }),
  classification: z.enum(CLASSIFICATIONS).nullable(),
  category: text(LABEL).nullable().meta({ description: 'A label of your own.' }),
  related_entities: z
    .array(RelatedEntityInput)
    .max(RELATED)
    .refine(
      (related) => new Set(related.map(({ id }) => id)).size === related.length,
      'The same entity is listed twice',
    )
    .nullable()
    .meta({ description: 'The entities that the event is about.' }),
  root_cause: RootCauseInput.nullable(),
  impact_assessment: ImpactAssessmentInput.nullable(),
  rejection_reason: text(LONG).nullable().meta({ description: 'Why the event is rejected.' }),
  assigned_to: Id.nullable().meta({ description: 'The id of the user who works on it.' }),
  due_date: Day.nullable().meta({
    description: 'A day of the past is taken, from 1900-01-01; the last is 2199-12-31. Due today is not overdue.',
  }),
  audit_details: AuditDetailsInput.nullable().meta({ description: 'Of an audit finding.' }),
  response_due_date: Day.nullable().meta({ description: 'Of an audit finding.' }),
} as const;

const label = z.string().nullable();

/** The parts of a quality event as the API shows them. */
export const RelatedEntity = z.object({ type: z.string(), id: z.string(), name: z.string() }).meta({
  id: 'RelatedEntity',
  description: 'An entity that a quality event is about, with the name that it had when it was related.',
});

export const RootCause = z
  .object({ category: label, description: label, identified_date: z.iso.date().nullable() })
  .meta({ id: 'RootCause', description: 'What caused the event.' });

export const ImpactAssessment = z
  .object({
    products_affected: z.array(z.string()),
    batches_affected: z.array(z.string()),
    patient_impact: label,
    regulatory_reportable: z.boolean().nullable(),
  })
  .meta({ id: 'ImpactAssessment', description: 'Whom and what the event affects.' });

export const AuditDetails = z
  .object({
    audit_type: label,
    audit_date: z.iso.date().nullable(),
    auditor: label,
    audit_reference: label,
    area: label,
  })
  .meta({ id: 'AuditDetails', description: 'The audit that a finding was made in.' });
