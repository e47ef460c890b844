import type { TransitionSnapshot } from '@qsc/contracts/events';
import type { RecordTransition__Output } from '@qsc/contracts/grpc/workflow/v1/RecordTransition';
import {
  AppError,
  type Call,
  COMMAND_MS,
  conflict,
  type GrpcClient,
  parseTransition,
  toCommand,
} from '@qsc/service-kit';

/** A transition that this service requests: the record, the target state, and the data that comes with it. */
export type TransitionRequest = { id: string; toState: string; data: Record<string, unknown> };

/**
 * Requests a transition from the workflow service, which owns the state of every record and reserves the record here. Throws
 * `invalid_transition`, `approval_required`, `signature_required`, `missing_required_fields` or `forbidden` where the definition
 * does not allow it, `conflict` where no definition is active for the record, and the refusals of the record itself.
 */
export type RequestTransition = (call: Call, request: TransitionRequest) => Promise<TransitionSnapshot>;

const withoutWorkflow = (error: unknown) => {
  const isMissing = error instanceof AppError && error.code === 'not_found';
  throw isMissing ? conflict('No workflow is active for events of this type, so the status cannot change.') : error;
};

/** The command to the workflow service. */
export const makeRequestTransition =
  (workflow: Pick<GrpcClient, 'call'>): RequestTransition =>
  async (call, { id, toState, data }) => {
    const request = {
      command: toCommand(call),
      record_id: id,
      to_state: toState,
      data_json: JSON.stringify(data),
      by_owner: true,
      acted_at: call.now.toISOString(),
    };
    const answer = workflow.call<object, RecordTransition__Output>('TransitionRecord', request, COMMAND_MS);
    return parseTransition((await answer.catch(withoutWorkflow)).transition_json);
  };
