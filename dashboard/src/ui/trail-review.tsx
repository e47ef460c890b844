import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconCircleCheckFilled, IconFlag } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRight } from '../session/session.ts';
import { Part } from './part.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { Instant } from './time.tsx';
import { TrailEntry } from './trail-entry.tsx';
import { type Review, recordReview, reviewsQuery, type TrailItem, unreviewedQuery } from './trail-review.queries.ts';

type Risk = NonNullable<TrailItem['risks']>[number];

const RISKS: Readonly<Record<Risk, MessageDescriptor>> = {
  deleted: msg`Deletion`,
  changed_after_approval: msg`Change after an approval`,
  result_corrected: msg`Corrected result`,
  critical_field: msg`Critical field`,
  by_administrator: msg`By an administrator`,
  odd_hours: msg`At night or on a weekend`,
};

/** Why an entry deserves a closer look. */
export const Risks = ({ risks }: { risks: readonly Risk[] }) => {
  const { i18n } = useLingui();
  return (
    <ul className="risks">
      {risks.map((risk) => (
        <li key={risk} className="status status-soon">
          <IconFlag size={14} aria-hidden />
          {i18n._(RISKS[risk])}
        </li>
      ))}
    </ul>
  );
};

/** What the user has not reviewed of a record's trail, the most serious first, and who reviewed it before. */
export const TrailReview = ({ recordId }: { recordId: string }) => {
  const { t } = useLingui();
  const unreviewed = useQuery(unreviewedQuery(recordId));
  const mayList = useRight('audit-logs:read');
  const reviews = useQuery({ ...reviewsQuery(recordId), enabled: mayList });
  const [isReviewing, setReviewing] = useState(false);
  return (
    <div className="trail-review">
      <Part query={unreviewed} lines={3}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="status status-good">
              <IconCircleCheckFilled size={15} aria-hidden />
              <Trans>You have reviewed every entry.</Trans>
            </p>
          ) : (
            <section aria-label={t`Not reviewed by you`}>
              <Group justify="space-between" gap="xs">
                <h3>
                  <Plural value={total} one="# entry not reviewed by you" other="# entries not reviewed by you" />
                </h3>
                <Button size="compact-sm" variant="default" onClick={() => setReviewing(true)}>
                  <Trans>Mark as reviewed</Trans>
                </Button>
              </Group>
              <ol className="trail">
                {items.map(({ risks = [], ...item }) => (
                  <TrailEntry key={item.id} entry={item}>
                    {risks.length > 0 && <Risks risks={risks} />}
                  </TrailEntry>
                ))}
              </ol>
              {isReviewing && (
                <TrailReviewDialog recordId={recordId} items={items} onClose={() => setReviewing(false)} />
              )}
            </section>
          )
        }
      </Part>
      {mayList && (
        <Part query={reviews} lines={1}>
          {(done) => <Reviews reviews={done} />}
        </Part>
      )}
    </div>
  );
};

const Reviews = ({ reviews }: { reviews: readonly Review[] }) => {
  const { t } = useLingui();
  if (reviews.length === 0)
    return (
      <p className="none">
        <Trans>Nobody has reviewed this trail yet.</Trans>
      </p>
    );
  return (
    <section aria-label={t`Reviews`}>
      <h3>{t`Reviews`}</h3>
      <ul className="reviews">
        {reviews.map(({ id, reviewed_by, created_at, conclusion, notes, entry_ids }) => (
          <li key={id}>
            <span>{reviewed_by.name}</span>
            <Conclusion value={conclusion} />
            <span className="none">
              <Plural value={entry_ids.length} one="# entry" other="# entries" />
            </span>
            <Instant value={created_at} />
            {notes && <p className="trail-reason">{notes}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Whether a review found something. */
export const Conclusion = ({ value }: { value: Review['conclusion'] }) => {
  const { t } = useLingui();
  return (
    <span className={`status status-${value === 'findings' ? 'soon' : 'good'}`}>
      {value === 'findings' ? t`Findings` : t`No findings`}
    </span>
  );
};

type DialogProps = { recordId: string; items: readonly TrailItem[]; onClose: () => void };

/** What the user found in the entries that are shown. */
const TrailReviewDialog = ({ recordId, items, onClose }: DialogProps) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  return (
    <ReviewDialog
      title={t`Review of the audit trail`}
      verb={t`Mark as reviewed`}
      draftName={`trail-review:${recordId}`}
      onRecord={async (finding) => {
        await recordReview(recordId, items, finding);
        await queries.invalidateQueries({ queryKey: ['trail', recordId] });
      }}
      onClose={onClose}
    >
      <Plural
        value={items.length}
        one="You record that you have reviewed the # entry shown. This cannot be changed afterwards."
        other="You record that you have reviewed the # entries shown. This cannot be changed afterwards."
      />
    </ReviewDialog>
  );
};
