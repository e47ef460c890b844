import { AppError, conflict, missingFields } from '@qsc/service-kit/pure';
import type { QualityEvent } from './quality-event.ts';
import { signedContentOf } from './quality-event.view.ts';
import { isEnding } from './standing.ts';

/** Why the content of an event does not change: `details.reason` of the refusal. */
export const WAITS_FOR_APPROVAL = 'waits_for_approval';

/** Throws `conflict` for an event that waits for approval: what is approved is what the approvers see. */
export const requireDecided = ({ number, standing: { waits_for } }: QualityEvent): void => {
  if (waits_for === null) return;
  throw conflict(
    `The quality event ${number} waits for approval, so its content stays as the approvers see it. Reject the approval first.`,
    { reason: WAITS_FOR_APPROVAL, approval_id: waits_for },
  );
};

/** Throws `approval_required` for a status of an event that waits for approval, also for the one that it has. */
export const requireStatusFree = ({ number, status, standing: { waits_for } }: QualityEvent, asked: string): void => {
  if (waits_for === null) return;
  throw new AppError(
    'approval_required',
    `The quality event ${number} leaves "${status}" by the decision on its approval.`,
    {
      details: { current_state: status, requested_state: asked, approval_id: waits_for },
    },
  );
};

/** Why nothing but a move changes an event for a moment: `details.reason` of the refusal. */
export const IS_ENDING = 'ending';

/** Throws `service_unavailable` for an event that a move is about to end: whether it did is known in a moment. */
export const requireNotEnding = ({ number, standing }: QualityEvent, now: Date): void => {
  if (!isEnding(standing, now)) return;
  throw new AppError('service_unavailable', `The quality event ${number} is being closed or rejected. Try again.`, {
    details: { reason: IS_ENDING },
    retryAfter: 1,
  });
};

/** Throws `missing_required_fields` for an event without what a move requires that is committed next. */
export const requireGiven = (event: QualityEvent, fields: readonly string[]): void => {
  const missing = missingFields(fields, {}, signedContentOf(event));
  if (missing.length === 0) return;
  throw new AppError('missing_required_fields', `The move needs ${missing.join(', ')}, which ${event.number} lacks.`, {
    details: { missing_fields: missing },
  });
};

/** Throws `missing_required_fields` for a change that takes away what the workflow of the event has required. */
export const requireKept = (before: QualityEvent, after: QualityEvent): void => {
  const { required_fields } = before.standing;
  const missingBefore = missingFields(required_fields, {}, signedContentOf(before));
  const missing = missingFields(required_fields, {}, signedContentOf(after));
  const taken = missing.filter((field) => !missingBefore.includes(field));
  if (taken.length === 0) return;
  throw new AppError(
    'missing_required_fields',
    `A state on the way of ${before.number} required ${taken.join(', ')}: change it, and do not take it away.`,
    { details: { missing_fields: taken } },
  );
};
