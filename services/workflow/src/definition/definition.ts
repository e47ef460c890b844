import { ROLES, visibleText } from '@qsc/contracts';
import { z } from 'zod';
import { Path, When } from './condition.ts';

const NAME_LENGTH = 128;
/** The most states of a definition. */
export const STATE_LIMIT = 100;
const LIST_LIMIT = 50;
const HOURS_LIMIT = 87_600;

/** The identifier of a state or of a record type. */
const Identifier = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, 'An identifier has small letters, digits and _, and starts with a letter');

/** A name that people read. */
export const Name = visibleText(NAME_LENGTH);

/** The types of records of a stored definition: entity types and types of quality events, also unknown ones. */
export const EntityTypes = z.array(Identifier).min(1).max(LIST_LIMIT);

/** The events that a state may react to, by their API names (decisions §4, "Further events"). */
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

/**
 * A reaction: when the event arrives and the conditions hold, the instance makes the transition (decisions §4, "Workflows").
 */
export const Reaction = z.strictObject({
  event: z.enum(REACTION_EVENTS),
  /** Path to a value of the event, or after `record.` of the waiting record, and what it must be: the value, or operators. */
  when: When.default({}),
  to_state: Identifier,
});

export type Reaction = z.infer<typeof Reaction>;

export const TransitionRule = z.strictObject({
  to_state: Identifier,
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
  /** Whoever approves has reviewed the record's audit trail before, up to the newest change of its content. */
  require_audit_review: z.boolean().optional(),
  approval_type: z.enum(APPROVAL_TYPES).optional(),
  on_approve: Identifier.optional(),
  on_reject: Identifier.optional(),
});

export type ApprovalConfig = z.infer<typeof ApprovalConfig>;

export const STATE_TYPES = ['initial', 'intermediate', 'approval', 'final'] as const;

/** One state of a definition (specification, "Workflow definition"; decisions §4). */
export const State = z.strictObject({
  id: Identifier,
  name: Name,
  type: z.enum(STATE_TYPES),
  /** Absent on final states. */
  allowed_transitions: z.array(Identifier).max(STATE_LIMIT).optional(),
  approval_config: ApprovalConfig.optional(),
  transition_rules: z.array(TransitionRule).max(STATE_LIMIT).optional(),
  sla_hours: z.number().positive().max(HOURS_LIMIT).optional(),
  on: z.array(Reaction).max(LIST_LIMIT).optional(),
});

export type State = z.infer<typeof State>;

export const States = z.array(State).min(1).max(STATE_LIMIT);

/** A stored definition. A change makes a new version; instances stay on theirs. */
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

/** The state of a definition. Throws for an unknown one: definitions are checked when they are written. */
export const findState = ({ id, states }: Pick<Workflow, 'id' | 'states'>, stateId: string): State => {
  const found = states.find((state) => state.id === stateId);
  if (!found) throw new Error(`The workflow ${id} has no state ${stateId}.`);
  return found;
};
