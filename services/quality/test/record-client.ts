import { newId } from '@qsc/contracts';
import type { MoveSnapshot } from '@qsc/contracts/events';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import { AppError, loadService, makeGrpcClient } from '@qsc/service-kit';
import type { QualityMesh } from './mesh.ts';

/** Quality events as the workflow service meets them: it asks what a move would make of one, and brings the moves it made. */
export const recordClient = ({ quality, identity }: QualityMesh) => {
  const client = makeGrpcClient(
    {
      address: `127.0.0.1:${quality.grpcPort}`,
      name: 'quality',
      definition: loadService('record/v1/record.proto', 'qsc.record.v1.RecordService'),
    },
    { name: 'workflow', secret: identity.meshSecret },
  );
  const made = new Map<string, number>();
  const get = (org_id: string, id: string, to_state?: string) =>
    client.call<object, Record__Output>('GetRecord', {
      org_id,
      id,
      ...(to_state === undefined ? {} : { move: { to_state, data_json: '{}' } }),
    });

  const nextMove = (record_id: string, to_state: string): MoveSnapshot => {
    const record_move = (made.get(record_id) ?? 0) + 1;
    made.set(record_id, record_move);
    return {
      id: newId('move'),
      instance_id: newId('workflowInstance'),
      workflow_id: newId('workflow'),
      workflow_version: 1,
      record_id,
      record_type: 'capa',
      number: record_move,
      record_move,
      from_state: null,
      to_state,
      action: 'transition',
      comment: null,
      data: {},
      signature_required: false,
      signature: null,
      act: {
        user: { id: 'usr_mover', email: null, name: 'Mover', role: 'quality_manager' },
        client: { ip_address: null, user_agent: null, api_key_id: null },
        request_id: newId('request'),
        reason: null,
        details: null,
        at: new Date().toISOString(),
      },
    };
  };

  return {
    facts: async (orgId: string, id: string) => JSON.parse((await get(orgId, id)).facts_json),
    /** The record as a move to that state would make it. */
    asked: get,
    /** What the move is refused with. */
    refusal: (orgId: string, id: string, toState: string): Promise<AppError> =>
      get(orgId, id, toState).then(
        () => {
          throw new Error('This was not refused.');
        },
        (error: unknown) => {
          if (error instanceof AppError) return error;
          throw error;
        },
      ),
    /** Brings a move to the event, whichever its definition would allow. */
    move: (org_id: string, id: string, toState: string) =>
      client.call<object, object>('ApplyMove', { org_id, move_json: JSON.stringify(nextMove(id, toState)) }),
    close: client.close,
  };
};
