import { TransitionSnapshot } from '@qsc/contracts/events';
import type { IsSignedRequest } from '@qsc/contracts/grpc/workflow/v1/IsSignedRequest';
import type { ListRecordMovesResponse__Output } from '@qsc/contracts/grpc/workflow/v1/ListRecordMovesResponse';
import type { SignedRecord__Output } from '@qsc/contracts/grpc/workflow/v1/SignedRecord';
import { type GrpcClient, makeGrpcClient } from '../grpc/client.ts';
import { loadService } from '../grpc/definition.ts';
import type { MeshMember } from '../tls/mesh.ts';

/** The transitions of a record after one of them, in their order. Throws `service_unavailable` where workflow is away. */
export type ListRecordMoves = (orgId: string, recordId: string, after: number) => Promise<TransitionSnapshot[]>;

/** The client of the workflow service at an address, for the owners of records. */
export const makeWorkflowClient = (address: string, mesh: MeshMember): GrpcClient =>
  makeGrpcClient(
    {
      address,
      name: 'workflow',
      definition: loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService'),
    },
    mesh,
  );

/** Asks the workflow service for the transitions that an owner of records has missed. */
export const makeListRecordTransitions =
  (workflow: Pick<GrpcClient, 'call'>): ListRecordMoves =>
  async (org_id, record_id, after_record_move) => {
    const requested = { org_id, record_id, after_record_move };
    const { moves_json } = await workflow.call<object, ListRecordMovesResponse__Output>('ListRecordMoves', requested);
    return moves_json.map((text) => TransitionSnapshot.parse(JSON.parse(text)));
  };

/** Whether a record was ever signed. Throws `service_unavailable` where workflow is away. */
export type IsSigned = (orgId: string, recordId: string) => Promise<boolean>;

/** Asks the workflow service, which has the signatures. */
export const makeIsSigned =
  (workflow: Pick<GrpcClient, 'call'>): IsSigned =>
  async (org_id, record_id) =>
    (await workflow.call<IsSignedRequest, SignedRecord__Output>('IsSigned', { org_id, record_id })).signed;
