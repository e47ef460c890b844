import type { Role } from '@qsc/contracts';
import type { ApprovalType } from '../definition/definition.ts';

/** What one approver decided, by themselves or for another who lets them (delegation). */
export type ApproverDecision = {
  decision: 'approve' | 'reject';
  decided_by: string;
  decided_by_name: string;
  /** The approver for whom the delegate decided; giver and delegate count once. */
  on_behalf_of: string | null;
  /** The approver role that the decision counts for. */
  role: Role;
  comment: string;
  conditions: string[];
  decided_at: Date;
  signature_id: string | null;
};

/** One round of decisions: opened by the move into an approval state, in the same commit. */
export type Approval = {
  id: string;
  org_id: string;
  instance_id: string;
  record_id: string;
  record_type: string;
  record_creator: string;
  title: string;
  state: { id: string; name: string };
  /** The state that it came from. */
  from_state: string;
  approval_type: ApprovalType;
  required_approvers: number;
  approver_roles: Role[];
  require_signature: boolean;
  requested_by: string;
  requested_at: Date;
  due_date: Date | null;
  summary: { classification: string | null; root_cause: string | null; proposed_actions: number };
  status: 'pending' | 'approved' | 'rejected';
  decisions: ApproverDecision[];
  version: number;
};
