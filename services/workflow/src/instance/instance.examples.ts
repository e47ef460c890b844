import { exampleId } from '@qsc/contracts';

const entity_id = exampleId('entity', 4);

export const newInstanceExample = { entity_id: exampleId('entity', 5), workflow_id: exampleId('workflow') };

export const instanceExample = {
  ...newInstanceExample,
  entity_type: 'document',
  workflow_name: 'Document approval',
  workflow_version: 1,
  current_state: {
    id: 'draft',
    name: 'Draft',
    entered_at: '2026-03-09T14:05:00.000Z',
    entered_by: exampleId('user'),
  },
  available_transitions: [
    { to_state: 'review', requires_fields: [], requires_approval: false, requires_signature: false, roles: [] },
  ],
  history: [],
  approval: null,
};

export const transitionExample = { to_state: 'review', comment: 'Ready to be read by others' };

export const transitionResultExample = {
  entity_id,
  current_state: { id: 'review', name: 'Review', entered_at: '2026-03-10T08:00:00.000Z' },
  signature_record: null,
};
