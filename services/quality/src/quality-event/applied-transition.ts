import type { TransitionSnapshot } from '@qsc/contracts/events';
import { type Call, callOfTransition, factsOfTransition } from '@qsc/service-kit/pure';
import { requireOutcomeInVerification } from '../capa/effectiveness.ts';
import type { ContentPatch } from './content.ts';
import { requireNoFieldRemoved } from './content-guard.ts';
import { changedAt, changeEvent, type Decided } from './event-change.ts';
import { inState, isSame, leavingFor, type QualityEvent, withContent, withPatch } from './quality-event.ts';
import { type LockUpdate, lockAfter, withoutReservation } from './transition-lock.ts';

/** A requested transition: the target state, and the data that comes with it. */
export type RequestedTransition = { toState: string; patch: ContentPatch };

/**
 * The event as it will be after a transition, at its next version, and whether the transition changes it at all. Throws what
 * `withPatch` and `requireNoFieldRemoved` throw, and `conflict` for an ineffective outcome that comes with the transition into
 * verification.
 */
export const afterTransition = (
  before: QualityEvent,
  { toState, patch }: RequestedTransition,
  acting: Pick<Call, 'actor' | 'now'>,
): { event: QualityEvent; changed: boolean } => {
  requireOutcomeInVerification(patch, toState);
  const leaving = leavingFor(before, toState);
  const after = inState(withPatch(leaving, patch, acting), toState, acting.now);
  if (isSame(before, after)) return { event: before, changed: false };
  requireNoFieldRemoved(leaving, after);
  return { event: { ...after, version: before.version + 1 }, changed: true };
};

/**
 * Applies the next transition of its workflow to a quality event. The event of the change has the one audit entry of the
 * transition: its time, actor, exact changes and version. Throws for a transition that is not the next.
 */
export const applyTransition = (before: QualityEvent, transition: TransitionSnapshot): Decided => {
  if (transition.record_move !== before.record_moves + 1)
    throw new Error(
      `The quality event ${before.id} has applied ${before.record_moves} transitions; this is number ${transition.record_move}.`,
    );
  const call = callOfTransition(before.org_id, transition);
  const transitioned = {
    ...inState(
      withContent(leavingFor(before, transition.to_state), transition.data, call),
      transition.to_state,
      call.now,
    ),
    record_moves: transition.record_move,
    version: before.version + 1,
    updated_at: changedAt(before, call),
    transition_lock: withoutReservation(before.transition_lock),
  };
  const event = withLockUpdate(transitioned, transition);
  return {
    before,
    event,
    events: [changeEvent('updated', [before, event], { call, audit: factsOfTransition(transition) })],
  };
};

/** The event with its transition lock updated, which is no new version. */
export const withLockUpdate = (event: QualityEvent, update: LockUpdate): QualityEvent => ({
  ...event,
  transition_lock: lockAfter(event.transition_lock, update),
});
