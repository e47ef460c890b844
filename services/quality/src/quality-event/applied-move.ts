import type { MoveSnapshot } from '@qsc/contracts/events';
import { type Call, callOfMove, factsOfMove } from '@qsc/service-kit/pure';
import { requireToldInVerification } from '../capa/effectiveness.ts';
import type { ContentPatch } from './content.ts';
import { requireKept } from './content-guard.ts';
import { changedAt, changeEvent, type Decided } from './event-change.ts';
import { inState, isSame, leavingFor, type QualityEvent, withContent, withPatch } from './quality-event.ts';
import { freed, standingAfter, type ToldMove } from './standing.ts';

/** A move that is asked about: where to, and what it brings. */
export type MoveAsked = { toState: string; patch: ContentPatch };

/**
 * The event as it will be after a move, at the version that it will have, and whether the move changes it at all.
 * Throws what `withPatch` and `requireKept` throw, and `conflict` for an ineffective outcome that comes with the move into
 * verification.
 */
export const afterMove = (
  before: QualityEvent,
  { toState, patch }: MoveAsked,
  acting: Pick<Call, 'actor' | 'now'>,
): { event: QualityEvent; changed: boolean } => {
  requireToldInVerification(patch, toState);
  const leaving = leavingFor(before, toState);
  const after = inState(withPatch(leaving, patch, acting), toState, acting.now);
  if (isSame(before, after)) return { event: before, changed: false };
  requireKept(leaving, after);
  return { event: { ...after, version: before.version + 1 }, changed: true };
};

/**
 * What the next move of its workflow makes of a quality event, and the event with the move's one audit entry: at the moment of
 * the act, by who acted, with the exact changes and version. Throws for a move that is not the next.
 */
export const applyMove = (before: QualityEvent, move: MoveSnapshot): Decided => {
  if (move.record_move !== before.record_moves + 1)
    throw new Error(
      `The quality event ${before.id} has taken ${before.record_moves} moves; this is ${move.record_move}.`,
    );
  const call = callOfMove(before.org_id, move);
  const moved = {
    ...inState(withContent(leavingFor(before, move.to_state), move.data, call), move.to_state, call.now),
    record_moves: move.record_move,
    version: before.version + 1,
    updated_at: changedAt(before, call),
    standing: freed(before.standing),
  };
  const event = noteMove(moved, move);
  return { before, event, events: [changeEvent('updated', [before, event], { call, audit: factsOfMove(move) })] };
};

/** The event with what a move tells of its way, which is no change of it. */
export const noteMove = (event: QualityEvent, told: ToldMove): QualityEvent => ({
  ...event,
  standing: standingAfter(event.standing, told),
});
