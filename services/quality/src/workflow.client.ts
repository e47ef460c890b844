import { MoveSnapshot } from '@qsc/contracts/events';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import type { ListRecordMovesResponse__Output } from '@qsc/contracts/grpc/workflow/v1/ListRecordMovesResponse';
import type { MovedInstance__Output } from '@qsc/contracts/grpc/workflow/v1/MovedInstance';
import { type Call, COMMAND_MS, commandOf, type GrpcClient } from '@qsc/service-kit';
import { changesRecord, type RecordMove } from './quality-event/applied-move.ts';

/** What is asked of the instance of a record: the state to move to, what the request changes besides, and the record after it. */
export type MoveAsked = { toState: string; data: Record<string, unknown>; record: RecordMessage };

/** The workflow service, which owns the state of every record. Every call throws the coded error that it was refused with. */
export type WorkflowClient = {
  /**
   * Throws `invalid_transition`, `approval_required`, `signature_required`, `missing_required_fields` or `forbidden` where the
   * definition does not allow the move like that.
   */
  move(call: Call, asked: MoveAsked): Promise<RecordMove>;
  /** The moves that change a record, after the given one, in their order. */
  movesAfter(orgId: string, recordId: string, after: number): Promise<RecordMove[]>;
};

/** The move that a message holds, where it changes the record. Throws for one that is no move. */
export const moveOf = (json: string): MoveSnapshot => MoveSnapshot.parse(JSON.parse(json));

/** The client of the workflow service. */
export const makeWorkflowClient = (client: Pick<GrpcClient, 'call'>): WorkflowClient => ({
  async move(call, { toState, data, record }) {
    const asked = { command: commandOf(call), to_state: toState, data_json: JSON.stringify(data), record };
    const answer = await client.call<object, MovedInstance__Output>('MoveInstance', asked, COMMAND_MS);
    const move = moveOf(answer.move_json);
    if (!changesRecord(move)) throw new Error(`The move ${move.id} changes its record and is not told to.`);
    return move;
  },
  async movesAfter(org_id, record_id, after_record_move) {
    const asked = { org_id, record_id, after_record_move };
    const { moves_json } = await client.call<object, ListRecordMovesResponse__Output>('ListRecordMoves', asked);
    return moves_json.map(moveOf).filter(changesRecord);
  },
});
