import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import type { AuditEntry } from '../ui/trail-entry.tsx';
import { EntryList } from './entry-list.tsx';
import { NeedsLog } from './needs-log.tsx';
import { type Report, reportListQuery } from './report.queries.ts';
import { ReportForm } from './report-form.tsx';
import { OUTCOMES } from './report-words.ts';

const ReportsPage = () => {
  const { t } = useLingui();
  const { page = 1 } = Route.useSearch();
  return (
    <NeedsLog title={t`21 CFR Part 11 reports`}>
      <Page title={t`21 CFR Part 11 reports`}>
        <p className="prose inspection-intro">
          <Trans>
            A report verifies every signature and the chain of a period again, and compares the log with what the
            services have stored. It never changes and has a checksum.
          </Trans>
        </p>
        <section className="section inspection-part" aria-label={t`New report`}>
          <h2 className="section-title">{t`New report`}</h2>
          <ReportForm />
        </section>
        <section className="section inspection-part" aria-label={t`Earlier reports`}>
          <h2 className="section-title">{t`Earlier reports`}</h2>
          <ReportList page={page} />
        </section>
      </Page>
    </NeedsLog>
  );
};

const ReportList = ({ page }: { page: number }) => (
  <EntryList
    query={useQuery(reportListQuery(page))}
    address="/inspection/reports"
    empty={<Trans>Nobody has made a report yet.</Trans>}
  >
    {(entry) => <ReportRow key={entry.id} entry={entry} />}
  </EntryList>
);

/** What the entry of a report says of it. */
type ReportDetails = Partial<Report['period'] & Report['summary']>;

const ReportRow = ({ entry }: { entry: AuditEntry }) => {
  const { t, i18n } = useLingui();
  const { entity_id: reportId, user, timestamp, metadata } = entry;
  const { from, to, overall_compliance } = (metadata.details ?? {}) as ReportDetails;
  const outcome = overall_compliance && OUTCOMES[overall_compliance];
  return (
    <li>
      <div className="record-line">
        <Link to="/inspection/reports/$reportId" params={{ reportId }} preload={false}>
          {t`Report of`} <Instant value={timestamp} exact />
        </Link>
        {outcome && <Status state={outcome.state} label={i18n._(outcome.label)} />}
        <span className="fact">
          <span className="fact-name">
            <Trans>by</Trans>
          </span>
          {user.name || user.id}
        </span>
      </div>
      {from && to && (
        <p className="none">
          <Instant value={from} exact /> – <Instant value={to} exact />
        </p>
      )}
    </li>
  );
};

export const Route = createLazyRoute('/inspection/reports/')({ component: ReportsPage });
