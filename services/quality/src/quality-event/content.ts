import { CLASSIFICATIONS, PRIORITIES, type QualityEventType } from '@qsc/contracts';
import { invalidField, isObject, mergePatch } from '@qsc/service-kit/pure';
import { z } from 'zod';
import type { CapaPatch } from '../capa/effectiveness.ts';

const nullable = <Shape extends z.ZodType>(shape: Shape) => shape.nullable().default(null);

const texts = z.array(z.string()).default([]);

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** An object without any value becomes null. */
const orNull = <Shape extends z.ZodObject>(shape: Shape) =>
  shape
    .nullable()
    .default(null)
    .transform((value) => (value === null || Object.values(value).every(isEmpty) ? null : value));

const RelatedEntity = z.object({ type: z.string(), id: z.string(), name: z.string() });

export type RelatedEntity = z.infer<typeof RelatedEntity>;

const RootCause = z.object({
  category: nullable(z.string()),
  description: nullable(z.string()),
  identified_date: nullable(z.string()),
});

const ImpactAssessment = z.object({
  products_affected: texts,
  batches_affected: texts,
  patient_impact: nullable(z.string()),
  regulatory_reportable: nullable(z.boolean()),
});

const AuditDetails = z.object({
  audit_type: nullable(z.string()),
  audit_date: nullable(z.string()),
  auditor: nullable(z.string()),
  audit_reference: nullable(z.string()),
  area: nullable(z.string()),
});

/** The content of a quality event, complete: a missing value is null or empty. Dates are YYYY-MM-DD. */
export const EventContent = z.object({
  title: z.string(),
  description: z.string(),
  priority: z.enum(PRIORITIES).default('medium'),
  classification: nullable(z.enum(CLASSIFICATIONS)),
  category: nullable(z.string()),
  related_entities: z.array(RelatedEntity).default([]),
  root_cause: orNull(RootCause),
  impact_assessment: orNull(ImpactAssessment),
  rejection_reason: nullable(z.string()),
  assigned_to: nullable(z.string()),
  due_date: nullable(z.string()),
  /** Of an audit finding. */
  audit_details: orNull(AuditDetails),
  response_due_date: nullable(z.string()),
});

export type EventContent = z.infer<typeof EventContent>;

/** The content of a request, checked by its schema: a merge patch of the content, and of the fields of a CAPA. */
export type ContentPatch = { [Field in keyof EventContent]?: unknown } & CapaPatch;

const FIELDS = Object.keys(EventContent.shape) as (keyof EventContent)[];

/** Fields that only events of one type have (specification, "Quality event"). */
export const FIELDS_OF_TYPE: Partial<Record<QualityEventType, readonly (keyof ContentPatch)[]>> = {
  audit_finding: ['audit_details', 'response_due_date'],
  capa: ['effectiveness_criteria', 'effectiveness_check'],
};

/** Throws `validation_failed` for a field that events of the type do not have. */
export const requireFieldsOfType = (type: QualityEventType, patch: object): void => {
  for (const [owner, fields] of Object.entries(FIELDS_OF_TYPE))
    for (const field of fields)
      if (owner !== type && field in patch)
        throw invalidField(field, 'not_of_type', `Only a quality event of the type ${owner} has this field.`);
};

/** The members of a record that are its content. */
export const toContent = (record: EventContent): EventContent =>
  Object.fromEntries(FIELDS.map((field) => [field, record[field]])) as EventContent;

/** The content with a merge patch in it (RFC 7396): objects merge, lists are replaced, null removes. What is no content stays out. */
export const mergeContent = (before: Partial<EventContent>, patch: object): EventContent =>
  EventContent.parse(mergePatch(before, isObject(patch) ? patch : {}));
