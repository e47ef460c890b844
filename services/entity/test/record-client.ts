import { newId } from '@qsc/contracts';
import { type TransitionSnapshot, workflowEvents } from '@qsc/contracts/events';
import type { AppliedMove__Output } from '@qsc/contracts/grpc/record/v1/AppliedMove';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import { AppError, loadService, makeGrpcClient, makeNotice, systemCall } from '@qsc/service-kit';
import type { EntityMesh } from './mesh.ts';

/** A move of a document by a user, as workflow commits it. */
export const makeTransition = (
  recordId: string,
  recordMove: number | null,
  more: Partial<TransitionSnapshot> = {},
): TransitionSnapshot => ({
  id: newId('move'),
  instance_id: newId('workflowInstance'),
  workflow_id: newId('workflow'),
  workflow_version: 1,
  record_id: recordId,
  record_type: 'document',
  number: recordMove ?? 1,
  record_move: recordMove,
  from_state: 'draft',
  to_state: 'review',
  action: 'transition',
  comment: 'please look',
  data: { attributes: { step: recordMove } },
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

/** The event of a move, which has no audit entry of its own. */
export const movedEvent = (orgId: string, move: TransitionSnapshot) =>
  makeNotice(workflowEvents.moved, systemCall(orgId, new Date()), { subject: move.record_id, record: move });

/** Far more than a call takes on a slow machine. */
const TIMEOUT_MS = 300_000;

/** The workflow service, as the entity service meets it. */
export const recordClient = ({ service, identity }: Pick<EntityMesh, 'service' | 'identity'>) => {
  const client = makeGrpcClient(
    {
      address: `127.0.0.1:${service.grpcPort}`,
      name: 'entity',
      definition: loadService('record/v1/record.proto', 'qsc.record.v1.RecordService'),
    },
    { name: 'workflow', secret: identity.meshSecret },
  );
  return {
    get: (org_id: string, id: string, data?: object, record_moves = 0) =>
      client.call<object, Record__Output>(
        'GetRecord',
        {
          org_id,
          id,
          record_moves,
          ...(data ? { move: { to_state: 'review', data_json: JSON.stringify(data) } } : {}),
        },
        TIMEOUT_MS,
      ),
    apply: (org_id: string, move: TransitionSnapshot) =>
      client.call<object, AppliedMove__Output>('ApplyMove', { org_id, move_json: JSON.stringify(move) }, TIMEOUT_MS),
    call: client.call,
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
