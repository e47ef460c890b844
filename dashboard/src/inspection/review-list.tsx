import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Pager } from '../ui/list/pager.tsx';
import { Part } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';
import type { Review } from '../ui/trail-review.queries.ts';
import { Conclusion } from '../ui/trail-review.tsx';
import { EntriesById } from './entries-by-id.tsx';
import { reviewListQuery } from './review.queries.ts';

/** The reviews that were made: of which period or record, by whom, and what was found. */
export const ReviewList = ({ page }: { page: number }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = useQuery(reviewListQuery(page));
  return (
    <section className="section inspection-part" aria-label={t`Reviews that were made`}>
      <h2 className="section-title">{t`Reviews that were made`}</h2>
      <Part query={query} lines={4}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p className="none">
              <Trans>Nobody has recorded a review yet.</Trans>
            </p>
          ) : (
            <>
              <ul className="inspection-rows">
                {data.map((review) => (
                  <ReviewRow key={review.id} review={review} />
                ))}
              </ul>
              <div className="list-foot">
                <Pager
                  meta={meta}
                  onPage={(next) => void navigate({ to: '/inspection/reviews', search: { page: next } })}
                />
              </div>
            </>
          )
        }
      </Part>
    </section>
  );
};

const ReviewRow = ({ review }: { review: Review }) => {
  const { t } = useLingui();
  const { from, to, conclusion, notes, entity_id, entry_ids, last_sequence, reviewed_by, created_at } = review;
  return (
    <li>
      <div className="record-line">
        <Conclusion value={conclusion} />
        {entity_id === null ? (
          <span>
            <Trans>
              The log from <Instant value={from} exact /> to <Instant value={to} exact />
            </Trans>
          </span>
        ) : (
          <span>
            <Trans>
              The trail of{' '}
              <Link to="/audit" search={{ entity_id }}>
                a record
              </Link>
            </Trans>
          </span>
        )}
        <span className="fact">
          <span className="fact-name">
            <Trans>by</Trans>
          </span>
          {reviewed_by.name}, <Instant value={created_at} />
        </span>
        <span className="none">{t`The log ended at entry ${last_sequence}.`}</span>
      </div>
      {notes && <p className="prose">{notes}</p>}
      {entry_ids.length > 0 && (
        <EntriesById
          ids={entry_ids}
          label={
            entity_id === null ? (
              <Plural value={entry_ids.length} one="# entry with findings" other="# entries with findings" />
            ) : (
              <Plural value={entry_ids.length} one="# entry that was seen" other="# entries that were seen" />
            )
          }
        />
      )}
    </li>
  );
};
