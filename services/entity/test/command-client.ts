import { type Actor, newId, SCOPES } from '@qsc/contracts';
import type { ChangedEntity__Output } from '@qsc/contracts/grpc/entity/v1/ChangedEntity';
import type { ChangeEntityRequest } from '@qsc/contracts/grpc/entity/v1/ChangeEntityRequest';
import { AppError, type Call, loadService, makeGrpcClient, systemCall, toCommand } from '@qsc/service-kit';
import type { EntityMesh } from './mesh.ts';

/** A call of a user of the organisation, as the HTTP edge of another service makes it. */
export const userCall = (orgId: string, of: Partial<Call> & { actor?: Partial<Actor> } = {}): Call => ({
  ...systemCall(orgId, new Date()),
  client: { ip_address: '203.0.113.9', user_agent: 'curl', api_key_id: 'key_1' },
  ...of,
  actor: {
    kind: 'user',
    id: newId('user'),
    org_id: orgId,
    email: 'qm@example.test',
    name: 'Quality Manager',
    role: 'quality_manager',
    scopes: SCOPES,
    api_key_id: 'key_1',
    session_id: null,
    ...of.actor,
  },
});

type Change = Partial<Omit<ChangeEntityRequest, 'companion'>> & {
  id: string;
  companion?: { kind: string; record: object };
};

/** Another service, as the entity service meets it. */
export const commandClient = ({ service, identity }: EntityMesh) => {
  const definition = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
  const client = makeGrpcClient(
    { address: `127.0.0.1:${service.grpcPort}`, name: 'entity', definition },
    { name: 'supplier', secret: identity.meshSecret },
  );
  const coded = (error: unknown): AppError => {
    if (error instanceof AppError) return error;
    throw error;
  };
  return {
    call: <Answer>(method: string, request: object) => client.call<object, Answer>(method, request),
    change: (call: Call, { companion, ...requested }: Change, id?: string) =>
      client.call<object, ChangedEntity__Output>('ChangeEntity', {
        command: toCommand(call, id),
        type: 'supplier',
        ...requested,
        ...(companion ? { companion: { kind: companion.kind, record_json: JSON.stringify(companion.record) } } : {}),
      }),
    /** The coded error that the promise fails with. */
    refusal: (promise: Promise<unknown>): Promise<AppError> =>
      promise.then(() => {
        throw new Error('This was not refused.');
      }, coded),
    close: client.close,
  };
};
