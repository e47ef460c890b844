import { Day, exampleId } from '@qsc/contracts';
import { timeline } from '@qsc/service-kit';
import { z } from 'zod';
import { writtenFields } from '../quality-event/content.schemas.ts';
import { Id, text } from '../quality-event/field.schemas.ts';
import { ACTION_LIMIT } from './action.ts';
import { capaWrittenFields } from './capa.schemas.ts';
import { ACTION_STATUSES, ACTION_TYPES } from './capa.ts';

const LONG = 20_000;
const EVIDENCE = 50;

const actionFields = {
  description: text(LONG).meta({ description: 'What is to be done.' }),
  assigned_to: Id.nullable().meta({ description: 'The id of the user who does it.' }),
  due_date: Day.nullable().meta({ description: 'Until when; another one needs a reason (`X-Change-Reason`).' }),
};

const { description, ...optional } = actionFields;

const NewAction = z
  .strictObject({ description, ...z.strictObject(optional).partial().shape })
  .meta({ id: 'NewCapaAction', description: 'An action of a new CAPA.' });

export const AddAction = NewAction.extend({ type: z.enum(ACTION_TYPES) }).meta({
  id: 'AddedCapaAction',
  description: 'An action that is added to a CAPA.',
});

export type AddAction = z.infer<typeof AddAction>;

/** A JSON Merge Patch (RFC 7396) of an action. */
export const PatchAction = z
  .strictObject({
    ...actionFields,
    status: z.enum(ACTION_STATUSES).meta({
      description:
        'open → in_progress, completed; in_progress → completed; completed → verified, in_progress; each of these → cancelled.',
    }),
    completion_date: Day.nullable().meta({ description: '`completed` needs it.' }),
    completion_notes: text(LONG).nullable().meta({ description: '`completed` needs them.' }),
    evidence: z.array(Id).max(EVIDENCE).nullable().meta({ description: 'Ids of entities of the type document.' }),
  })
  .partial()
  .meta({ id: 'CapaActionPatch', description: 'What is left out stays, lists are replaced, null removes.' });

export type PatchAction = z.infer<typeof PatchAction>;

const { title, description: about, priority, classification, category, assigned_to, due_date } = writtenFields;

const actions = z.array(NewAction).max(ACTION_LIMIT);

/** A CAPA as a client sends it. */
export const OpenCapa = z
  .strictObject({
    title,
    description: about,
    ...z
      .strictObject({
        priority,
        classification,
        category,
        assigned_to,
        due_date,
        corrective_actions: actions,
        preventive_actions: actions,
        effectiveness_criteria: capaWrittenFields.effectiveness_criteria,
        effectiveness_check: z
          .strictObject({ due_date: Day.nullable() })
          .meta({ id: 'PlannedEffectivenessCheck', description: 'Until when the effectiveness is to be checked.' }),
      })
      .partial().shape,
  })
  .meta({ id: 'NewCapa' });

export type OpenCapa = z.infer<typeof OpenCapa>;

const id = (example: string, what: string) =>
  z
    .string()
    .max(64)
    .meta({ description: `The id of ${what}.`, examples: [example] });

export const SourceId = z.object({
  deviation_id: id(exampleId('qualityEvent'), 'the deviation, complaint or audit finding that it is opened for'),
});

export const CapaId = z.object({ capa_id: id(exampleId('qualityEvent', 2), 'the CAPA') });

export const ActionId = CapaId.extend({ action_id: id(exampleId('capaAction'), 'the action') });

export const CapaListQuery = z.strictObject(timeline('created_at'));

export type CapaListQuery = z.infer<typeof CapaListQuery>;
