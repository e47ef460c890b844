import { type AnyRoute, created, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import { NewReview, newReviewExample, Review, ReviewId, ReviewQuery, reviewExample } from './review.schemas.ts';
import type { ReviewService } from './review.service.ts';
import { mayBeApprover, type RequireTrailReader } from './trail-reader.ts';

/** The endpoints of reviews (decisions §4, "Audit log"). No route changes or deletes one. */
export const reviewRoutes = (reviews: ReviewService, requireTrailReader: RequireTrailReader): AnyRoute[] => [
  route({
    id: 'createAuditReview',
    tag: 'Audit logs',
    method: 'post',
    path: '/audit-logs/reviews',
    summary: 'Record a review of the audit log',
    description:
      'That the caller has reviewed the log of a period, or with `entity_id` entries of the trail of a record, and what they found. It cannot be changed or withdrawn; a later review is added to it. A user who may decide on the approval that a record waits for needs no scope to review its trail.',
    scope: 'audit-logs:read',
    mayLackScope: mayBeApprover,
    body: NewReview,
    answer: created(Review, ({ id }) => `/v1/audit-logs/reviews/${id}`),
    example: { body: newReviewExample, answer: reviewExample },
    async handle({ body, call }) {
      await requireTrailReader(call, body.entity_id);
      return reviews.create(body, call);
    },
  }),
  listRoute({
    id: 'listAuditReviews',
    tag: 'Audit logs',
    path: '/audit-logs/reviews',
    summary: 'List the reviews',
    description:
      'Newest first. `from` and `to` find the reviews whose period overlaps, `entity_id` those of the trail of a record.',
    scope: 'audit-logs:read',
    query: ReviewQuery,
    answer: page(Review),
    example: { answer: examplePage(reviewExample) },
    handle: ({ query, orgId }) => reviews.list(orgId, query),
  }),
  route({
    id: 'getAuditReview',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/reviews/:review_id',
    summary: 'Read a review',
    description: 'One review as it was made.',
    scope: 'audit-logs:read',
    params: ReviewId,
    answer: one(Review),
    example: { answer: reviewExample },
    handle: ({ params, call }) => reviews.get(call.actor.org_id, params.review_id),
  }),
];
