export const ACTION_STATUSES = ['open', 'in_progress', 'completed', 'verified', 'cancelled'] as const;

export type ActionStatus = (typeof ACTION_STATUSES)[number];

/** One corrective or preventive action (decisions §4). Dates are YYYY-MM-DD. */
export type CapaAction = {
  id: string;
  type: 'corrective' | 'preventive';
  description: string;
  assigned_to: string | null;
  due_date: string | null;
  original_due_date: string | null;
  status: ActionStatus;
  completion_date: string | null;
  completion_notes: string | null;
  evidence: string[];
  completed_by: string | null;
};

export const EFFECTIVENESS_OUTCOMES = ['effective', 'ineffective', 'inconclusive'] as const;

export type EffectivenessCheck = {
  due_date: string | null;
  outcome: (typeof EFFECTIVENESS_OUTCOMES)[number] | null;
  results: string | null;
  performed_by: string | null;
  performed_at: string | null;
};

/** What a quality event of type `capa` has besides. */
export type Capa = {
  source_event_id: string;
  corrective_actions: CapaAction[];
  preventive_actions: CapaAction[];
  effectiveness_criteria: string | null;
  effectiveness_check: EffectivenessCheck | null;
};
