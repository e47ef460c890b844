import { exampleId } from '@qsc/contracts';

const waiting = {
  approval_id: exampleId('approval'),
  entity_id: exampleId('qualityEvent'),
  entity_type: 'deviation',
  title: 'Temperature excursion in cold room 2',
  current_state: 'pending_approval',
  requested_at: '2026-03-09T14:05:00.000Z',
  requested_by: exampleId('user', 2),
  due_date: '2026-03-12T14:05:00.000Z',
  approval_type: 'single' as const,
  approvals_received: 0,
  approvals_required: 1,
  require_signature: false,
  require_audit_review: false,
  summary: { classification: 'major', root_cause: 'The door seal was worn', proposed_actions: 2 },
};

export const pendingApprovalExample = { ...waiting, on_behalf_of: null };

export const approvalExample = {
  ...waiting,
  workflow_id: exampleId('workflow'),
  workflow_name: 'Deviation',
  status: 'pending' as const,
  approver_roles: ['quality_manager' as const],
  requested_by_name: 'Jonas Brandt',
  decisions: [],
  can_decide: [
    {
      user_id: exampleId('user'),
      name: 'Maria Keller',
      role: 'quality_manager' as const,
      on_behalf_of: null,
      on_behalf_of_name: null,
    },
  ],
  version: 1,
};

export const newDecisionExample = {
  decision: 'approve' as const,
  comment: 'The actions address the cause',
  conditions: ['Replace the seal before the next delivery'],
};

export const decisionResultExample = {
  approval_id: exampleId('approval'),
  ...newDecisionExample,
  status: 'approved' as const,
  entity_id: exampleId('qualityEvent'),
  approvals_received: 1,
  approvals_required: 1,
  current_state: { id: 'implementation', name: 'Implementation', entered_at: '2026-03-10T08:00:00.000Z' },
  decided_by: exampleId('user'),
  on_behalf_of: null,
  decided_at: '2026-03-10T08:00:00.000Z',
  signature_record: null,
};
