import type { ApprovalService } from '../approval/approval.service.ts';
import type { Workflow } from '../definition/definition.ts';
import { type AvailableTransition, availableTransitions, type Instance, type TransitionRecord } from './instance.ts';

/** An instance as the API shows it. */
export type ShownInstance = {
  entity_id: string;
  entity_type: string;
  workflow_id: string;
  workflow_name: string;
  workflow_version: number;
  current_state: { id: string; name: string; entered_at: Date; entered_by: string };
  available_transitions: AvailableTransition[];
  history: ShownTransition[];
  /** The pending approval; null for none. */
  approval: ShownApproval | null;
};

type ShownApproval = Awaited<ReturnType<ApprovalService['read']>>;

type ShownTransition = {
  from_state: string | null;
  to_state: string;
  transitioned_at: Date;
  transitioned_by: string;
  comment: string | null;
};

const shownTransition = ({ from_state, to_state, at, act, comment }: TransitionRecord): ShownTransition => ({
  from_state,
  to_state,
  transitioned_at: at,
  transitioned_by: act.user.id,
  comment,
});

type Way = { transitions: readonly TransitionRecord[]; approval: ShownApproval | null };

/** The instance with its definition, its transitions (newest first) and its pending approval. */
export const shownInstance = (
  instance: Instance,
  workflow: Workflow,
  { transitions, approval }: Way,
): ShownInstance => {
  const { id, name, entered_at, entered_by } = instance.state;
  return {
    entity_id: instance.record_id,
    entity_type: instance.record_type,
    workflow_id: instance.workflow_id,
    workflow_name: instance.workflow_name,
    workflow_version: instance.workflow_version,
    current_state: { id, name, entered_at, entered_by },
    available_transitions: availableTransitions(instance, workflow),
    history: transitions.map(shownTransition),
    approval,
  };
};

/** The response to a transition. */
export const transitionResult = ({
  instance: { record_id, state },
  transition,
}: {
  instance: Instance;
  transition: TransitionRecord;
}) => ({
  entity_id: record_id,
  current_state: { id: state.id, name: state.name, entered_at: state.entered_at },
  signature_record: transition.signature,
});
