import { Role } from '@qsc/contracts';
import type { GetRecordStateRequest__Output } from '@qsc/contracts/grpc/workflow/v1/GetRecordStateRequest';
import type { GetWaitingRequest__Output } from '@qsc/contracts/grpc/workflow/v1/GetWaitingRequest';
import type { IsSignedRequest__Output } from '@qsc/contracts/grpc/workflow/v1/IsSignedRequest';
import type { ListRecordMovesRequest__Output } from '@qsc/contracts/grpc/workflow/v1/ListRecordMovesRequest';
import type { MayDecideRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MayDecideRequest';
import type { MoveInstanceRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MoveInstanceRequest';
import type { MoveRecordRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MoveRecordRequest';
import type { VerifySignaturesRequest__Output } from '@qsc/contracts/grpc/workflow/v1/VerifySignaturesRequest';
import {
  type Call,
  type Clock,
  type GrpcService,
  type Log,
  loadService,
  notFound,
  streamed,
  systemCall,
  type TakeCommand,
  unary,
} from '@qsc/service-kit';
import type { MayDecide } from './approval/may-decide.query.ts';
import type { InstanceService } from './instance/instance.service.ts';
import type { InstanceStore } from './instance/instance.store.ts';
import { toSnapshot } from './instance/plan-transition.ts';
import type { RequestTransition } from './instance/request-transition.command.ts';
import type { Starter } from './instance/starter.ts';
import type { SignatureService, VerifiedSignature } from './signature/signature.service.ts';

type Parts = {
  store: Pick<InstanceStore, 'recordTransitions' | 'current'>;
  starter: Pick<Starter, 'ensure'>;
  requestTransition: RequestTransition;
  transition: InstanceService['transition'];
  signatures: Pick<SignatureService, 'isSigned' | 'verifyAll'>;
  mayDecide: MayDecide;
  takeCommand: TakeCommand;
  clock: Clock;
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

/** The gRPC service for the owners of records and the audit service (proto/workflow/v1). */
export const workflowGrpc = (parts: Parts): GrpcService => {
  const { store, starter, requestTransition, transition, signatures, mayDecide, takeCommand, clock, log } = parts;
  return {
    definition: loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService'),
    implementation: {
      MoveInstance: unary(log, (request: MoveInstanceRequest__Output) =>
        takeCommand('MoveInstance', request, (call) => requestTransition(request, call)),
      ),
      ListRecordMoves: unary(log, async ({ org_id, record_id, after_record_move }: ListRecordMovesRequest__Output) => {
        const transitions = await store.recordTransitions(org_id, record_id, after_record_move);
        return { moves_json: transitions.map((transition) => JSON.stringify(toSnapshot(transition))) };
      }),
      VerifySignatures: streamed(log, async function* ({ org_id, from, to }: VerifySignaturesRequest__Output) {
        const period = { from: new Date(from), to: new Date(to) };
        for await (const part of signatures.verifyAll(org_id, period)) yield { signatures: part.map(verifiedMessage) };
      }),
      GetWaiting: unary(log, async ({ org_id, record_id }: GetWaitingRequest__Output) => {
        const instance = await store.current(org_id, record_id);
        if (!instance) throw notFound('workflow instance of a record', record_id);
        const { approval_id, transitions: moves } = instance;
        return { moves, ...(approval_id === null ? {} : { approval_id }) };
      }),
      GetRecordState: unary(log, async ({ org_id, record_id }: GetRecordStateRequest__Output) => {
        const { state } = await starter.ensure(systemCall(org_id, clock()), record_id);
        return { state: state.id };
      }),
      IsSigned: unary(log, async ({ org_id, record_id }: IsSignedRequest__Output) => ({
        signed: await signatures.isSigned(org_id, record_id),
      })),
      MayDecide: unary(log, async ({ org_id, record_id, user_id, role }: MayDecideRequest__Output) => ({
        may_decide: await mayDecide(org_id, record_id, { id: user_id, role: Role.parse(role) }),
      })),
      MoveRecord: unary(log, async (request: MoveRecordRequest__Output) => {
        const { record_id, to_state } = request;
        const execute = (call: Call) => transition(record_id, { to_state }, call);
        const { current_state } = await takeCommand('MoveRecord', request, execute);
        return { state: current_state.id };
      }),
    },
  };
};
