import { newId } from '@qsc/contracts';
import { type Envelope, type MoveSnapshot, workflowEvents } from '@qsc/contracts/events';
import { type Call, factsOfMove, makeEvent, makeNotice } from '@qsc/service-kit/pure';
import { type Approval, openRound } from '../approval/approval.ts';
import { type State, stateOf, type Workflow } from '../definition/definition.ts';
import type { WorkflowRecord } from '../record/record.ts';
import { type Signature, signatureRecordOf } from '../signature/signature.ts';
import { ruleOf } from './guard.ts';
import { enteredState, type Instance, type Move, watchedIds } from './instance.ts';

/** What is asked of an instance: where to, as which act, and what comes with it. */
export type AskedMove = Pick<MoveSnapshot, 'action' | 'comment'> & {
  toState: string;
  /** Nested, as a merge patch of the record. */
  data: Record<string, unknown>;
  /** What the audit entry tells besides; null for nothing. */
  details: Record<string, unknown> | null;
  /** The round whose decision this is. */
  decidedRound?: Approval;
  /** The moment of the act, where its owner tells it; else that of the call. */
  actedAt?: Date | null;
};

export type PlannedMove = {
  /** The instance after the move. */
  instance: Instance;
  move: Move;
  /** The round of decisions that begins with it; null where the new state asks for none. */
  round: Approval | null;
  event: Envelope;
};

type Planning = {
  /** The instance as it is before the move. */
  instance: Instance;
  workflow: Workflow;
  /** The record as it will be after the move. */
  record: WorkflowRecord;
  asked: AskedMove;
  signature: Signature | null;
};

/** Who acts, from where and why, as the event of the act tells it. */
export const actOf = (
  call: Call,
  { comment, details, actedAt }: Pick<AskedMove, 'comment' | 'details' | 'actedAt'>,
): MoveSnapshot['act'] => ({
  user: { id: call.actor.id, email: call.actor.email, name: call.actor.name, role: call.actor.role },
  client: call.client,
  request_id: call.requestId,
  reason: call.reason ?? comment,
  details: call.cause || details ? { ...call.cause, ...details } : null,
  at: (actedAt ?? call.now).toISOString(),
});

const needsSignature = ({ workflow, instance, asked }: Planning): boolean =>
  asked.action === 'transition'
    ? ruleOf(workflow, instance.state.id, asked.toState).requires_signature
    : asked.decidedRound?.decisions.at(-1)?.decision !== 'withdraw' &&
      (stateOf(workflow, instance.state.id).approval_config?.require_signature ?? false);

const moveOf = (call: Call, planning: Planning): Move => {
  const { instance, record, asked, signature } = planning;
  return {
    id: newId('move'),
    org_id: instance.org_id,
    instance_id: instance.id,
    workflow_id: instance.workflow_id,
    workflow_version: instance.workflow_version,
    record_id: instance.record_id,
    record_type: instance.record_type,
    number: instance.moves + 1,
    record_move: record.changed ? instance.record_moves + 1 : null,
    from_state: instance.state.id,
    to_state: asked.toState,
    action: asked.action,
    comment: asked.comment,
    data: asked.data,
    signature_required: needsSignature(planning),
    signature: signature && signatureRecordOf(signature),
    approval_id: null,
    required_fields: ruleOf(planning.workflow, instance.state.id, asked.toState).requires_fields,
    act: actOf(call, asked),
    at: call.now,
    left: { entered_at: instance.state.entered_at, due_at: instance.state_due_at },
  };
};

const movedInstance = ({ instance, record }: Planning, move: Move, state: State): Instance => ({
  ...instance,
  record_name: record.name,
  record_version: Math.max(instance.record_version, record.version),
  watched_ids: watchedIds(record),
  ...enteredState(state, { at: move.at, by: move.act.user.id }),
  moves: move.number,
  record_moves: move.record_move ?? instance.record_moves,
  completed_at: state.type === 'final' ? move.at : null,
  version: instance.version + 1,
});

/** What the event of a move carries. */
export const snapshotOf = ({ org_id: _org, at: _at, left: _left, ...snapshot }: Move): MoveSnapshot => snapshot;

/** Where the move changes the record, the event of the record's owner has the audit entry, and this one has none. */
const movedEvent = (call: Call, move: Move, record: WorkflowRecord): Envelope => {
  const snapshot = snapshotOf(move);
  if (move.record_move !== null)
    return makeNotice(workflowEvents.moved, call, { subject: move.record_id, record: snapshot });
  return makeEvent(workflowEvents.moved, call, {
    audit: {
      ...factsOfMove(snapshot),
      entity_type: record.type,
      entity_id: record.id,
      entity_name: record.name,
      entity_version: record.version,
      changes: { workflow_state: { from: move.from_state, to: move.to_state } },
      ...(move.act.reason === null ? {} : { reason: move.act.reason }),
    },
    record: snapshot,
  });
};

/**
 * What a move comes to that the guards let pass (`guard.ts`): the instance after it, its row, the round of decisions that it
 * opens, and its event. The actor and the moment are the call's.
 */
export const planMove = (call: Call, planning: Planning): PlannedMove => {
  const { instance, workflow, record, asked } = planning;
  const state = stateOf(workflow, asked.toState);
  const opening = { instance, workflow, state, record, former: asked.decidedRound ?? null, call };
  const round = state.type === 'approval' ? openRound(opening) : null;
  const move = { ...moveOf(call, planning), approval_id: round?.id ?? null };
  return {
    instance: { ...movedInstance(planning, move, state), approval_id: round?.id ?? null },
    move,
    round,
    event: movedEvent(call, move, record),
  };
};
