import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../ui/empty.tsx';
import { Part } from '../ui/part.tsx';
import { Person } from '../ui/people.tsx';
import { Status } from '../ui/status.tsx';
import { Day, Instant } from '../ui/time.tsx';
import {
  type Qualification,
  qualificationsQuery,
  readAttributes,
  readQualification,
  type Supplier,
} from './supplier.queries.ts';

/** How the supplier stands and why, and every qualification before, newest first. */
export const QualificationTimeline = ({ supplier }: { supplier: Supplier }) => {
  const { t } = useLingui();
  const query = useQuery(qualificationsQuery(supplier.id));
  return (
    <Part query={query} lines={5}>
      {(qualifications) => {
        const current = qualifications.find(({ outcome }) => outcome === 'effective');
        const { conditions = current?.conditions ?? [] } = readAttributes(supplier);
        return (
          <>
            {readQualification(supplier) === 'conditional' && conditions.length > 0 && (
              <section className="banner conditions" aria-label={t`Conditions`}>
                <div className="banner-text">
                  <strong>
                    <Trans>Approved on these conditions</Trans>
                  </strong>
                  <ul>
                    {conditions.map((condition) => (
                      <li key={condition}>{condition}</li>
                    ))}
                  </ul>
                </div>
              </section>
            )}
            {qualifications.length === 0 ? (
              <Empty title={t`Not evaluated yet`}>
                <Trans>The supplier is new. Its evaluation begins with “Qualify supplier”.</Trans>
              </Empty>
            ) : (
              <ol className="timeline">
                {qualifications.map((qualification) => (
                  <TimelineItem key={qualification.id} qualification={qualification} />
                ))}
              </ol>
            )}
          </>
        );
      }}
    </Part>
  );
};

const TimelineItem = ({ qualification }: { qualification: Qualification }) => {
  const { t } = useLingui();
  const { status, outcome, effective_date, reason, conditions, next_review_date, changed_by, changed_at, refusal } =
    qualification;
  const notes: Readonly<Record<string, string>> = {
    scheduled: t`Scheduled`,
    replaced: t`Replaced before its day`,
    refused: t`Refused on its day`,
  };
  return (
    <li data-outcome={outcome}>
      <div className="timeline-head">
        <Status state={status} />
        <Day value={effective_date} />
        {notes[outcome] && <span className="timeline-note">{notes[outcome]}</span>}
      </div>
      {reason && <p className="prose">{reason}</p>}
      {refusal && <p className="status-bad">{refusal.message}</p>}
      {conditions.length > 0 && <p>{t`Conditions: ${conditions.join('; ')}`}</p>}
      <p className="none">
        <Person id={changed_by} />, <Instant value={changed_at} />
        {next_review_date && (
          <>
            {' · '}
            <Trans>
              next review <Day value={next_review_date} />
            </Trans>
          </>
        )}
      </p>
    </li>
  );
};
