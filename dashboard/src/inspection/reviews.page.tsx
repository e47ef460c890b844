import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { DueReviewPart } from './due-review.tsx';
import { NeedsLog } from './needs-log.tsx';
import { RecordReviews } from './record-reviews.tsx';
import { dueReviewQuery } from './review.queries.ts';
import { ReviewList } from './review-list.tsx';

const ReviewsPage = () => {
  const { t } = useLingui();
  const { page = 1 } = Route.useSearch();
  return (
    <NeedsLog title={t`Reviews of the audit log`}>
      <Page title={t`Reviews of the audit log`}>
        <p className="prose inspection-intro">
          <Trans>
            A review records that somebody has looked through the log, and what they found (EU GMP Annex 11, clause 9).
            It is kept for good and is an entry of the log itself.
          </Trans>
        </p>
        <Due />
        <RecordReviews />
        <ReviewList page={page} />
      </Page>
    </NeedsLog>
  );
};

const Due = () => {
  const { t } = useLingui();
  const query = useQuery(dueReviewQuery);
  return (
    <section className="section inspection-part" aria-label={t`Periodic review`}>
      <h2 className="section-title">{t`Periodic review`}</h2>
      <Part query={query} lines={5}>
        {(due) => <DueReviewPart due={due} />}
      </Part>
    </section>
  );
};

export const Route = createLazyRoute('/inspection/reviews')({ component: ReviewsPage });
