import type { GetWaitingRequest__Output } from '@qsc/contracts/grpc/workflow/v1/GetWaitingRequest';
import type { ListRecordMovesRequest__Output } from '@qsc/contracts/grpc/workflow/v1/ListRecordMovesRequest';
import type { MoveInstanceRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MoveInstanceRequest';
import type { VerifySignaturesRequest__Output } from '@qsc/contracts/grpc/workflow/v1/VerifySignaturesRequest';
import { type GrpcService, type Log, loadService, notFound, streamed, type TakeCommand, unary } from '@qsc/service-kit';
import type { InstanceStore } from './instance/instance.store.ts';
import type { MoveInstance } from './instance/move.command.ts';
import { snapshotOf } from './instance/plan-move.ts';
import type { SignatureService, VerifiedSignature } from './signature/signature.service.ts';

type Parts = {
  store: Pick<InstanceStore, 'recordMoves' | 'current'>;
  moveInstance: MoveInstance;
  signatures: Pick<SignatureService, 'verifyAll'>;
  takeCommand: TakeCommand;
  log: Log;
};

const verifiedMessage = ({ id, verdict, signature }: VerifiedSignature) => ({
  id,
  status: verdict.status,
  ...(verdict.reason ? { reason: verdict.reason } : {}),
  ...(signature
    ? {
        at: signature.timestamp.toISOString(),
        signer: signature.signer,
        signer_name: signature.signer_name,
        meaning: signature.meaning,
        record_id: signature.record_id,
        record_type: signature.record_type,
        record_version: signature.record_version,
      }
    : {}),
});

/** What the owners of records and the audit service ask of the workflow service (proto/workflow/v1). */
export const workflowGrpc = ({ store, moveInstance, signatures, takeCommand, log }: Parts): GrpcService => ({
  definition: loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService'),
  implementation: {
    MoveInstance: unary(log, (request: MoveInstanceRequest__Output) =>
      takeCommand('MoveInstance', request, (call) => moveInstance(request, call)),
    ),
    ListRecordMoves: unary(log, async ({ org_id, record_id, after_record_move }: ListRecordMovesRequest__Output) => {
      const moves = await store.recordMoves(org_id, record_id, after_record_move);
      return { moves_json: moves.map((move) => JSON.stringify(snapshotOf(move))) };
    }),
    VerifySignatures: streamed(log, async function* ({ org_id, from, to }: VerifySignaturesRequest__Output) {
      const period = { from: new Date(from), to: new Date(to) };
      for await (const part of signatures.verifyAll(org_id, period)) yield { signatures: part.map(verifiedMessage) };
    }),
    GetWaiting: unary(log, async ({ org_id, record_id }: GetWaitingRequest__Output) => {
      const instance = await store.current(org_id, record_id);
      if (!instance) throw notFound('workflow instance of a record', record_id);
      const { approval_id, moves } = instance;
      return { moves, ...(approval_id === null ? {} : { approval_id }) };
    }),
  },
});
