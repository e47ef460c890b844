import { exampleId, visibleText } from '@qsc/contracts';
import { Instant, isObject } from '@qsc/service-kit';
import { z } from 'zod';
import { Approval } from '../approval/approval.schemas.ts';
import { SignatureInput, SignatureRecordAnswer } from '../signature/signature.schemas.ts';
import { namesFields } from './transition-data.ts';

const COMMENT_LENGTH = 2_000;
const STATE_LENGTH = 64;

export const RecordId = z.object({
  entity_id: z
    .string()
    .max(64)
    .meta({
      description: 'The record: a quality event or an entity.',
      examples: [exampleId('entity', 4)],
    }),
});

export const Transition = z
  .strictObject({
    to_state: z.string().min(1).max(STATE_LENGTH).meta({ description: 'The id of the target state.' }),
    comment: visibleText(COMMENT_LENGTH).optional().meta({ description: 'The reason; it is recorded in the history.' }),
    data: z
      .custom<Record<string, unknown>>(isObject, 'The data is a JSON object')
      .refine(namesFields, 'Name each field by its path: "root_cause.category", or nested.')
      .optional()
      .meta({
        type: 'object',
        additionalProperties: true,
        description:
          'Fields of the record to change with the transition, nested or by dotted paths (`"root_cause.category"`). Fields in `requires_fields` must be here or in the record.',
      }),
    signature: SignatureInput.optional(),
  })
  .meta({ id: 'Transition', description: 'A transition of a record to another state of its workflow.' });

export const StartInstance = z
  .strictObject({
    entity_id: z.string().min(1).max(64).meta({ description: 'The record.' }),
    workflow_id: z.string().min(1).max(64).meta({ description: 'The definition.' }),
  })
  .meta({ id: 'NewWorkflowInstance' });

const CurrentState = z.object({
  id: z.string(),
  name: z.string(),
  entered_at: Instant,
});

const AvailableTransition = z
  .object({
    to_state: z.string(),
    requires_fields: z.array(z.string()).meta({ description: 'Paths of required fields.' }),
    requires_approval: z
      .boolean()
      .meta({ description: 'Whether only the decision on an approval makes this transition.' }),
    requires_signature: z.boolean(),
    roles: z
      .array(z.string())
      .meta({ description: 'Who may make it; empty for every role that may make transitions.' }),
  })
  .meta({ id: 'AvailableTransition' });

const HistoryItem = z
  .object({
    from_state: z.string().nullable(),
    to_state: z.string(),
    transitioned_at: Instant,
    transitioned_by: z.string().meta({ description: 'A user, an application, or `system` for a reaction.' }),
    comment: z.string().nullable(),
  })
  .meta({ id: 'WorkflowHistoryItem' });

export const WorkflowInstance = z
  .object({
    entity_id: z.string().meta({ examples: [exampleId('entity', 4)] }),
    entity_type: z.string(),
    workflow_id: z.string(),
    workflow_name: z.string(),
    workflow_version: z.number().int().meta({ description: 'The version of the definition with which it started.' }),
    current_state: CurrentState.extend({ entered_by: z.string() }),
    available_transitions: z.array(AvailableTransition),
    history: z.array(HistoryItem).meta({ description: 'Newest first; at most the last thousand transitions.' }),
    approval: Approval.nullable().meta({
      description: 'The pending approval: who requested it, who can still decide and until when.',
    }),
  })
  .meta({
    id: 'WorkflowInstance',
    description: 'The state of a record in its workflow, its history and its available transitions.',
  });

export const TransitionResult = z
  .object({
    entity_id: z.string(),
    current_state: CurrentState,
    signature_record: SignatureRecordAnswer.nullable(),
  })
  .meta({ id: 'TransitionResult', description: 'The state after a transition, and its signature.' });
