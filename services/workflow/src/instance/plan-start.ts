import { newId } from '@qsc/contracts';
import { type Envelope, workflowEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, makeNotice } from '@qsc/service-kit/pure';
import type { Workflow } from '../definition/definition.ts';
import { type BegunRecord, beginInstance, type Instance, type Move } from './instance.ts';
import { actOf, type PlannedMove, snapshotOf } from './plan-move.ts';

type Starting = {
  workflow: Workflow;
  record: BegunRecord;
  former: Instance | null;
  /** Whether someone asked for it; else it follows from the creation of the record, which has its own audit entry. */
  isAsked: boolean;
};

/**
 * The beginning of a record's way: the instance and its first row, which is numbered 0. One that someone asked for is audited
 * as a `transition` from no state; one that begins by itself is a part of the record's creation, by whoever created it.
 */
export const planStart = (call: Call, { workflow, record, former, isAsked }: Starting): Omit<PlannedMove, 'round'> => {
  const by = isAsked ? call.actor.id : record.created_by;
  const { org_id: orgId } = call.actor;
  const instance = beginInstance({ orgId, workflow, record, former, by, at: call.now });
  const move: Move = {
    id: newId('move'),
    org_id: orgId,
    instance_id: instance.id,
    workflow_id: workflow.id,
    workflow_version: workflow.version,
    record_id: record.id,
    record_type: record.type,
    number: 0,
    record_move: null,
    from_state: null,
    to_state: instance.state.id,
    action: 'transition',
    comment: null,
    data: {},
    signature_required: false,
    signature: null,
    approval_id: null,
    required_fields: [],
    act: actOf(call, { comment: null, details: null }),
    at: call.now,
    left: null,
  };
  return { instance, move, event: startedEvent(call, move, isAsked ? record : null) };
};

const startedEvent = (call: Call, move: Move, asked: BegunRecord | null): Envelope => {
  const snapshot = snapshotOf(move);
  if (!asked) return makeNotice(workflowEvents.started, call, { subject: move.record_id, record: snapshot });
  return makeEvent(workflowEvents.started, call, {
    audit: {
      action: 'transition',
      entity_type: asked.type,
      entity_id: asked.id,
      entity_name: asked.name,
      entity_version: asked.version,
      changes: { workflow_state: { from: null, to: move.to_state } },
      workflow_state: move.to_state,
      details: { workflow_id: move.workflow_id },
    },
    record: snapshot,
  });
};
