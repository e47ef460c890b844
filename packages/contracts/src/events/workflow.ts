import { z } from 'zod';
import { AuditFacts, defineEvent } from './envelope.ts';

const WorkflowSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  entity_types: z.array(z.string()),
  version: z.number().int(),
  is_active: z.boolean(),
});

/** A signature as an act carries it (specification, "Signature record"). */
export const SignatureRecord = z.object({
  signature_id: z.string(),
  signer: z.string(),
  signer_name: z.string(),
  meaning: z.string(),
  timestamp: z.iso.datetime(),
});

export type SignatureRecord = z.infer<typeof SignatureRecord>;

/**
 * One transition of an instance, with everything that the owner of the record needs to change it and to write the audit entry:
 * who acted, from where, why, and what the act was.
 */
export const TransitionSnapshot = z.object({
  id: z.string(),
  instance_id: z.string(),
  workflow_id: z.string(),
  workflow_version: z.number().int(),
  record_id: z.string(),
  record_type: z.string(),
  /** The number of the transition among all of the instance; 0 is the start. */
  number: z.number().int(),
  /** Whether it changes the record. */
  changed: z.boolean(),
  from_state: z.string().nullable(),
  to_state: z.string(),
  action: z.enum(['transition', 'approve', 'reject']),
  comment: z.string().nullable(),
  /** What the transition brings to the record, nested, as a merge patch. */
  data: z.record(z.string(), z.unknown()),
  signature_required: z.boolean(),
  signature: SignatureRecord.nullable(),
  /** The approval that it opens: until the next transition the record's content stays as the approvers see it. */
  approval_id: z.string().nullable(),
  /** The fields that its rule requires: the record has them from then on. */
  required_fields: z.array(z.string()),
  act: z.object({
    user: AuditFacts.shape.user,
    client: AuditFacts.shape.client,
    request_id: z.string(),
    reason: z.string().nullable(),
    /** What the audit entry says besides: the approval that was decided, the event that the system reacted to. */
    details: z.record(z.string(), z.unknown()).nullable(),
    at: z.iso.datetime(),
  }),
});

export type TransitionSnapshot = z.infer<typeof TransitionSnapshot>;

const ApprovalSnapshot = z.object({
  id: z.string(),
  record_id: z.string(),
  record_type: z.string(),
  title: z.string(),
  state: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  approver_roles: z.array(z.string()),
  requested_by: z.string(),
  due_date: z.iso.datetime().nullable(),
});

const DelegationSnapshot = z.object({
  id: z.string(),
  user_id: z.string(),
  delegate_id: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
});

const ReadRecord = z.object({ id: z.string(), type: z.string() });

export const workflowEvents = {
  created: defineEvent('workflow.workflow.created.v1', 'A workflow was defined', WorkflowSnapshot),
  updated: defineEvent('workflow.workflow.updated.v1', 'The definition of a workflow changed', WorkflowSnapshot),
  started: defineEvent('workflow.instance.started.v1', 'A record entered its workflow', TransitionSnapshot),
  moved: defineEvent(
    'workflow.instance.moved.v1',
    'A record moved to another state; where that changes the record, the event of its owner has the audit entry',
    TransitionSnapshot,
  ),
  approvalRequested: defineEvent('workflow.approval.requested.v1', 'A record waits for approval', ApprovalSnapshot),
  approvalBlocked: defineEvent(
    'workflow.approval.blocked.v1',
    'An approval waits, and too few active users could complete it',
    ApprovalSnapshot,
  ),
  approvalDecided: defineEvent(
    'workflow.approval.decided.v1',
    'An approver decided, and the approval needs further decisions',
    ApprovalSnapshot,
  ),
  delegationCreated: defineEvent(
    'workflow.delegation.created.v1',
    'An approver lets another user decide for a time',
    DelegationSnapshot,
  ),
  delegationRevoked: defineEvent('workflow.delegation.revoked.v1', 'A delegation was ended', DelegationSnapshot),
  recordRead: defineEvent(
    'workflow.record.read.v1',
    'A workflow, or the way of a record through one, was read, in an organisation that records reads',
    ReadRecord,
  ),
} as const;
