import type { AppliedMove } from '@qsc/contracts/grpc/record/v1/AppliedMove';
import type { ApplyMoveRequest__Output } from '@qsc/contracts/grpc/record/v1/ApplyMoveRequest';
import type { GetRecordRequest__Output } from '@qsc/contracts/grpc/record/v1/GetRecordRequest';
import type { Move__Output } from '@qsc/contracts/grpc/record/v1/Move';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import { type Clock, invalidField, parsePart, systemCall } from '@qsc/service-kit';
import { moveOf } from '../workflow.client.ts';
import { afterMove, type MoveAsked } from './applied-move.ts';
import type { RequireAssignees } from './assignee.ts';
import type { WhileEnding } from './ending.ts';
import type { EventRecords } from './event-record.ts';
import type { MoveTaker } from './move-taker.ts';
import { MoveData } from './quality-event.schemas.ts';
import { type QualityEventStore, requireEvent } from './quality-event.store.ts';
import { endsBy, type QualityEvent } from './quality-event.ts';
import { recordMessage } from './quality-event.view.ts';

/** What the workflow service asks of the owner of quality events (proto/record/v1). */
export type RecordService = {
  /**
   * Throws `not_found`, with a move what the record itself refuses: `validation_failed` or `conflict`, and
   * `missing_required_fields` where it lacks what that requires.
   */
  get(request: GetRecordRequest__Output): Promise<RecordMessage>;
  apply(request: ApplyMoveRequest__Output): Promise<AppliedMove>;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw invalidField('data', 'invalid_json', 'This is not JSON.');
  }
};

const askedOf = ({ to_state, data_json }: Move__Output): MoveAsked => ({
  toState: to_state,
  patch: parsePart(MoveData, jsonOf(data_json), 'data') as MoveAsked['patch'],
});

type Parts = {
  store: Pick<QualityEventStore, 'find'>;
  records: EventRecords;
  moves: MoveTaker;
  requireAssignees: RequireAssignees;
  whileEnding: WhileEnding;
  clock: Clock;
};

/** Quality events as records of workflows. */
export const makeRecordService = (parts: Parts): RecordService => {
  const { store, records, moves, requireAssignees, whileEnding, clock } = parts;
  const current = async ({ org_id, id, record_moves, waiting }: GetRecordRequest__Output): Promise<QualityEvent> => {
    const found = await requireEvent(store, org_id, id);
    const event = found.record_moves < record_moves ? await moves.catchUp(org_id, id) : found;
    if (!waiting || event.standing.heard_move >= waiting.move) return event;
    return moves.wait(org_id, id, { approvalId: waiting.approval_id, move: waiting.move });
  };

  const keep = async (event: QualityEvent, { required_fields }: GetRecordRequest__Output): Promise<QualityEvent> =>
    required_fields.length === 0 ? event : moves.keep(event.org_id, event.id, required_fields);

  const judged = async (before: QualityEvent, asked: MoveAsked): Promise<RecordMessage> => {
    const { event, changed } = afterMove(before, asked, systemCall(before.org_id, clock()));
    await requireAssignees(event.org_id, [{ field: 'assigned_to', id: event.assigned_to }], before.assigned_to);
    const { facts, refusal } = await records.judge(event);
    if (refusal) throw refusal;
    return recordMessage(event, { facts, changed });
  };

  return {
    async get(request) {
      const before = await current(request);
      if (!request.move) {
        const event = await keep(before, request);
        return recordMessage(event, { facts: await records.factsOf(event), changed: false });
      }
      const asked = askedOf(request.move);
      const judge = async (event: QualityEvent) => {
        const message = await judged(event, asked);
        await keep(event, request);
        return message;
      };
      return request.commits && endsBy(before, asked.toState) ? whileEnding(before, judge) : judge(before);
    },
    async apply({ org_id, move_json }) {
      const { version } = await moves.take(org_id, moveOf(move_json));
      return { version };
    },
  };
};
