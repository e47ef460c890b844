import { MoveSnapshot } from '@qsc/contracts/events';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import type { MovedInstance__Output } from '@qsc/contracts/grpc/workflow/v1/MovedInstance';
import { type Call, COMMAND_MS, commandOf, type GrpcClient } from '@qsc/service-kit';

/** What is asked of the instance of a record: the state to move to, what the request changes besides, and the record after it. */
export type InstanceMove = { toState: string; data: Record<string, unknown>; record: RecordMessage };

/**
 * Asks the workflow service, which owns the state of every record, to move one. Throws `invalid_transition`,
 * `approval_required`, `signature_required`, `missing_required_fields` or `forbidden` where the definition does not allow the
 * move like that.
 */
export type MoveInstance = (call: Call, asked: InstanceMove) => Promise<MoveSnapshot>;

/** The move that a message holds. Throws for one that is no move. */
export const moveOf = (json: string): MoveSnapshot => MoveSnapshot.parse(JSON.parse(json));

/** The command to the workflow service. */
export const makeMoveInstance =
  (workflow: Pick<GrpcClient, 'call'>): MoveInstance =>
  async (call, { toState, data, record }) => {
    const asked = { command: commandOf(call), to_state: toState, data_json: JSON.stringify(data), record };
    const { move_json } = await workflow.call<object, MovedInstance__Output>('MoveInstance', asked, COMMAND_MS);
    return moveOf(move_json);
  };
