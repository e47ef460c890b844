import { MoveSnapshot } from '@qsc/contracts/events';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import type { MovedInstance__Output } from '@qsc/contracts/grpc/workflow/v1/MovedInstance';
import type { Refusal } from '@qsc/contracts/grpc/workflow/v1/Refusal';
import type { WaitingRecord__Output } from '@qsc/contracts/grpc/workflow/v1/WaitingRecord';
import { AppError, type Call, COMMAND_MS, commandOf, conflict, type GrpcClient } from '@qsc/service-kit';

/**
 * What is asked of the instance of a record: the state to move to, what the request changes besides, the record after it, and
 * what the record's own rules have against it, which is told after what the definition has. The record is as the act leaves it
 * at the moment of the call.
 */
export type InstanceMove = {
  toState: string;
  data: Record<string, unknown>;
  record: RecordMessage;
  refusal: AppError | null;
};

/**
 * Asks the workflow service, which owns the state of every record, to move one. Throws `invalid_transition`,
 * `approval_required`, `signature_required`, `missing_required_fields` or `forbidden` where the definition does not allow the
 * move like that, `conflict` where no definition is active for the record or, with the reason `moved`, where another move has
 * changed it since it was judged, or where workflow knows of fewer moves than the record, and the refusal of the record itself.
 */
export type MoveInstance = (call: Call, asked: InstanceMove) => Promise<MoveSnapshot>;

/** The move that a message holds. Throws for one that is no move. */
export const moveOf = (json: string): MoveSnapshot => MoveSnapshot.parse(JSON.parse(json));

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
export const makeMoveInstance =
  (workflow: Pick<GrpcClient, 'call'>): MoveInstance =>
  async (call, { toState, data, record, refusal }) => {
    const asked = {
      command: commandOf(call),
      to_state: toState,
      data_json: JSON.stringify(data),
      record,
      acted_at: call.now.toISOString(),
      ...(refusal ? { refusal: refusalMessage(refusal) } : {}),
    };
    const answer = workflow.call<object, MovedInstance__Output>('MoveInstance', asked, COMMAND_MS);
    const { move_json } = await answer.catch(withoutWorkflow);
    return moveOf(move_json);
  };

/** Which round of decisions a record waits for now, and by which move. Throws `service_unavailable` where workflow is away. */
export type ReadWaiting = (orgId: string, recordId: string) => Promise<{ approvalId: string | null; move: number }>;

/** The question to the workflow service. */
export const makeReadWaiting =
  (workflow: Pick<GrpcClient, 'call'>): ReadWaiting =>
  async (org_id, record_id) => {
    const asked = { org_id, record_id };
    const { approval_id, moves } = await workflow.call<object, WaitingRecord__Output>('GetWaiting', asked);
    return { approvalId: approval_id ?? null, move: moves };
  };
