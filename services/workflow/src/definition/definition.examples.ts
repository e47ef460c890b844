import { exampleId } from '@qsc/contracts';
import type { State } from './definition.ts';

const states: State[] = [
  { id: 'registered', name: 'Registered', type: 'initial', allowed_transitions: ['qualification'] },
  {
    id: 'qualification',
    name: 'Qualification',
    type: 'intermediate',
    allowed_transitions: ['approval'],
    transition_rules: [
      { to_state: 'approval', requires_fields: ['attributes.report_id'], requires_signature: false, roles: [] },
    ],
    sla_hours: 336,
  },
  {
    id: 'approval',
    name: 'Approval',
    type: 'approval',
    allowed_transitions: ['in_use', 'qualification'],
    approval_config: {
      required_approvers: 1,
      approver_roles: ['quality_assurance'],
      require_signature: true,
      approval_type: 'single',
      on_approve: 'in_use',
      on_reject: 'qualification',
    },
  },
  {
    id: 'in_use',
    name: 'In use',
    type: 'intermediate',
    allowed_transitions: ['qualification', 'retired'],
    on: [
      {
        event: 'supplier.qualification_changed',
        when: { status: { in: ['suspended', 'disqualified'] } },
        to_state: 'qualification',
      },
    ],
  },
  { id: 'retired', name: 'Retired', type: 'final' },
];

export const newWorkflowExample = {
  name: 'Equipment qualification',
  description: 'A piece of equipment is qualified before it is used.',
  entity_types: ['equipment' as const],
  states,
};

export const workflowExample = {
  id: exampleId('workflow'),
  ...newWorkflowExample,
  version: 1,
  is_active: true,
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  created_by: exampleId('user'),
};

export const workflowVersionExample = {
  id: workflowExample.id,
  name: workflowExample.name,
  version: 1,
  is_active: true,
  entity_types: workflowExample.entity_types,
  updated_at: workflowExample.updated_at,
};

/** A definition without the only transition to its final state. */
export const workflowDraftExample = {
  ...newWorkflowExample,
  is_active: false,
  states: [
    ...states.slice(0, 3),
    { id: 'in_use', name: 'In use', type: 'intermediate' as const, allowed_transitions: ['qualification'] },
    ...states.slice(4),
  ],
};

export const workflowCheckExample = {
  faults: [
    ...['registered', 'qualification', 'approval', 'in_use'].map((id, index) => ({
      field: `states.${index}`,
      code: 'no_end',
      message: `No way leads from "${id}" to a final state.`,
    })),
    { field: 'states.4', code: 'unreachable', message: 'No way leads from the initial state to "retired".' },
  ],
};

export const workflowPatchExample = { description: 'Equipment is qualified before use, and again every two years.' };

export const patchedWorkflowExample = {
  ...workflowExample,
  ...workflowPatchExample,
  updated_at: '2026-03-09T14:05:00.000Z',
  version: 2,
};
