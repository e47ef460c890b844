import { exampleId, ROLES, visibleText } from '@qsc/contracts';
import { Instant, Paging } from '@qsc/service-kit';
import { z } from 'zod';
import { APPROVAL_TYPES } from '../definition/definition.ts';
import { SignatureInput, SignatureRecordAnswer } from '../signature/signature.schemas.ts';
import { DECISIONS } from './approval.ts';

const Text = visibleText(2_000);

export const ApprovalId = z.object({
  approval_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Which approval.', examples: [exampleId('approval')] }),
});

const SORTS = ['requested_at', '-requested_at', 'due_date', '-due_date'] as const;

export const PendingQuery = z.strictObject({
  ...Paging,
  user_id: z.string().min(1).max(64).optional().meta({
    description: 'The approvals that wait for this user instead of the caller; it needs the scope `admin:read`.',
  }),
  sort: z.enum(SORTS).default('-requested_at').meta({
    description: 'Oldest or newest first, or by the due date; without one is before all others.',
  }),
});

export type PendingQuery = z.infer<typeof PendingQuery>;

const Summary = z
  .object({
    classification: z.string().nullable(),
    root_cause: z.string().nullable(),
    proposed_actions: z.number().int(),
  })
  .meta({ id: 'ApprovalSummary', description: 'The record when the approval was requested.' });

const onBehalfOf = z.string().nullable().meta({
  description: 'The user whose vote it is, where a delegate decides.',
});

const approvalFields = {
  approval_id: z.string(),
  entity_id: z.string(),
  entity_type: z.string(),
  title: z.string(),
  current_state: z.string().meta({ description: 'The approval state that the record waits in, or waited in.' }),
  requested_at: Instant,
  requested_by: z.string(),
  due_date: Instant.nullable().meta({
    description: 'The deadline: by the hours of the state, otherwise the due date of the record.',
  }),
  approval_type: z.enum(APPROVAL_TYPES),
  approvals_received: z.number().int(),
  approvals_required: z.number().int(),
  require_signature: z.boolean(),
  require_audit_review: z.boolean().meta({
    description:
      'Whether an approver needs a review of their own (`POST /v1/audit-logs/reviews` with `entity_id`) that includes the newest change of the record.',
  }),
  summary: Summary,
};

export const PendingApproval = z
  .object({ ...approvalFields, on_behalf_of: onBehalfOf })
  .meta({ id: 'PendingApproval', description: 'An approval that the calling user can decide on now.' });

const Decision = z
  .object({
    decision: z.enum(DECISIONS),
    decided_by: z.string(),
    decided_by_name: z.string(),
    on_behalf_of: onBehalfOf,
    on_behalf_of_name: z.string().nullable(),
    role: z
      .enum(ROLES)
      .meta({ description: 'The approver role that it counts for; for a withdrawal, the role of the user.' }),
    comment: z.string(),
    conditions: z.array(z.string()),
    decided_at: Instant,
    signature_id: z.string().nullable(),
  })
  .meta({ id: 'ApprovalDecision', description: 'What one approver decided.' });

const PossibleDecider = z
  .object({
    user_id: z.string(),
    name: z.string(),
    role: z.enum(ROLES).meta({ description: 'The approver role that the decision would count for.' }),
    on_behalf_of: onBehalfOf,
    on_behalf_of_name: z.string().nullable(),
  })
  .meta({ id: 'PossibleDecider', description: 'A user who can decide on the approval now.' });

export const Approval = z
  .object({
    ...approvalFields,
    workflow_id: z.string(),
    workflow_name: z.string(),
    status: z.enum(['pending', 'approved', 'rejected']),
    approver_roles: z.array(z.enum(ROLES)),
    requested_by_name: z.string(),
    decisions: z.array(Decision).meta({ description: 'In their order.' }),
    can_decide: z.array(PossibleDecider).meta({ description: 'Who can decide now; nobody where it has ended.' }),
    version: z.number().int(),
  })
  .meta({
    id: 'Approval',
    description: 'An approval: who requested it, what was decided, and who can still decide.',
  });

export const NewDecision = z
  .strictObject({
    decision: z.enum(DECISIONS).meta({
      description:
        '`withdraw` withdraws the request. It is for the requester or a quality manager, ends the approval like a rejection and needs no signature.',
    }),
    comment: Text.meta({ description: 'The reason; it is recorded in the audit trail.' }),
    conditions: z.array(Text).max(50).default([]).meta({ description: 'Conditions of the decision.' }),
    return_to_state: z.string().min(1).max(64).optional().meta({
      description:
        'For a rejection or a withdrawal: the state to return to. The approval state must allow it, and it is not the state after an approval.',
    }),
    signature: SignatureInput.optional(),
  })
  .meta({ id: 'NewApprovalDecision', description: 'A decision of the calling user on an approval.' });

export const DecisionResult = z
  .object({
    approval_id: z.string(),
    decision: z.enum(DECISIONS),
    status: z.enum(['pending', 'approved', 'rejected']).meta({ description: 'The status of the approval after it.' }),
    entity_id: z.string(),
    approvals_received: z.number().int(),
    approvals_required: z.number().int(),
    current_state: z.object({ id: z.string(), name: z.string(), entered_at: Instant }),
    comment: z.string(),
    conditions: z.array(z.string()),
    decided_by: z.string(),
    on_behalf_of: onBehalfOf,
    decided_at: Instant,
    signature_record: SignatureRecordAnswer.nullable(),
  })
  .meta({ id: 'ApprovalDecisionResult', description: 'The result of a decision.' });
