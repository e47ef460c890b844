import type { TransitionSnapshot } from '@qsc/contracts/events';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import { AppError, loadService, makeGrpcClient, systemCall, toCommand } from '@qsc/service-kit';
import type { QualityMesh } from './mesh.ts';

/** A reservation as the workflow service requests it. */
export type Reserve = {
  transition_id: string;
  last_transition_id?: string;
  to_state?: string;
  data_json?: string;
  required_fields?: readonly string[];
  by_owner?: boolean;
  if_match?: { any: boolean; versions: number[] };
  acted_at?: string;
  actor_id?: string;
};

/** The workflow service, as the owner of a record meets it. */
export const recordClient = ({ quality, identity }: Pick<QualityMesh, 'quality' | 'identity'>) => {
  const definition = loadService('record/v1/record.proto', 'qsc.record.v1.RecordService');
  const client = makeGrpcClient(
    { address: `127.0.0.1:${quality.grpcPort}`, name: 'quality', definition },
    { name: 'workflow', secret: identity.meshSecret },
  );
  return {
    get: (orgId: string, id: string, last_transition_id = '') =>
      client.call<object, Record__Output>('GetRecord', { org_id: orgId, id, last_transition_id }),
    reserve(orgId: string, id: string, { if_match, actor_id = 'usr_mover', ...request }: Reserve) {
      const now = new Date();
      const system = systemCall(orgId, now);
      const command = toCommand({ ...system, actor: { ...system.actor, id: actor_id } }, request.transition_id);
      return client.call<object, Record__Output>(
        'Reserve',
        { acted_at: now.toISOString(), ...request, id, command: { ...command, ...(if_match ? { if_match } : {}) } },
        WAIT_MS,
      );
    },
    apply: (orgId: string, transition: TransitionSnapshot) =>
      client.call<object, object>('Apply', { org_id: orgId, transition_json: JSON.stringify(transition) }),
    release: (orgId: string, id: string, transition_id: string) =>
      client.call<object, object>('Release', { org_id: orgId, id, transition_id }),
    close: client.close,
  };
};

export type RecordClient = ReturnType<typeof recordClient>;

/** Longer than a record that is reserved is waited for. */
const WAIT_MS = 60_000;

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
