import { Day, DocumentReference } from '@qsc/contracts';
import { z } from 'zod';
import { text } from '../quality-event/field.schemas.ts';
import { ACTION_STATUSES, ACTION_TYPES, EFFECTIVENESS_OUTCOMES } from './capa.ts';

const LONG = 20_000;

/** What a client may write of an effectiveness check. */
const EffectivenessCheckInput = z
  .strictObject({
    due_date: Day.nullable(),
    outcome: z.enum(EFFECTIVENESS_OUTCOMES).nullable(),
    results: text(LONG).nullable(),
  })
  .partial()
  .meta({
    id: 'EffectivenessCheckPatch',
    description: 'What is left out stays, and null removes. Who performed it, and when, is set by the service.',
  });

/** The fields of a CAPA that PATCH takes beside those of every quality event. */
export const capaWrittenFields = {
  effectiveness_criteria: text(LONG)
    .nullable()
    .meta({ description: 'Of a CAPA: the criteria of its effectiveness check.' }),
  effectiveness_check: EffectivenessCheckInput.nullable().meta({ description: 'Of a CAPA.' }),
} as const;

const label = z.string().nullable();

/** An action as the API shows it. */
export const CapaAction = z
  .object({
    id: z.string(),
    type: z.enum(ACTION_TYPES),
    description: z.string(),
    assigned_to: label,
    due_date: z.iso.date().nullable(),
    original_due_date: z.iso.date().nullable().meta({ description: 'The first due date. It never changes.' }),
    status: z.enum(ACTION_STATUSES),
    completion_date: z.iso.date().nullable(),
    completion_notes: label,
    evidence: z.array(z.string()).meta({ description: 'Ids of documents.' }),
    document_references: z.array(DocumentReference).default([]).meta({
      description: 'The documents of the evidence, with the version and the file that each had when it was added.',
    }),
    completed_by: label,
  })
  .meta({ id: 'CapaAction', description: 'A corrective or preventive action of a CAPA.' });

export const EffectivenessCheck = z
  .object({
    due_date: z.iso.date().nullable(),
    outcome: z.enum(EFFECTIVENESS_OUTCOMES).nullable(),
    results: label,
    performed_by: label,
    performed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'EffectivenessCheck', description: 'Whether the actions did what they were meant to.' });

const ofCapa = { description: 'Of a CAPA alone.' };

/** What a quality event of the type `capa` shows beside the rest. */
export const capaShown = {
  source_event_id: z.string().optional().meta({ description: 'Of a CAPA alone: the event that it was opened for.' }),
  corrective_actions: z.array(CapaAction).optional().meta(ofCapa),
  preventive_actions: z.array(CapaAction).optional().meta(ofCapa),
  effectiveness_criteria: label.optional().meta(ofCapa),
  effectiveness_check: EffectivenessCheck.nullable().optional().meta(ofCapa),
} as const;
