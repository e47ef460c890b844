import { endOfDay, type LocalTime, newId, type Role } from '@qsc/contracts';
import { type Call, isObject } from '@qsc/service-kit/pure';
import type { ApprovalConfig, ApprovalType, State, Workflow } from '../definition/definition.ts';
import type { Instance } from '../instance/instance.ts';
import type { WorkflowRecord } from '../record/record.ts';
import { recordHash } from '../signature/signature.ts';

export const DECISIONS = ['approve', 'reject', 'withdraw'] as const;

/** The decision of one approver, by themselves or by a delegate. */
export type ApproverDecision = {
  decision: (typeof DECISIONS)[number];
  decided_by: string;
  decided_by_name: string;
  /** The approver for whom the delegate decided; both together have one vote. */
  on_behalf_of: string | null;
  on_behalf_of_name: string | null;
  delegation_id: string | null;
  /** The approver role that the decision counts for. A withdrawal is no vote and has the role of the user. */
  role: Role;
  comment: string;
  conditions: string[];
  decided_at: Date;
  signature_id: string | null;
};

/** An approval, opened by the transition into an approval state, in the same commit. */
export type Approval = {
  id: string;
  org_id: string;
  instance_id: string;
  workflow_id: string;
  workflow_name: string;
  record_id: string;
  record_type: string;
  record_creator: string;
  title: string;
  state: { id: string; name: string };
  /** The state before the approval state. */
  from_state: string;
  approval_type: ApprovalType;
  required_approvers: number;
  approver_roles: Role[];
  require_signature: boolean;
  /** Whether an approver reviews the audit trail of the record before. */
  require_audit_review: boolean;
  requested_by: string;
  requested_by_name: string;
  /** Who requested the first approval, where decisions alone led from it to this one; otherwise the requester of this one. */
  first_requested_by: string;
  requested_at: Date;
  due_date: Date | null;
  summary: ApprovalSummary;
  /** The hash of the content to approve, as signatures compute it. */
  record_hash: string;
  /** Whether the record is deleted. Then nobody can decide, unless it is restored. */
  record_gone: boolean;
  status: 'pending' | 'approved' | 'rejected';
  decisions: ApproverDecision[];
  version: number;
};

export type ApprovalSummary = { classification: string | null; root_cause: string | null; proposed_actions: number };

type Opening = {
  /** The instance before the transition. */
  instance: Pick<Instance, 'id' | 'org_id' | 'state'>;
  workflow: Pick<Workflow, 'id' | 'name'>;
  /** The approval state that the instance enters. */
  state: State;
  record: WorkflowRecord;
  /** The approval whose decision leads here; null where the instance comes from no approval state. */
  former: Pick<Approval, 'first_requested_by'> | null;
  call: Pick<Call, 'actor' | 'now' | 'zone'>;
};

const HOUR_MS = 3_600_000;

/**
 * The approval that opens when an instance enters an approval state. Its deadline is the start plus the hours of the state,
 * otherwise the end of the record's due day, otherwise none (decisions §4, "Workflows"). Throws for a state without
 * `approval_config`: definitions are checked when they are written.
 */
export const openApproval = ({ instance, workflow, state, record, former, call }: Opening): Approval => {
  const config = requireConfig(state);
  return {
    id: newId('approval'),
    org_id: instance.org_id,
    instance_id: instance.id,
    workflow_id: workflow.id,
    workflow_name: workflow.name,
    record_id: record.id,
    record_type: record.type,
    record_creator: record.created_by,
    title: record.name,
    state: { id: state.id, name: state.name },
    from_state: instance.state.id,
    approval_type: config.approval_type ?? (config.required_approvers === 1 ? 'single' : 'parallel'),
    required_approvers: config.required_approvers,
    approver_roles: config.approver_roles,
    require_signature: config.require_signature,
    require_audit_review: config.require_audit_review ?? false,
    requested_by: call.actor.id,
    requested_by_name: call.actor.name,
    first_requested_by: former?.first_requested_by ?? call.actor.id,
    requested_at: call.now,
    due_date: computeDueDate(state, record, call),
    summary: toSummary(record),
    record_hash: recordHash(record),
    record_gone: false,
    status: 'pending',
    decisions: [],
    version: 1,
  };
};

const requireConfig = ({ id, approval_config }: State): ApprovalConfig => {
  if (approval_config) return approval_config;
  throw new Error(`The state ${id} has no approval_config.`);
};

const computeDueDate = ({ sla_hours }: State, { due_date }: WorkflowRecord, { now, zone }: LocalTime): Date | null => {
  if (sla_hours !== undefined) return new Date(now.getTime() + sla_hours * HOUR_MS);
  return due_date === null ? null : new Date(endOfDay(due_date, zone).getTime() - 1);
};

const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const toRootCause = (cause: unknown): string | null =>
  isObject(cause) ? (toText(cause.description) ?? toText(cause.category)) : toText(cause);

/** The summary of the record for approvers. Other types of records have no classification and no cause. */
const toSummary = ({ content, facts }: WorkflowRecord): ApprovalSummary => ({
  classification: toText(content.classification),
  root_cause: toRootCause(content.root_cause),
  proposed_actions: typeof facts.proposed_actions === 'number' ? facts.proposed_actions : 0,
});
