import { newId } from '@qsc/contracts';
import { type TransitionSnapshot, workflowEvents } from '@qsc/contracts/events';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import { AppError, loadService, makeGrpcClient, makeNotice, systemCall, toCommand } from '@qsc/service-kit';

/** A transition of a document by a user, as the workflow service commits it; `step` is what it brings. */
export const makeTransition = (
  recordId: string,
  step: number,
  more: Partial<TransitionSnapshot> = {},
): TransitionSnapshot => ({
  id: newId('transition'),
  instance_id: newId('workflowInstance'),
  workflow_id: newId('workflow'),
  workflow_version: 1,
  record_id: recordId,
  record_type: 'document',
  number: step,
  changed: true,
  from_state: 'draft',
  to_state: 'review',
  action: 'transition',
  comment: 'please look',
  data: { attributes: { step } },
  signature_required: false,
  signature: null,
  approval_id: null,
  required_fields: [],
  act: {
    user: { id: 'usr_mover', email: 'owner@example.test', name: 'Document Owner', role: 'document_owner' },
    client: { ip_address: '203.0.113.9', user_agent: 'curl', api_key_id: null },
    request_id: 'req-move',
    reason: 'ready for review',
    details: null,
    at: '2026-03-02T09:30:00.000Z',
  },
  ...more,
});

/** The event of a transition, which has no audit entry of its own. */
export const movedEvent = (orgId: string, move: TransitionSnapshot) =>
  makeNotice(workflowEvents.moved, systemCall(orgId, new Date()), { subject: move.record_id, record: move });

/** Far more than a call takes on a slow machine. */
const TIMEOUT_MS = 300_000;

/** The workflow service, as the entity service meets it. */
export const recordClient = (address: string, secret: string) => {
  const definition = loadService('record/v1/record.proto', 'qsc.record.v1.RecordService');
  const client = makeGrpcClient({ address, name: 'entity', definition }, { name: 'workflow', secret });
  const release = (org_id: string, id: string, transition_id: string) =>
    client.call<object, object>('Release', { org_id, id, transition_id }, TIMEOUT_MS);
  const reserve = (
    orgId: string,
    { id: transition_id, record_id, to_state, data, act }: TransitionSnapshot,
    last = '',
  ) =>
    client.call<object, Record__Output>(
      'Reserve',
      {
        command: toCommand(systemCall(orgId, new Date()), transition_id),
        ...{ id: record_id, transition_id, last_transition_id: last, to_state },
        ...{ data_json: JSON.stringify(data), acted_at: act.at },
      },
      TIMEOUT_MS,
    );
  return {
    get: (org_id: string, id: string, last_transition_id = '') =>
      client.call<object, Record__Output>('GetRecord', { org_id, id, last_transition_id }, TIMEOUT_MS),
    reserve,
    release,
    /** The record as it will be after a transition with the data, which is not made. */
    async preview(orgId: string, id: string, data: Record<string, unknown>) {
      const transition = makeTransition(id, 1, { data });
      const record = await reserve(orgId, transition);
      await release(orgId, id, transition.id);
      return record;
    },
    apply: (org_id: string, transition: TransitionSnapshot) =>
      client.call<object, object>('Apply', { org_id, transition_json: JSON.stringify(transition) }, TIMEOUT_MS),
    call: (method: string, request: object) => client.call<object, object>(method, request, TIMEOUT_MS),
    close: client.close,
  };
};

/** The coded error that a promise fails with. */
export const catchRefusal = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => {
      throw new Error('This was not refused.');
    },
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
