import type { TransitionSnapshot } from '@qsc/contracts/events';
import { type Call, callOfTransition, factsOfTransition } from '@qsc/service-kit/pure';
import { requireOutcomeInVerification } from '../capa/effectiveness.ts';
import type { ContentPatch } from './content.ts';
import { requireNoFieldRemoved } from './content-guard.ts';
import { changedAt, changeEvent, type Decided } from './event-change.ts';
import { inState, isSame, leavingFor, type QualityEvent, withContent, withPatch } from './quality-event.ts';

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

/** The event with what a transition changes beside its content, which is no new version. */
const withTransition = (
  event: QualityEvent,
  { id, approval_id, required_fields }: TransitionSnapshot,
): QualityEvent => ({
  ...event,
  reservation: null,
  last_transition_id: id,
  awaiting_approval: approval_id,
  required_fields: [...new Set([...event.required_fields, ...required_fields])],
});

/**
 * Applies a committed transition to the event that is reserved for it. Where it changes the event, the event of the change has
 * the one audit entry of the transition: its time, actor, exact changes and version.
 */
export const applyTransition = (before: QualityEvent, transition: TransitionSnapshot): Decided => {
  const { to_state } = transition;
  const patch: ContentPatch = before.reservation?.patch ?? {};
  if (!transition.changed) return { before, event: withTransition(before, transition), events: [] };
  const call = callOfTransition(before.org_id, transition);
  const after = {
    ...inState(withContent(leavingFor(before, to_state), patch, call), to_state, call.now),
    version: before.version + 1,
    updated_at: changedAt(before, call),
  };
  const event = withTransition(after, transition);
  return {
    before,
    event,
    events: [changeEvent('updated', [before, event], { call, audit: factsOfTransition(transition) })],
  };
};
