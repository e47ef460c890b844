import { ROLES, visibleText } from '@qsc/contracts';
import { z } from 'zod';
import { Path, When } from './condition.ts';

const NAME_LENGTH = 128;
/** The most states of a definition. */
export const STATE_LIMIT = 100;
const LIST_LIMIT = 50;
const HOURS_LIMIT = 87_600;

/** The word of a state or of a record type. */
const Word = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, 'A word of small letters, digits and _, which begins with a letter');

/** A name that people read. */
export const Name = visibleText(NAME_LENGTH);

/** Which records a stored definition is for: entity types and types of quality events, also those of a release to come. */
export const EntityTypes = z.array(Word).min(1).max(LIST_LIMIT);

/** What a state may react to, by the names that the API gives to events (decisions §4, "Further events"). */
export const REACTION_EVENTS = [
  'quality_event.created',
  'quality_event.updated',
  'quality_event.overdue',
  'supplier.qualification_changed',
  'certificate.validated',
  'certificate.rejected',
  'certificate.expired',
  'certificate.superseded',
] as const;

export type ReactionEvent = (typeof REACTION_EVENTS)[number];

/** What a state reacts to: when the event comes and the conditions hold, the instance moves (decisions §4, "Workflows"). */
export const Reaction = z.strictObject({
  event: z.enum(REACTION_EVENTS),
  /** Path to a value of the event, or after `record.` of the waiting record, and what it must be: the value, or operators. */
  when: When.default({}),
  to_state: Word,
});

export type Reaction = z.infer<typeof Reaction>;

export const TransitionRule = z.strictObject({
  to_state: Word,
  requires_fields: z.array(Path).max(LIST_LIMIT).default([]),
  requires_signature: z.boolean().default(false),
  /** Empty: every role that may make transitions. */
  roles: z.array(z.enum(ROLES)).max(ROLES.length).default([]),
});

export type TransitionRule = z.infer<typeof TransitionRule>;

export const APPROVAL_TYPES = ['single', 'parallel', 'sequential'] as const;

export type ApprovalType = (typeof APPROVAL_TYPES)[number];

export const ApprovalConfig = z.strictObject({
  required_approvers: z.number().int().min(1).max(20),
  approver_roles: z.array(z.enum(ROLES)).min(1).max(20),
  require_signature: z.boolean().default(false),
  approval_type: z.enum(APPROVAL_TYPES).optional(),
  on_approve: Word.optional(),
  on_reject: Word.optional(),
});

export type ApprovalConfig = z.infer<typeof ApprovalConfig>;

export const STATE_TYPES = ['initial', 'intermediate', 'approval', 'final'] as const;

/** One state of a definition (specification, "Workflow definition"; decisions §4). */
export const State = z.strictObject({
  id: Word,
  name: Name,
  type: z.enum(STATE_TYPES),
  /** Absent on final states. */
  allowed_transitions: z.array(Word).max(STATE_LIMIT).optional(),
  approval_config: ApprovalConfig.optional(),
  transition_rules: z.array(TransitionRule).max(STATE_LIMIT).optional(),
  sla_hours: z.number().positive().max(HOURS_LIMIT).optional(),
  on: z.array(Reaction).max(LIST_LIMIT).optional(),
});

export type State = z.infer<typeof State>;

export const States = z.array(State).min(1).max(STATE_LIMIT);

/** A definition as it is stored; a changed one is another version, and the instances of the former stay on it. */
export type Workflow = {
  id: string;
  org_id: string;
  name: string;
  description: string;
  entity_types: string[];
  states: State[];
  is_active: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
  created_by: string;
};

/** The state of a definition. Throws for one that it has not: definitions are checked when they are written. */
export const stateOf = ({ id, states }: Pick<Workflow, 'id' | 'states'>, stateId: string): State => {
  const found = states.find((state) => state.id === stateId);
  if (!found) throw new Error(`The workflow ${id} has no state ${stateId}.`);
  return found;
};
