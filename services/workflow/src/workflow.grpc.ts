import { Role } from '@qsc/contracts';
import type { GetRecordStateRequest__Output } from '@qsc/contracts/grpc/workflow/v1/GetRecordStateRequest';
import type { IsSignedRequest__Output } from '@qsc/contracts/grpc/workflow/v1/IsSignedRequest';
import type { MayDecideRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MayDecideRequest';
import type { RecordTransition } from '@qsc/contracts/grpc/workflow/v1/RecordTransition';
import type { SettleTransitionRequest__Output } from '@qsc/contracts/grpc/workflow/v1/SettleTransitionRequest';
import type { TransitionRecordRequest__Output } from '@qsc/contracts/grpc/workflow/v1/TransitionRecordRequest';
import type { VerifySignaturesRequest__Output } from '@qsc/contracts/grpc/workflow/v1/VerifySignaturesRequest';
import {
  type Clock,
  type GrpcService,
  type Log,
  parseInstant,
  parseJsonObject,
  serviceDefinition,
  streamed,
  systemCall,
  type TakeCommand,
  unary,
} from '@qsc/service-kit';
import type { MayDecide } from './approval/may-decide.query.ts';
import type { InstanceService, TransitionRequest } from './instance/instance.service.ts';
import type { TransitionRecord } from './instance/instance.ts';
import { toSnapshot } from './instance/plan-transition.ts';
import type { ReservedActs } from './instance/reservation.ts';
import type { Starter } from './instance/starter.ts';
import type { SignatureService, VerifiedSignature } from './signature/signature.service.ts';

type Parts = {
  reservedActs: Pick<ReservedActs, 'settle'>;
  starter: Pick<Starter, 'ensure'>;
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

const toRequest = ({
  to_state,
  data_json,
  by_owner,
  acted_at,
}: TransitionRecordRequest__Output): TransitionRequest => ({
  to_state,
  data: parseJsonObject(data_json, 'data'),
  byOwner: by_owner,
  actedAt: acted_at === undefined ? null : parseInstant(acted_at),
});

const transitionMessage = ({ transition }: { transition: TransitionRecord }): RecordTransition => ({
  transition_json: JSON.stringify(toSnapshot(transition)),
});

/** The gRPC service for the owners of records and the audit service (proto/workflow/v1). */
export const workflowGrpc = (parts: Parts): GrpcService => {
  const { reservedActs, starter, transition, signatures, mayDecide, takeCommand, clock, log } = parts;
  return {
    definition: serviceDefinition('workflow'),
    implementation: {
      TransitionRecord: unary(log, (request: TransitionRecordRequest__Output) =>
        takeCommand('TransitionRecord', request, (call) =>
          transition(request.record_id, toRequest(request), { call, toAnswer: transitionMessage }),
        ),
      ),
      SettleTransition: unary(log, async ({ org_id, transition_id }: SettleTransitionRequest__Output) => {
        const settled = await reservedActs.settle(org_id, transition_id);
        return settled ? transitionMessage({ transition: settled }) : {};
      }),
      VerifySignatures: streamed(log, async function* ({ org_id, from, to }: VerifySignaturesRequest__Output) {
        const period = { from: new Date(from), to: new Date(to) };
        for await (const part of signatures.verifyAll(org_id, period)) yield { signatures: part.map(verifiedMessage) };
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
    },
  };
};
