import type { DocumentReference } from '@qsc/contracts';

export const ACTION_STATUSES = ['open', 'in_progress', 'completed', 'verified', 'cancelled'] as const;

export type ActionStatus = (typeof ACTION_STATUSES)[number];

export const ACTION_TYPES = ['corrective', 'preventive'] as const;

export type ActionType = (typeof ACTION_TYPES)[number];

/** One corrective or preventive action (decisions §4). Dates are YYYY-MM-DD. */
export type CapaAction = {
  id: string;
  type: ActionType;
  description: string;
  assigned_to: string | null;
  due_date: string | null;
  /** The first due date. It never changes. */
  original_due_date: string | null;
  status: ActionStatus;
  completion_date: string | null;
  completion_notes: string | null;
  /** Ids of documents. */
  evidence: string[];
  /** The documents of the evidence, as they were when they were added. */
  document_references?: DocumentReference[];
  completed_by: string | null;
};

export const EFFECTIVENESS_OUTCOMES = ['effective', 'ineffective', 'inconclusive'] as const;

export type EffectivenessOutcome = (typeof EFFECTIVENESS_OUTCOMES)[number];

export type EffectivenessCheck = {
  due_date: string | null;
  outcome: EffectivenessOutcome | null;
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

/** Both kinds of actions, the corrective ones first. */
export const allActions = ({ corrective_actions, preventive_actions }: Capa): CapaAction[] => [
  ...corrective_actions,
  ...preventive_actions,
];

const byId = (actions: readonly CapaAction[]): Record<string, unknown> =>
  Object.fromEntries(actions.map(({ id, ...action }) => [id, action]));

/** The CAPA as its changes are reported: actions are keyed by id, so that a path is `corrective_actions.act_….status`. */
export const trackedCapa = (capa: Capa): Record<string, unknown> => ({
  ...capa,
  corrective_actions: byId(capa.corrective_actions),
  preventive_actions: byId(capa.preventive_actions),
});
