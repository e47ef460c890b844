import { newId } from '@qsc/contracts';
import { type Envelope, workflowEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, makeNotice } from '@qsc/service-kit/pure';
import type { Workflow } from '../definition/definition.ts';
import { type Instance, type InstanceRecord, startInstance, type TransitionRecord } from './instance.ts';
import { type PlannedTransition, toAct, toSnapshot } from './plan-transition.ts';

type Starting = {
  workflow: Workflow;
  record: InstanceRecord;
  former: Instance | null;
  /** Whether somebody requested it; otherwise it follows from the creation of the record, which has its own audit entry. */
  isRequested: boolean;
};

/**
 * The start of an instance: the instance and its first row, which has number 0. A requested start is audited as a `transition`
 * from no state; an automatic one is part of the record's creation, by its creator.
 */
export const planStart = (
  call: Call,
  { workflow, record, former, isRequested }: Starting,
): Omit<PlannedTransition, 'approval'> => {
  const by = isRequested ? call.actor.id : record.created_by;
  const { org_id: orgId } = call.actor;
  const instance = startInstance({ orgId, workflow, record, former, by, at: call.now });
  const transition: TransitionRecord = {
    id: newId('transition'),
    org_id: orgId,
    instance_id: instance.id,
    workflow_id: workflow.id,
    workflow_version: workflow.version,
    record_id: record.id,
    record_type: record.type,
    number: 0,
    changed: false,
    from_state: null,
    to_state: instance.state.id,
    action: 'transition',
    comment: null,
    data: {},
    signature_required: false,
    signature: null,
    approval_id: null,
    required_fields: [],
    act: toAct(call, { comment: null, details: null }),
    at: call.now,
    left: null,
  };
  return { instance, transition, event: startedEvent(call, transition, isRequested ? record : null) };
};

const startedEvent = (call: Call, transition: TransitionRecord, record: InstanceRecord | null): Envelope => {
  const snapshot = toSnapshot(transition);
  if (!record) return makeNotice(workflowEvents.started, call, { subject: transition.record_id, record: snapshot });
  return makeEvent(workflowEvents.started, call, {
    audit: {
      action: 'transition',
      entity_type: record.type,
      entity_id: record.id,
      entity_name: record.name,
      entity_version: record.version,
      changes: { workflow_state: { from: null, to: transition.to_state } },
      workflow_state: transition.to_state,
      details: { workflow_id: transition.workflow_id },
    },
    record: snapshot,
  });
};
