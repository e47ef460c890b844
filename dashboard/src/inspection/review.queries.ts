import type { Schemas } from '@qsc/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import type { Finding, Review } from '../ui/trail-review.queries.ts';

export type DueReview = Schemas['DueAuditReview'];
export type ReviewPeriod = NonNullable<DueReview['period']>;

const PER_PAGE = 20;

/** The periodic review of the log that comes next, with what to look at once it is due. */
export const dueReviewQuery = queryOptions({
  queryKey: ['audit', 'reviews', 'due'],
  queryFn: ({ signal }) => client.auditLogs.getDueAuditReview({ signal }),
});

/** A page of the reviews of the log and of the trails of records, newest first. */
export const reviewListQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', 'reviews', 'list', page],
    queryFn: () => client.auditLogs.listReviews({ per_page: PER_PAGE }).page(page),
    placeholderData: keepPreviousData,
  });

/** Records that the user has reviewed the log of a period; `entryIds` are those that the findings are about. */
export const recordPeriodReview = (
  { from, to }: ReviewPeriod,
  entryIds: readonly string[],
  { conclusion, notes }: Finding,
): Promise<Review> =>
  client.auditLogs.createReview({
    from,
    to,
    conclusion,
    notes: notes.trim() || null,
    entry_ids: conclusion === 'findings' ? [...entryIds] : [],
  });
