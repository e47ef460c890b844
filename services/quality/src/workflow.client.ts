import { TransitionSnapshot } from '@qsc/contracts/events';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import type { MovedInstance__Output } from '@qsc/contracts/grpc/workflow/v1/MovedInstance';
import type { Refusal } from '@qsc/contracts/grpc/workflow/v1/Refusal';
import type { WaitingRecord__Output } from '@qsc/contracts/grpc/workflow/v1/WaitingRecord';
import { AppError, type Call, COMMAND_MS, conflict, type GrpcClient, toCommand } from '@qsc/service-kit';

/**
 * A transition that this service requests: the target state, the data of the request, the record after it, and the refusal by
 * the record's own rules, which is reported only if the definition allows the transition. The record is as it will be at the
 * time of the call.
 */
export type TransitionRequest = {
  toState: string;
  data: Record<string, unknown>;
  record: RecordMessage;
  refusal: AppError | null;
};

/**
 * Requests a transition from the workflow service, which owns the state of every record. Throws `invalid_transition`,
 * `approval_required`, `signature_required`, `missing_required_fields` or `forbidden` where the definition does not allow it,
 * `conflict` where no definition is active for the record or, with the reason `moved`, where another transition was committed
 * since the decision or the workflow service knows fewer transitions than the record, and the refusal of the record itself.
 */
export type RequestTransition = (call: Call, request: TransitionRequest) => Promise<TransitionSnapshot>;

/** Parses the transition of a message. Throws for anything else. */
export const parseTransition = (json: string): TransitionSnapshot => TransitionSnapshot.parse(JSON.parse(json));

const refusalMessage = ({ code, message, details = {} }: AppError): Refusal => ({
  code,
  message,
  details_json: JSON.stringify(details),
});

const withoutWorkflow = (error: unknown) => {
  const isMissing = error instanceof AppError && error.code === 'not_found';
  throw isMissing ? conflict('No workflow is active for events of this type, so the status cannot change.') : error;
};

/** The command to the workflow service. */
export const makeRequestTransition =
  (workflow: Pick<GrpcClient, 'call'>): RequestTransition =>
  async (call, { toState, data, record, refusal }) => {
    const request = {
      command: toCommand(call),
      to_state: toState,
      data_json: JSON.stringify(data),
      record,
      acted_at: call.now.toISOString(),
      ...(refusal ? { refusal: refusalMessage(refusal) } : {}),
    };
    const answer = workflow.call<object, MovedInstance__Output>('MoveInstance', request, COMMAND_MS);
    const { move_json } = await answer.catch(withoutWorkflow);
    return parseTransition(move_json);
  };

/**
 * Which approval a record waits for, and since which transition. Throws `service_unavailable` where the workflow service is not
 * reachable.
 */
export type ReadWaiting = (orgId: string, recordId: string) => Promise<{ approvalId: string | null; move: number }>;

/** Reads it from the workflow service. */
export const makeReadWaiting =
  (workflow: Pick<GrpcClient, 'call'>): ReadWaiting =>
  async (org_id, record_id) => {
    const request = { org_id, record_id };
    const { approval_id, moves } = await workflow.call<object, WaitingRecord__Output>('GetWaiting', request);
    return { approvalId: approval_id ?? null, move: moves };
  };
