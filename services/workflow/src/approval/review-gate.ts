import type { GetReviewStateRequest } from '@qsc/contracts/grpc/audit/v1/GetReviewStateRequest';
import type { ReviewState__Output } from '@qsc/contracts/grpc/audit/v1/ReviewState';
import { conflict, type GrpcClient } from '@qsc/service-kit';
import type { Approval, ApproverDecision } from './approval.ts';

/** The most entries that a refusal names. */
const MOST_NAMED = 100;

/**
 * Lets someone approve only after their own review of the record's trail, where the approval requires one (decisions §4,
 * "Workflows"). Throws `conflict` with the entries not yet reviewed, and `service_unavailable` where audit is away.
 */
export type RequireReview = (
  approval: Pick<Approval, 'org_id' | 'record_id' | 'require_audit_review'>,
  by: { userId: string; decision: ApproverDecision['decision'] },
) => Promise<void>;

/** Asks the audit service, which has the reviews. */
export const makeRequireReview =
  (audit: Pick<GrpcClient, 'call'>): RequireReview =>
  async ({ org_id, record_id, require_audit_review }, { userId, decision }) => {
    if (!require_audit_review || decision !== 'approve') return;
    const asked = { org_id, record_id, user_id: userId };
    const state = await audit.call<GetReviewStateRequest, ReviewState__Output>('GetReviewState', asked);
    if (state.latest_change_reviewed) return;
    throw conflict('Review the audit trail of the record before you approve it: its newest change is not reviewed.', {
      reason: 'audit_review_missing',
      entry_ids: state.unreviewed_entry_ids.slice(0, MOST_NAMED),
    });
  };
