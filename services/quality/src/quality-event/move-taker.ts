import type { Envelope, MoveSnapshot } from '@qsc/contracts/events';
import { type Decision, type ListRecordMoves, movesToTake, systemCall, type UnitOfWork } from '@qsc/service-kit';
import { applyMove, noteMove } from './applied-move.ts';
import { requireGiven } from './content-guard.ts';
import { type QualityEventStore, requireEvent } from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';
import { endingFrom, endRefused, requiring, type Standing, type ToldMove } from './standing.ts';

/** Takes the moves of the workflow into quality events: each once and in order, whatever brings it first. */
export type MoveTaker = {
  /**
   * What a move comes to, for a commit; with those before it that are missing, and nothing where it was taken before or does
   * not change the record. Throws `not_found`, and `service_unavailable` while workflow cannot tell what is missing.
   */
  decide(orgId: string, move: MoveSnapshot): Promise<Decision<QualityEvent>>;
  /** Commits it. Returns the event with the move in it. Throws as `decide`. */
  take(orgId: string, move: MoveSnapshot): Promise<QualityEvent>;
  /** Asks for the moves that the event has not taken yet, and commits them. Throws `not_found`. */
  catchUp(orgId: string, id: string): Promise<QualityEvent>;
  /** Keeps all but its moves from an event that one of them is about to end, for half a minute. Returns it. Throws `not_found`. */
  beginEnd(orgId: string, id: string): Promise<QualityEvent>;
  /**
   * Lets it be changed again where that move was refused. One more that it has taken since has done so: what is kept then is
   * kept for others. Throws `not_found`.
   */
  endRefused(begun: QualityEvent): Promise<void>;
  /**
   * Lets none of the fields be taken away from now on: a move that requires them is committed next. Throws `not_found`, and
   * `missing_required_fields` for an event that lacks one of them.
   */
  keep(orgId: string, id: string, fields: readonly string[]): Promise<QualityEvent>;
  /** Notes which round of decisions the event waits for since a move, where it knows of none later. Throws `not_found`. */
  wait(orgId: string, id: string, round: { approvalId: string | null; move: number }): Promise<QualityEvent>;
};

type Parts = {
  store: QualityEventStore;
  listMoves: ListRecordMoves;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: () => Date;
};

/** The taker of moves. */
export const makeMoveTaker = ({ store, listMoves, unitOfWork, clock }: Parts): MoveTaker => {
  const decisionOf = (
    before: QualityEvent,
    moves: readonly MoveSnapshot[],
    told: readonly ToldMove[] = [],
  ): Decision<QualityEvent> => {
    const events: Envelope[] = [];
    let event = before;
    for (const move of moves) {
      const decided = applyMove(event, move);
      events.push(...decided.events);
      event = decided.event;
    }
    const noted = told.reduce(noteMove, event);
    return { changes: store.changes({ before, event: noted }), events, answer: noted };
  };

  const decide: MoveTaker['decide'] = async (orgId, move) => {
    const before = await requireEvent(store, orgId, move.record_id);
    const listAfter = (taken: number) => listMoves(orgId, before.id, taken);
    const taken = await movesToTake(move, { taken: before.record_moves, listAfter });
    return decisionOf(before, taken, [move]);
  };

  const commit = (orgId: string, id: string, decided: () => Promise<Decision<QualityEvent>>) =>
    unitOfWork.decide(systemCall(orgId, clock()), { records: [id] }, decided);

  const stand = (orgId: string, id: string, next: (standing: Standing, of: QualityEvent) => Standing) =>
    commit(orgId, id, async () => {
      const before = await requireEvent(store, orgId, id);
      const event = { ...before, standing: next(before.standing, before) };
      return { changes: store.changes({ before, event }), events: [], answer: event };
    });

  return {
    decide,
    take: (orgId, move) => commit(orgId, move.record_id, () => decide(orgId, move)),
    catchUp: (orgId, id) =>
      commit(orgId, id, async () => {
        const before = await requireEvent(store, orgId, id);
        return decisionOf(before, await listMoves(orgId, id, before.record_moves));
      }),
    beginEnd: (orgId, id) => stand(orgId, id, (standing) => endingFrom(standing, clock())),
    async endRefused({ org_id, id, record_moves }) {
      await stand(org_id, id, (standing, of) => (of.record_moves === record_moves ? endRefused(standing) : standing));
    },
    keep: (orgId, id, fields) =>
      stand(orgId, id, (standing, event) => {
        requireGiven(event, fields);
        return requiring(standing, fields);
      }),
    wait: (orgId, id, { approvalId, move }) =>
      commit(orgId, id, async () => {
        const told = { number: move, approval_id: approvalId, required_fields: [] };
        return decisionOf(await requireEvent(store, orgId, id), [], [told]);
      }),
  };
};
