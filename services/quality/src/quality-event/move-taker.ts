import type { Envelope } from '@qsc/contracts/events';
import { type Decision, systemCall, type UnitOfWork, unavailable } from '@qsc/service-kit';
import type { WorkflowClient } from '../workflow.client.ts';
import { applyMove, isAhead, type RecordMove } from './applied-move.ts';
import { type QualityEventStore, requireEvent } from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';

/** Takes the moves of the workflow into quality events: each once and in order, whatever brings it first. */
export type MoveTaker = {
  /** What a move comes to, for a commit; with those before it that are missing. Throws `service_unavailable` while they cannot be had. */
  decide(orgId: string, move: RecordMove): Promise<Decision<QualityEvent>>;
  /** Commits it. Returns the event with the move in it. Throws as `decide`. */
  take(orgId: string, move: RecordMove): Promise<QualityEvent>;
  /** Asks for the moves that the event has not taken yet, and commits them. Throws `not_found`. */
  catchUp(orgId: string, id: string): Promise<QualityEvent>;
};

type Parts = {
  store: QualityEventStore;
  workflow: Pick<WorkflowClient, 'movesAfter'>;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: () => Date;
};

/** The taker of moves. */
export const makeMoveTaker = ({ store, workflow, unitOfWork, clock }: Parts): MoveTaker => {
  const decisionOf = (before: QualityEvent, moves: readonly RecordMove[]): Decision<QualityEvent> => {
    const events: Envelope[] = [];
    let event = before;
    for (const move of moves) {
      const decided = applyMove(event, move);
      events.push(...(decided?.events ?? []));
      event = decided?.event ?? event;
    }
    return { changes: store.changes({ before, event }), events, answer: event };
  };

  const missing = async (event: QualityEvent, move: RecordMove): Promise<RecordMove[]> => {
    const moves = await workflow.movesAfter(event.org_id, event.id, event.record_moves);
    if (moves.some(({ record_move }) => record_move === move.record_move)) return moves;
    throw unavailable(`The workflow does not tell the moves of ${event.number} before its ${move.record_move}th.`);
  };

  const decide = async (orgId: string, move: RecordMove) => {
    const before = await requireEvent(store, orgId, move.record_id);
    return decisionOf(before, isAhead(before, move) ? await missing(before, move) : [move]);
  };

  const commit = (orgId: string, id: string, decided: () => Promise<Decision<QualityEvent>>) =>
    unitOfWork.decide(systemCall(orgId, clock()), { records: [id] }, decided);

  return {
    decide,
    take: (orgId, move) => commit(orgId, move.record_id, () => decide(orgId, move)),
    catchUp: (orgId, id) =>
      commit(orgId, id, async () => {
        const before = await requireEvent(store, orgId, id);
        return decisionOf(before, await workflow.movesAfter(orgId, id, before.record_moves));
      }),
  };
};
