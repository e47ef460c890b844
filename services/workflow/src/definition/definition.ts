import { ROLES } from '@qsc/contracts';
import { z } from 'zod';

/** What a state reacts to: when the event comes and the conditions hold, the instance moves (decisions §4, "Workflows"). */
export const Reaction = z.strictObject({
  event: z.string(),
  /** Path to a value of the event, or after `record.` of the waiting record, and what it must be: the value, or operators. */
  when: z.record(z.string(), z.unknown()).default({}),
  to_state: z.string(),
});

export type Reaction = z.infer<typeof Reaction>;

export const TransitionRule = z.strictObject({
  to_state: z.string(),
  requires_fields: z.array(z.string()).default([]),
  requires_signature: z.boolean().default(false),
  /** Empty: every role that may make transitions. */
  roles: z.array(z.enum(ROLES)).default([]),
});

export type TransitionRule = z.infer<typeof TransitionRule>;

export const APPROVAL_TYPES = ['single', 'parallel', 'sequential'] as const;

export type ApprovalType = (typeof APPROVAL_TYPES)[number];

export const ApprovalConfig = z.strictObject({
  required_approvers: z.number().int().min(1).max(20),
  approver_roles: z.array(z.enum(ROLES)).min(1),
  require_signature: z.boolean().default(false),
  approval_type: z.enum(APPROVAL_TYPES).optional(),
  on_approve: z.string().optional(),
  on_reject: z.string().optional(),
});

export type ApprovalConfig = z.infer<typeof ApprovalConfig>;

export const STATE_TYPES = ['initial', 'intermediate', 'approval', 'final'] as const;

/** One state of a definition (specification, "Workflow definition"; decisions §4). */
export const State = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(STATE_TYPES),
  allowed_transitions: z.array(z.string()).optional(),
  approval_config: ApprovalConfig.optional(),
  transition_rules: z.array(TransitionRule).optional(),
  sla_hours: z.number().positive().optional(),
  on: z.array(Reaction).optional(),
});

export type State = z.infer<typeof State>;

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
