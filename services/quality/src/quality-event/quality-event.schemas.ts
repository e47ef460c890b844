import { CLASSIFICATIONS, exampleId, PRIORITIES, QUALITY_EVENT_STATUSES, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import {
  ESCAPED_COMMA,
  Flag,
  Instant,
  LastMoment,
  listParameter,
  listQuery,
  Moment,
  searchQuery,
} from '@qsc/service-kit';
import { z } from 'zod';
import { capaShown, capaWrittenFields } from '../capa/capa.schemas.ts';
import { AuditDetails, ImpactAssessment, RelatedEntity, RootCause, writtenFields } from './content.schemas.ts';
import { Id, text } from './field.schemas.ts';

export const EventType = z
  .enum(QUALITY_EVENT_TYPES)
  .meta({ id: 'QualityEventType', description: 'What kind of event it is.' });

export const EventStatus = z.enum(QUALITY_EVENT_STATUSES).meta({
  id: 'QualityEventStatus',
  description: 'The state in its workflow. The definition of the workflow says which transitions are allowed.',
});

const { title, description, ...others } = writtenFields;

const optional = z.strictObject(others).partial().shape;

/** A quality event as a client sends it. */
export const CreateQualityEvent = z
  .strictObject({
    type: EventType.refine(
      (type) => type !== 'capa',
      'A CAPA is opened for an event, at /v1/quality-events/{event_id}/capa',
    ),
    title,
    description,
    ...optional,
  })
  .meta({ id: 'NewQualityEvent' });

export type CreateQualityEvent = z.infer<typeof CreateQualityEvent>;

/** What a client may change: a JSON Merge Patch (RFC 7396) of the content, and the target status. */
export const PatchQualityEvent = z
  .strictObject({ status: EventStatus, title, description, ...others, ...capaWrittenFields })
  .partial()
  .meta({
    id: 'QualityEventPatch',
    description: 'A JSON Merge Patch: what is left out stays, objects merge, lists are replaced, null removes.',
  });

export type PatchQualityEvent = z.infer<typeof PatchQualityEvent>;

/**
 * The data that a transition may bring. Fields that the service completes (names of entities, who performed a check) are
 * excluded, since a signature covers the record as it will be.
 */
export const TransitionData = PatchQualityEvent.omit({
  status: true,
  related_entities: true,
  effectiveness_check: true,
});

const label = z.string().nullable();

/** A quality event as the API shows it. */
export const QualityEvent = z
  .object({
    id: z.string(),
    type: EventType,
    number: z.string().meta({ description: 'Counted by type and year, without gaps.' }),
    title: z.string(),
    description: z.string(),
    status: EventStatus,
    priority: z.enum(PRIORITIES),
    classification: z.enum(CLASSIFICATIONS).nullable(),
    category: label,
    related_entities: z.array(RelatedEntity),
    root_cause: RootCause.nullable(),
    impact_assessment: ImpactAssessment.nullable(),
    rejection_reason: label,
    assigned_to: label,
    due_date: z.iso.date().nullable(),
    audit_details: AuditDetails.nullable().optional().meta({ description: 'Of an audit finding alone.' }),
    response_due_date: z.iso.date().nullable().optional().meta({ description: 'Of an audit finding alone.' }),
    ...capaShown,
    created_at: Instant,
    updated_at: Instant,
    created_by: z.string().meta({ description: 'The user or application that created it.' }),
    version: z.number().int().meta({ description: 'Begins at 1 and rises with each change.' }),
  })
  .meta({ id: 'QualityEvent', description: 'A deviation, CAPA, audit finding, complaint or change request.' });

export const EventId = z.object({
  event_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the quality event.', examples: [exampleId('qualityEvent')] }),
});

const several = <const Values extends readonly [string, ...string[]]>(values: Values, of: string) =>
  listParameter(z.enum(values))
    .optional()
    .meta({ description: `One or several ${of} by comma: ${values.join(', ')}.` });

/** The filters of the list; all of them may be given together. */
export const QualityEventListQuery = z.strictObject({
  type: several(QUALITY_EVENT_TYPES, 'types'),
  status: several(QUALITY_EVENT_STATUSES, 'statuses'),
  priority: several(PRIORITIES, 'priorities'),
  classification: several(CLASSIFICATIONS, 'classifications'),
  ...searchQuery,
  category: listParameter(text(64))
    .optional()
    .meta({ description: `One or several categories by comma; ${ESCAPED_COMMA}.` }),
  assigned_to: listParameter(Id).optional().meta({ description: 'One or several users by comma.' }),
  related_entity_id: listParameter(Id)
    .optional()
    .meta({ description: 'One or several entities that events are about.' }),
  created_from: Moment.optional().meta({ description: 'Created from this instant or day (UTC) on.' }),
  created_to: LastMoment.optional().meta({
    description: 'Created until this instant, or the end of this day (UTC); included.',
  }),
  due_before: z.iso.date().optional().meta({ description: 'Due before that day; the day itself is not.' }),
  overdue: Flag.optional().meta({
    description:
      '`true`: due before today, in the organisation’s time zone, and neither closed nor rejected, at the moment of reading.',
  }),
  ...listQuery(['created_at', 'updated_at', 'due_date'] as const),
});

export type QualityEventListQuery = z.infer<typeof QualityEventListQuery>;
