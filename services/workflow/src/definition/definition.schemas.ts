import { ENTITY_TYPES, exampleId, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { Flag, Instant, listParameter, listQuery, timeline, wholeNumber } from '@qsc/service-kit';
import { z } from 'zod';
import { Name, STATE_LIMIT, State } from './definition.ts';

const DESCRIPTION_LENGTH = 4_096;

const STATE = {
  description:
    'A state: its targets (`allowed_transitions`), the requirements of transitions (`transition_rules`), the approvers (`approval_config`), its time limit in hours (`sla_hours`) and its reactions to events (`on`).',
};

const NewState = State.meta({ id: 'NewWorkflowState', ...STATE });

const ShownState = State.meta({ id: 'WorkflowState', ...STATE });

const NewStates = z.array(NewState).min(1).max(STATE_LIMIT).meta({
  description:
    'One initial state, at least one final, and a path from the initial state through each state to a final one.',
});

const Description = z.string().max(DESCRIPTION_LENGTH).meta({ description: 'What it is for.' });

const IsActive = z
  .boolean()
  .meta({ description: 'Whether new records of its types use it; one definition is active for each type.' });

const RECORD_TYPES = [...ENTITY_TYPES, ...QUALITY_EVENT_TYPES] as const;

const NewEntityTypes = z.array(z.enum(RECORD_TYPES)).min(1).max(RECORD_TYPES.length).meta({
  description: 'The types of records that use it: entity types, and types of quality events (`deviation`, `capa` …).',
});

const NewName = Name.meta({ description: 'The name of the workflow.' });

export const CreateWorkflow = z
  .strictObject({
    name: NewName,
    description: Description.default(''),
    entity_types: NewEntityTypes,
    states: NewStates,
    is_active: IsActive.default(true),
  })
  .meta({ id: 'NewWorkflow' });

export type CreateWorkflow = z.infer<typeof CreateWorkflow>;

export const PatchWorkflow = z
  .strictObject({
    name: NewName.optional(),
    description: Description.optional(),
    entity_types: NewEntityTypes.optional(),
    states: NewStates.optional(),
    is_active: IsActive.optional(),
  })
  .meta({ id: 'WorkflowPatch', description: 'What is left out stays; lists are replaced as a whole.' });

export type PatchWorkflow = z.infer<typeof PatchWorkflow>;

const KnownWorkflowId = z
  .string()
  .max(64)
  .meta({ description: 'The workflow that the definition is to change; without it, a new one.' });

/** A definition that is checked and not stored. */
export const WorkflowDraft = z
  .strictObject({ ...CreateWorkflow.shape, workflow_id: KnownWorkflowId.optional() })
  .meta({ id: 'WorkflowDraft' });

export type WorkflowDraft = z.infer<typeof WorkflowDraft>;

export const WorkflowCheck = z
  .object({
    faults: z
      .array(
        z.object({
          field: z.string().meta({ description: 'The path of the fault, such as `states.2.allowed_transitions.0`.' }),
          code: z.string(),
          message: z.string(),
        }),
      )
      .meta({ description: 'Why the definition would be refused; empty for one that can be stored.' }),
  })
  .meta({ id: 'WorkflowCheck' });

/** A definition as the API shows it (specification, "Workflow definition"). */
export const Workflow = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    entity_types: z.array(z.string()),
    version: z.number().int().meta({
      description: 'Starts at 1 and rises with each change; a record stays on the version with which it started.',
    }),
    is_active: z.boolean(),
    states: z.array(ShownState),
    created_at: Instant,
    updated_at: Instant,
    created_by: z.string().meta({ description: 'Who defined it; `system` for shipped definitions.' }),
  })
  .meta({ id: 'Workflow', description: 'The states that records of some types go through.' });

export const WorkflowId = z.object({
  workflow_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the workflow.', examples: [exampleId('workflow')] }),
});

const Version = wholeNumber(1, 1_000_000_000).meta({ description: 'A version of the workflow.', example: 1 });

export const WorkflowVersionId = WorkflowId.extend({ version: Version });

export const WorkflowVersionQuery = z.strictObject(timeline('version'));

export type WorkflowVersionQuery = z.infer<typeof WorkflowVersionQuery>;

/** A version of a definition as the list of versions shows it. */
export const WorkflowVersion = Workflow.pick({
  id: true,
  name: true,
  version: true,
  is_active: true,
  entity_types: true,
  updated_at: true,
}).meta({ id: 'WorkflowVersion', description: 'A version of a workflow, and when it was written (`updated_at`).' });

export const WorkflowListQuery = z.strictObject({
  entity_type: listParameter(z.enum(RECORD_TYPES))
    .optional()
    .meta({ description: 'Only workflows for records of these types, separated by commas.' }),
  is_active: Flag.optional().meta({ description: 'Only active ones, or only inactive ones.' }),
  ...listQuery(['created_at', 'updated_at', 'name']),
});

export type WorkflowListQuery = z.infer<typeof WorkflowListQuery>;
