import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { checkpointQuery, oldestEntryQuery, qualificationListQuery } from '../audit/audit.queries.ts';
import { wordFor } from '../i18n/vocabulary.ts';
import { Part } from '../ui/part.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { RESULTS } from './report-words.ts';
import { dueReviewQuery } from './review.queries.ts';

type ItemProps = { link: ReactNode; children: ReactNode; state?: ReactNode };

const Item = ({ link, state, children }: ItemProps) => (
  <li>
    <h3>{link}</h3>
    <div>{children}</div>
    {state && <div className="evidence-state">{state}</div>}
  </li>
);

/** What an inspection asks for beside single records, each with how it stands now. */
export const Evidence = () => {
  const { t } = useLingui();
  return (
    <section aria-label={t`Evidence`}>
      <h2 className="section-title">{t`Evidence`}</h2>
      <ul className="evidence">
        <Item link={<Link to="/audit">{t`Audit log`}</Link>} state={<LogState />}>
          <Trans>
            Who did what, when and why. Of note:{' '}
            <Link to="/audit" search={{ has_signature: 'true' }}>
              signatures
            </Link>
            ,{' '}
            <Link to="/audit" search={{ action: 'delete' }}>
              deletions
            </Link>
            ,{' '}
            <Link to="/audit" search={{ entity_type: 'user,api_key,oauth_application,organization' }}>
              users and rights
            </Link>
            .
          </Trans>
        </Item>
        <Item link={<Link to="/audit/verification">{t`Verification of the audit log`}</Link>} state={<ChainState />}>
          <Trans>Shows that no entry was changed, removed, added or moved since it was recorded.</Trans>
        </Item>
        <Item link={<Link to="/inspection/exports">{t`Exports of the audit log`}</Link>}>
          <Trans>The entries of a period as a signed file, which one program checks without this system.</Trans>
        </Item>
        <Item link={<Link to="/inspection/reports">{t`21 CFR Part 11 reports`}</Link>}>
          <Trans>Signatures, completeness of the trail, access and validation of a period, with every finding.</Trans>
        </Item>
        <Item link={<Link to="/inspection/reviews">{t`Reviews of the audit log`}</Link>} state={<ReviewState />}>
          <Trans>Which review is due, what it looks at, and those that were made.</Trans>
        </Item>
        <Item
          link={<Link to="/audit/qualifications">{t`Qualifications of the system`}</Link>}
          state={<QualificationState />}
        >
          <Trans>Runs that checked the installed system against its requirements, with their signed files.</Trans>
        </Item>
      </ul>
    </section>
  );
};

const LogState = () => {
  const query = useQuery(oldestEntryQuery);
  return (
    <Part query={query} lines={1}>
      {(oldest) =>
        oldest ? (
          <span>
            <Plural value={oldest.total} one="# entry" other="# entries" />,{' '}
            <Trans>
              since <Instant value={oldest.entry.timestamp} exact />
            </Trans>
          </span>
        ) : (
          <Trans>No entries yet</Trans>
        )
      }
    </Part>
  );
};

const ChainState = () => {
  const query = useQuery(checkpointQuery);
  return (
    <Part query={query} lines={1}>
      {(checkpoint) =>
        checkpoint ? (
          <Trans>
            Last signed by the system <Instant value={checkpoint.at} />
          </Trans>
        ) : (
          <Trans>The system has not signed a checkpoint yet</Trans>
        )
      }
    </Part>
  );
};

const ReviewState = () => {
  const { t } = useLingui();
  const query = useQuery(dueReviewQuery);
  return (
    <Part query={query} lines={1}>
      {({ is_due, due_at }) =>
        is_due ? (
          <>
            <Status state="overdue" label={t`Due`} />{' '}
            <Trans>
              since <Instant value={due_at} />
            </Trans>
          </>
        ) : due_at ? (
          <Trans>
            Next due <Instant value={due_at} />
          </Trans>
        ) : (
          <Trans>Nothing to review yet</Trans>
        )
      }
    </Part>
  );
};

const QualificationState = () => {
  const query = useQuery(qualificationListQuery(1));
  return (
    <Part query={query} lines={1}>
      {({ data: [newest] }) =>
        newest ? (
          <>
            <Status state={newest.result} label={wordFor(RESULTS, newest.result)} />{' '}
            <Instant value={newest.completed_at} />
          </>
        ) : (
          <Trans>No run is recorded yet</Trans>
        )
      }
    </Part>
  );
};
