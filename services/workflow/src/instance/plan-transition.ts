import { type Envelope, type TransitionSnapshot, workflowEvents } from '@qsc/contracts/events';
import { type Call, factsOfTransition, makeEvent, makeNotice } from '@qsc/service-kit/pure';
import { type Approval, openApproval } from '../approval/approval.ts';
import { findState, type State, type Workflow } from '../definition/definition.ts';
import type { WorkflowRecord } from '../record/record.ts';
import { type Signature, toSignatureRecord } from '../signature/signature.ts';
import { findRule } from './guard.ts';
import { enteredState, type Instance, type TransitionRecord, watchedIds } from './instance.ts';

/** The input of a transition: its target state, its action, and its data. */
export type TransitionInput = Pick<TransitionSnapshot, 'action' | 'comment'> & {
  toState: string;
  /** Nested, as a merge patch of the record. */
  data: Record<string, unknown>;
  /** Further details of the audit entry; null for none. */
  details: Record<string, unknown> | null;
  /** The approval whose decision this is. */
  decidedApproval?: Approval;
  /** The time of the act, where the record's service sends it; otherwise that of the call. */
  actedAt?: Date | null;
};

export type PlannedTransition = {
  /** The instance after the transition. */
  instance: Instance;
  transition: TransitionRecord;
  /** The approval that it opens; null where the new state needs none. */
  approval: Approval | null;
  event: Envelope;
};

type Planning = {
  /** The instance before the transition. */
  instance: Instance;
  workflow: Workflow;
  /** The record as it will be after the transition. */
  record: WorkflowRecord;
  input: TransitionInput;
  transitionId: string;
  signature: Signature | null;
};

/** Who acts, from where and why, as the event of the act carries it. */
export const toAct = (
  call: Call,
  { comment, details, actedAt }: Pick<TransitionInput, 'comment' | 'details' | 'actedAt'>,
): TransitionSnapshot['act'] => ({
  user: { id: call.actor.id, email: call.actor.email, name: call.actor.name, role: call.actor.role },
  client: call.client,
  request_id: call.requestId,
  reason: call.reason ?? comment,
  details: call.cause || details ? { ...call.cause, ...details } : null,
  at: (actedAt ?? call.now).toISOString(),
});

const needsSignature = ({ workflow, instance, input }: Planning): boolean =>
  input.action === 'transition'
    ? findRule(workflow, instance.state.id, input.toState).requires_signature
    : input.decidedApproval?.decisions.at(-1)?.decision !== 'withdraw' &&
      (findState(workflow, instance.state.id).approval_config?.require_signature ?? false);

const toTransitionRecord = (call: Call, planning: Planning): TransitionRecord => {
  const { instance, record, input, signature } = planning;
  return {
    id: planning.transitionId,
    org_id: instance.org_id,
    instance_id: instance.id,
    workflow_id: instance.workflow_id,
    workflow_version: instance.workflow_version,
    record_id: instance.record_id,
    record_type: instance.record_type,
    number: instance.transitions + 1,
    changed: record.changed,
    from_state: instance.state.id,
    to_state: input.toState,
    action: input.action,
    comment: input.comment,
    data: input.data,
    signature_required: needsSignature(planning),
    signature: signature && toSignatureRecord(signature),
    approval_id: null,
    required_fields: findRule(planning.workflow, instance.state.id, input.toState).requires_fields,
    act: toAct(call, input),
    at: call.now,
    left: { entered_at: instance.state.entered_at, due_at: instance.state_due_at },
  };
};

const instanceAfter = ({ instance, record }: Planning, transition: TransitionRecord, state: State): Instance => ({
  ...instance,
  record_name: record.name,
  record_version: Math.max(instance.record_version, record.version),
  watched_ids: watchedIds(record),
  ...enteredState(state, { at: transition.at, by: transition.act.user.id }),
  transitions: transition.number,
  last_transition_id: transition.id,
  completed_at: state.type === 'final' ? transition.at : null,
  version: instance.version + 1,
});

/** The payload of the event of a transition. */
export const toSnapshot = ({ org_id: _org, at: _at, left: _left, ...snapshot }: TransitionRecord): TransitionSnapshot =>
  snapshot;

/** Where the transition changes the record, the event of the record's service has the audit entry, and this one has none. */
const transitionedEvent = (call: Call, transition: TransitionRecord, record: WorkflowRecord): Envelope => {
  const snapshot = toSnapshot(transition);
  if (transition.changed)
    return makeNotice(workflowEvents.moved, call, { subject: transition.record_id, record: snapshot });
  return makeEvent(workflowEvents.moved, call, {
    audit: {
      ...factsOfTransition(snapshot),
      entity_type: record.type,
      entity_id: record.id,
      entity_name: record.name,
      entity_version: record.version,
      changes: { workflow_state: { from: transition.from_state, to: transition.to_state } },
      ...(transition.act.reason === null ? {} : { reason: transition.act.reason }),
    },
    record: snapshot,
  });
};

/**
 * The effects of a transition that passed the guards (`guard.ts`): the instance after it, its row, the approval that it opens,
 * and its event. Actor and time are the call's.
 */
export const planTransition = (call: Call, planning: Planning): PlannedTransition => {
  const { instance, workflow, record, input } = planning;
  const state = findState(workflow, input.toState);
  const opening = { instance, workflow, state, record, former: input.decidedApproval ?? null, call };
  const approval = state.type === 'approval' ? openApproval(opening) : null;
  const transition = { ...toTransitionRecord(call, planning), approval_id: approval?.id ?? null };
  return {
    instance: { ...instanceAfter(planning, transition, state), approval_id: approval?.id ?? null },
    transition,
    approval,
    event: transitionedEvent(call, transition, record),
  };
};
