import { exampleId } from '@qsc/contracts';

const corrective = {
  description: 'Replace the temperature probe of the cold room and calibrate the new one',
  assigned_to: exampleId('user'),
  due_date: '2026-04-15',
};

export const newCapaExample = {
  title: 'Cold room above 8 °C for three hours',
  description: 'Keep the cold room within its range, and know of it when it leaves it.',
  classification: 'major' as const,
  due_date: '2026-05-31',
  corrective_actions: [corrective],
  preventive_actions: [],
  effectiveness_criteria: 'No excursion within 60 days',
  effectiveness_check: { due_date: '2026-06-30' },
};

export const actionExample = {
  id: exampleId('capaAction'),
  type: 'corrective' as const,
  ...corrective,
  original_due_date: corrective.due_date,
  status: 'open' as const,
  completion_date: null,
  completion_notes: null,
  evidence: [],
  document_references: [],
  completed_by: null,
  version: 1,
};

export const newActionExample = {
  type: 'preventive' as const,
  description: 'Send the alarm of the cold room to the officer on duty',
  due_date: '2026-04-30',
};

export const addedActionExample = {
  ...actionExample,
  id: exampleId('capaAction', 2),
  ...newActionExample,
  assigned_to: null,
  original_due_date: newActionExample.due_date,
  version: 2,
};

export const actionPatchExample = {
  status: 'completed' as const,
  completion_date: '2026-04-10',
  completion_notes: 'Probe replaced; calibration certificate filed',
};

export const patchedActionExample = {
  ...actionExample,
  ...actionPatchExample,
  completed_by: exampleId('user'),
  version: 3,
};

const { version: _version, ...shownAction } = actionExample;

export const capaExample = {
  id: exampleId('qualityEvent', 2),
  type: 'capa' as const,
  number: 'CAPA-2026-0001',
  title: newCapaExample.title,
  description: newCapaExample.description,
  status: 'draft' as const,
  priority: 'medium' as const,
  classification: newCapaExample.classification,
  category: null,
  related_entities: [],
  root_cause: null,
  impact_assessment: null,
  rejection_reason: null,
  assigned_to: null,
  due_date: newCapaExample.due_date,
  source_event_id: exampleId('qualityEvent'),
  corrective_actions: [shownAction],
  preventive_actions: [],
  effectiveness_criteria: newCapaExample.effectiveness_criteria,
  effectiveness_check: {
    due_date: newCapaExample.effectiveness_check.due_date,
    outcome: null,
    results: null,
    performed_by: null,
    performed_at: null,
  },
  created_at: '2026-03-12T10:20:00.000Z',
  updated_at: '2026-03-12T10:20:00.000Z',
  created_by: exampleId('user'),
  version: 1,
};
