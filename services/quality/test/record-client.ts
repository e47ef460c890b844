import type { TransitionSnapshot } from '@qsc/contracts/events';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import { AppError, loadService, makeGrpcClient } from '@qsc/service-kit';
import type { QualityMesh } from './mesh.ts';

type RecordRequest = {
  move?: object;
  waiting?: object;
  commits?: boolean;
  recordTransitions?: number;
  required_fields?: readonly string[];
};

/** The workflow service, as the owner of a record meets it. */
export const recordClient = ({ quality, identity }: QualityMesh) => {
  const definition = loadService('record/v1/record.proto', 'qsc.record.v1.RecordService');
  const client = makeGrpcClient(
    { address: `127.0.0.1:${quality.grpcPort}`, name: 'quality', definition },
    { name: 'workflow', secret: identity.meshSecret },
  );
  return {
    get: (orgId: string, id: string, { recordTransitions = 0, ...request }: RecordRequest = {}) =>
      client.call<object, Record__Output>('GetRecord', {
        org_id: orgId,
        id,
        record_moves: recordTransitions,
        ...request,
      }),
    apply: (orgId: string, transition: TransitionSnapshot) =>
      client.call<object, { version: number }>('ApplyMove', { org_id: orgId, move_json: JSON.stringify(transition) }),
    close: client.close,
  };
};

/** The coded error that the promise fails with. */
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
