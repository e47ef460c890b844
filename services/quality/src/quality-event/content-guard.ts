import { AppError, conflict, missingFields } from '@qsc/service-kit/pure';
import type { QualityEvent } from './quality-event.ts';
import { toSignedContent } from './quality-event.view.ts';

/** `details.reason` of a refusal: the event waits for approval. */
export const WAITS_FOR_APPROVAL = 'waits_for_approval';

/** Throws `conflict` for an event that waits for approval: its content stays as the approvers see it. */
export const requireNoPendingApproval = ({ number, awaiting_approval }: QualityEvent): void => {
  if (awaiting_approval === null) return;
  throw conflict(
    `The quality event ${number} waits for approval, so its content stays as the approvers see it. Reject the approval first.`,
    { reason: WAITS_FOR_APPROVAL, approval_id: awaiting_approval },
  );
};

/** Throws `approval_required` where a PATCH names a status while the event waits for approval, even its current one. */
export const requireStatusChangeable = (
  { number, status, awaiting_approval }: QualityEvent,
  requestedState: string,
): void => {
  if (awaiting_approval === null) return;
  throw new AppError(
    'approval_required',
    `The quality event ${number} leaves "${status}" by the decision on its approval.`,
    {
      details: { current_state: status, requested_state: requestedState, approval_id: awaiting_approval },
    },
  );
};

/** Throws `missing_required_fields` for a change that removes a field which the workflow has required. */
export const requireNoFieldRemoved = (before: QualityEvent, after: QualityEvent): void => {
  const { required_fields } = before;
  const missingBefore = missingFields(required_fields, {}, toSignedContent(before));
  const missing = missingFields(required_fields, {}, toSignedContent(after));
  const removed = missing.filter((field) => !missingBefore.includes(field));
  if (removed.length === 0) return;
  throw new AppError(
    'missing_required_fields',
    `The workflow of ${before.number} required ${removed.join(', ')}: it can be changed, and not removed.`,
    { details: { missing_fields: removed } },
  );
};
