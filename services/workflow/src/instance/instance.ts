import { ID_PREFIX, newId } from '@qsc/contracts';
import type { TransitionSnapshot } from '@qsc/contracts/events';
import { findState, type State, type Workflow } from '../definition/definition.ts';
import type { WorkflowRecord } from '../record/record.ts';

/** An instance: one record in one version of a definition. A record has one current instance. */
export type Instance = {
  id: string;
  org_id: string;
  record_id: string;
  record_type: string;
  record_name: string;
  /** The version of the record that name and `watched_ids` are of. */
  record_version: number;
  /** Who created the record: may not decide on it. */
  record_creator: string;
  workflow_id: string;
  workflow_version: number;
  workflow_name: string;
  state: Pick<State, 'id' | 'name' | 'type'> & { entered_at: Date; entered_by: string };
  /** The approval that the state waits for; null outside approval states. */
  approval_id: string | null;
  /** The record and its related records, to whose events it may react. */
  watched_ids: string[];
  /** The number of transitions. */
  transitions: number;
  /** The last transition of the record, also of an earlier instance; null for none. */
  last_transition_id: string | null;
  current: boolean;
  started_at: Date;
  completed_at: Date | null;
  /** The deadline of the state, by its `sla_hours`. */
  state_due_at: Date | null;
  version: number;
};

/** Whether an id is that of a quality event; any other record is an entity. */
export const isQualityEvent = (recordId: string): boolean => recordId.startsWith(`${ID_PREFIX.qualityEvent}_`);

/** A stored transition: the content of its event, and the duration of the state before it. */
export type TransitionRecord = TransitionSnapshot & {
  org_id: string;
  at: Date;
  /** The state that was left: when it was entered, and its deadline; null for the start. */
  left: { entered_at: Date; due_at: Date | null } | null;
};

/** The part of a record that an instance stores. */
export type InstanceRecord = Pick<WorkflowRecord, 'id' | 'type' | 'name' | 'version' | 'created_by' | 'related_ids'> & {
  /** Where it is given, a definition starts nothing that was created before it. */
  created_at?: Date;
};

const HOUR_MS = 3_600_000;

/** The state of an instance from an instant on, and its deadline. */
export const enteredState = (
  state: State,
  { at, by }: { at: Date; by: string },
): Pick<Instance, 'state' | 'state_due_at'> => ({
  state: { id: state.id, name: state.name, type: state.type, entered_at: at, entered_by: by },
  state_due_at: state.sla_hours === undefined ? null : new Date(at.getTime() + state.sla_hours * HOUR_MS),
});

/** The records to whose events the instance may react. */
export const watchedIds = ({ id, related_ids }: Pick<WorkflowRecord, 'id' | 'related_ids'>): string[] => [
  ...new Set([id, ...related_ids]),
];

/** The instance with the current name and relations of its record; the same object where it has them already. */
export const mirrorRecord = (instance: Instance, record: InstanceRecord): Instance =>
  record.version <= instance.record_version
    ? instance
    : {
        ...instance,
        record_name: record.name,
        record_version: record.version,
        watched_ids: watchedIds(record),
        version: instance.version + 1,
      };

const initialState = ({ id, states }: Workflow): State => {
  const found = states.find(({ type }) => type === 'initial');
  if (!found) throw new Error(`The workflow ${id} has no initial state.`);
  return found;
};

type InstanceStart = {
  orgId: string;
  workflow: Workflow;
  record: InstanceRecord;
  /** The instance that the record had until now. */
  former: Instance | null;
  by: string;
  at: Date;
};

/** A new instance in the initial state. */
export const startInstance = ({ orgId, workflow, record, former, by, at }: InstanceStart): Instance => ({
  id: newId('workflowInstance'),
  org_id: orgId,
  record_id: record.id,
  record_type: record.type,
  record_name: record.name,
  record_version: record.version,
  record_creator: record.created_by,
  workflow_id: workflow.id,
  workflow_version: workflow.version,
  workflow_name: workflow.name,
  ...enteredState(initialState(workflow), { at, by }),
  approval_id: null,
  watched_ids: watchedIds(record),
  transitions: 0,
  last_transition_id: former?.last_transition_id ?? null,
  current: true,
  started_at: at,
  completed_at: null,
  version: 1,
});

/** An available transition with its requirements, as the API shows it. */
export type AvailableTransition = {
  to_state: string;
  requires_fields: string[];
  requires_approval: boolean;
  requires_signature: boolean;
  roles: string[];
};

/** The transitions from the current state. An approval state is left only by decisions. */
export const availableTransitions = ({ state }: Pick<Instance, 'state'>, workflow: Workflow): AvailableTransition[] => {
  const { type, allowed_transitions = [], transition_rules = [], approval_config } = findState(workflow, state.id);
  return allowed_transitions.map((to_state) => {
    const rule = transition_rules.find((candidate) => candidate.to_state === to_state);
    return {
      to_state,
      requires_fields: rule?.requires_fields ?? [],
      requires_approval: type === 'approval',
      requires_signature: (rule?.requires_signature || approval_config?.require_signature) ?? false,
      roles: rule?.roles ?? [],
    };
  });
};
