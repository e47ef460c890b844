import { type ActEnvelope, type Envelope, type SignatureRecord, workflowEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, makeNotice } from '@qsc/service-kit/pure';
import type { WorkflowRecord } from '../record/record.ts';
import type { Approval, ApproverDecision } from './approval.ts';
import { actionOf, approvalsOf } from './decision.ts';

/** A round began: for those who want to be told. The move that opened it has the audit entry. */
export const requestedEvent = (call: Call, round: Approval): Envelope =>
  makeNotice(workflowEvents.approvalRequested, call, { subject: round.record_id, record: snapshotOf(round) });

/** Nobody is left who could complete a round, of which administrators are notified. */
export const blockedEvent = (call: Call, round: Approval): Envelope =>
  makeNotice(workflowEvents.approvalBlocked, call, { subject: round.record_id, record: snapshotOf(round) });

type Decided = {
  approval: Approval;
  decision: ApproverDecision;
  /** The record as it stands. */
  record: WorkflowRecord;
  signature: SignatureRecord | null;
};

/** A decision after which the round goes on: its audit entry is on the record, which stays as it is. */
export const decidedEvent = (call: Call, { approval, decision, record, signature }: Decided): ActEnvelope =>
  makeEvent(workflowEvents.approvalDecided, call, {
    audit: {
      action: actionOf(decision.decision),
      entity_type: record.type,
      entity_id: record.id,
      entity_name: record.name,
      entity_version: record.version,
      changes: {},
      workflow_state: approval.state.id,
      reason: call.reason ?? decision.comment,
      details: detailsOf(approval, decision),
      signature: {
        required: approval.require_signature,
        signed: signature !== null,
        signature_id: signature?.signature_id ?? null,
        meaning: signature?.meaning ?? null,
      },
    },
    record: snapshotOf(approval),
  });

/** What the audit entry of a decision tells of it, whether or not it moves the record. */
export const detailsOf = (approval: Approval, decision: ApproverDecision): Record<string, unknown> => ({
  approval_id: approval.id,
  approval_type: approval.approval_type,
  approvals_received: approvalsOf(approval),
  approvals_required: approval.required_approvers,
  role: decision.role,
  on_behalf_of: decision.on_behalf_of,
  comment: decision.comment,
  conditions: decision.conditions,
  ...(decision.decision === 'withdraw' ? { withdrawn: true } : {}),
});

const snapshotOf = (approval: Approval) => ({
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
