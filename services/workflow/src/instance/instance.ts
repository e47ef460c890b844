import { ID_PREFIX, newId } from '@qsc/contracts';
import type { MoveSnapshot } from '@qsc/contracts/events';
import { type State, stateOf, type Workflow } from '../definition/definition.ts';
import type { WorkflowRecord } from '../record/record.ts';

/** The way of one record through one version of a definition. A record has one that is current. */
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
  /** The round of decisions that the state waits for; null outside approval states. */
  approval_id: string | null;
  /** The record and those that it is about: whose events it may react to. */
  watched_ids: string[];
  /** How many moves were made. */
  moves: number;
  /** How many moves changed the record, those of its former instances too. */
  record_moves: number;
  current: boolean;
  started_at: Date;
  completed_at: Date | null;
  /** When the state shall have been left, by its `sla_hours`. */
  state_due_at: Date | null;
  version: number;
};

/** Whether an id is that of a quality event; any other record is an entity. */
export const isQualityEvent = (recordId: string): boolean => recordId.startsWith(`${ID_PREFIX.qualityEvent}_`);

/** A move as it is kept: what its event tells, and how long the state before it lasted. */
export type Move = MoveSnapshot & {
  org_id: string;
  at: Date;
  /** The state that was left: since when it was there, and until when it was to be left; null for the start. */
  left: { entered_at: Date; due_at: Date | null } | null;
};

/** What an instance needs to know of its record when it begins. */
export type BegunRecord = Pick<WorkflowRecord, 'id' | 'type' | 'name' | 'version' | 'created_by' | 'related_ids'> & {
  /** Where it is told, a definition begins nothing that was there before it. */
  created_at?: Date;
};

const HOUR_MS = 3_600_000;

/** The state as an instance is in it from a moment on, and when it shall be left. */
export const enteredState = (
  state: State,
  { at, by }: { at: Date; by: string },
): Pick<Instance, 'state' | 'state_due_at'> => ({
  state: { id: state.id, name: state.name, type: state.type, entered_at: at, entered_by: by },
  state_due_at: state.sla_hours === undefined ? null : new Date(at.getTime() + state.sla_hours * HOUR_MS),
});

/** The records whose events the instance may react to, by what the record says of itself. */
export const watchedIds = ({ id, related_ids }: Pick<WorkflowRecord, 'id' | 'related_ids'>): string[] => [
  ...new Set([id, ...related_ids]),
];

/** The instance with what its record says since; the same one where it knows as much already. */
export const followRecord = (instance: Instance, record: BegunRecord): Instance =>
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

type Beginning = {
  orgId: string;
  workflow: Workflow;
  record: BegunRecord;
  /** The one that the record had until now. */
  former: Instance | null;
  by: string;
  at: Date;
};

/** The instance at the beginning of its way. */
export const beginInstance = ({ orgId, workflow, record, former, by, at }: Beginning): Instance => ({
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
  moves: 0,
  record_moves: former?.record_moves ?? 0,
  current: true,
  started_at: at,
  completed_at: null,
  version: 1,
});

/** Where an instance may go from its state, and what each way takes, as the API shows it. */
export type AvailableTransition = {
  to_state: string;
  requires_fields: string[];
  requires_approval: boolean;
  requires_signature: boolean;
  roles: string[];
};

/** The ways out of the instance's state. Out of an approval state decisions alone lead. */
export const availableTransitions = ({ state }: Pick<Instance, 'state'>, workflow: Workflow): AvailableTransition[] => {
  const { type, allowed_transitions = [], transition_rules = [], approval_config } = stateOf(workflow, state.id);
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
