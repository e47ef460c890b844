import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pendingQuery } from '../approvals/approval.queries.ts';
import { typeName } from '../audit/audit-words.ts';
import { Part } from '../ui/part.tsx';
import { Deadline } from '../ui/time.tsx';
import { unreviewedQuery } from '../ui/trail-review.queries.ts';

/** The records whose trail the user has to review before they may approve. */
export const RecordReviews = () => {
  const { t } = useLingui();
  const query = useQuery(pendingQuery);
  const waiting = (query.data?.data ?? []).filter(({ require_audit_review }) => require_audit_review);
  const unreviewed = useQueries({ queries: waiting.map(({ entity_id }) => unreviewedQuery(entity_id)) });
  return (
    <section className="section inspection-part" aria-label={t`Reviews of records`}>
      <h2 className="section-title">{t`Reviews of records`}</h2>
      <Part query={query} lines={2}>
        {() =>
          waiting.length === 0 ? (
            <p className="none">
              <Trans>
                No approval of yours waits for a review of a trail. The trail of any record can be reviewed on its page,
                under History.
              </Trans>
            </p>
          ) : (
            <ul className="related">
              {waiting.map(({ approval_id, entity_id, entity_type, title, due_date }, index) => {
                const total = unreviewed[index]?.data?.total;
                return (
                  <li key={approval_id}>
                    <span className="related-type">{typeName(entity_type)}</span>
                    <Link to="/approvals/$entityId" params={{ entityId: entity_id }} preload={false}>
                      {title}
                    </Link>
                    {total !== undefined && (
                      <span className="none">
                        <Plural value={total} one="# entry not reviewed by you" other="# entries not reviewed by you" />
                      </span>
                    )}
                    {due_date && <Deadline value={due_date} />}
                  </li>
                );
              })}
            </ul>
          )
        }
      </Part>
    </section>
  );
};
