import type { AnyRoute, Kit } from '@qsc/service-kit';
import type { EntryCollection } from '../entry/entry.store.ts';
import { reviewRoutes } from '../review/review.routes.ts';
import { makeReviewService } from '../review/review.service.ts';
import { makeFindReviewed, reviewDefinition } from '../review/review.store.ts';
import { makeUnreviewedQuery, type UnreviewedQuery } from '../review/unreviewed.query.ts';

/** Reviews of the log and of trails, and what is not reviewed yet. */
export const composeReviews = (
  { open, unitOfWork }: Kit,
  entries: EntryCollection,
): { routes: AnyRoute[]; unreviewed: UnreviewedQuery } => {
  const reviews = open(reviewDefinition);
  return {
    routes: reviewRoutes(makeReviewService({ reviews, entries, unitOfWork })),
    unreviewed: makeUnreviewedQuery({ entries, findReviewed: makeFindReviewed(reviews) }),
  };
};
