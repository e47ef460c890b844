import type { AnyRoute, Kit } from '@qsc/service-kit';
import type { EntryCollection } from '../entry/entry.store.ts';
import { reviewRoutes } from '../review/review.routes.ts';
import { makeReviewService } from '../review/review.service.ts';
import { reviewDefinition } from '../review/review.store.ts';

/** Reviews of the log. */
export const composeReviews = (kit: Kit, entries: EntryCollection): { routes: AnyRoute[] } => ({
  routes: reviewRoutes(makeReviewService({ reviews: kit.open(reviewDefinition), entries, unitOfWork: kit.unitOfWork })),
});
