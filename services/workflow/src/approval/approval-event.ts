import { type ActEnvelope, type Envelope, type SignatureRecord, workflowEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, makeNotice } from '@qsc/service-kit/pure';
import type { WorkflowRecord } from '../record/record.ts';
import type { Approval, ApproverDecision } from './approval.ts';
import { countApprovals, toAction } from './decision.ts';

/** An approval was requested. The transition that requested it has the audit entry. */
export const requestedEvent = (call: Call, approval: Approval): Envelope =>
  makeNotice(workflowEvents.approvalRequested, call, { subject: approval.record_id, record: toSnapshot(approval) });

/** Too few users are left to complete an approval. Administrators are notified. */
export const blockedEvent = (call: Call, approval: Approval): Envelope =>
  makeNotice(workflowEvents.approvalBlocked, call, { subject: approval.record_id, record: toSnapshot(approval) });

type Decided = {
  approval: Approval;
  decision: ApproverDecision;
  /** The current record. */
  record: WorkflowRecord;
  signature: SignatureRecord | null;
};

/** A decision that leaves the approval pending. Its audit entry is on the record, which does not change. */
export const decidedEvent = (call: Call, { approval, decision, record, signature }: Decided): ActEnvelope =>
  makeEvent(workflowEvents.approvalDecided, call, {
    audit: {
      action: toAction(decision.decision),
      entity_type: record.type,
      entity_id: record.id,
      entity_name: record.name,
      entity_version: record.version,
      changes: {},
      workflow_state: approval.state.id,
      reason: call.reason ?? decision.comment,
      details: toDetails(approval, decision),
      signature: {
        required: approval.require_signature,
        signed: signature !== null,
        signature_id: signature?.signature_id ?? null,
        meaning: signature?.meaning ?? null,
      },
    },
    record: toSnapshot(approval),
  });

/** The details of a decision's audit entry, whether or not it causes a transition. */
export const toDetails = (approval: Approval, decision: ApproverDecision): Record<string, unknown> => ({
  approval_id: approval.id,
  approval_type: approval.approval_type,
  approvals_received: countApprovals(approval),
  approvals_required: approval.required_approvers,
  role: decision.role,
  on_behalf_of: decision.on_behalf_of,
  comment: decision.comment,
  conditions: decision.conditions,
  ...(decision.decision === 'withdraw' ? { withdrawn: true } : {}),
});

const toSnapshot = (approval: Approval) => ({
  id: approval.id,
  record_id: approval.record_id,
  record_type: approval.record_type,
  title: approval.title,
  state: approval.state.id,
  status: approval.status,
  approver_roles: approval.approver_roles,
  requested_by: approval.requested_by,
  due_date: approval.due_date?.toISOString() ?? null,
});
