import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleXFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRight } from '../session/session.ts';
import { EntriesById } from './entries-by-id.tsx';
import { namesIn, type Subject, toSubjects } from './finding-subjects.ts';
import type { Finding, Report } from './report.queries.ts';
import { useDays } from './report-figures.tsx';
import { findingText } from './report-words.ts';

type ListProps = { title: string; findings: readonly Finding[]; report: Report; isSerious?: boolean };

/** What a section found, each with the way to its evidence. */
export const FindingList = ({ title, findings, report, isSerious = false }: ListProps) => {
  if (findings.length === 0) return null;
  const Icon = isSerious ? IconCircleXFilled : IconAlertTriangle;
  return (
    <>
      <h3>{title}</h3>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={finding.code}>
            <Icon size={16} aria-hidden className={isSerious ? 'status-bad' : 'status-soon'} />
            <FindingBody finding={finding} report={report} />
          </li>
        ))}
      </ul>
    </>
  );
};

/** The audit log is filtered by so many records at most. */
const MOST_FILTERED = 50;

const FindingBody = ({ finding, report }: Omit<ListProps, 'title' | 'findings'> & { finding: Finding }) => {
  const { t } = useLingui();
  const days = useDays(report.period);
  const { entry_ids, total } = finding;
  const subjects = toSubjects(finding, namesIn(report.sections));
  const ids = [...new Set(subjects.flatMap(({ recordId }) => (recordId ? [recordId] : [])))];
  const named = Math.max(entry_ids.length, subjects.length);
  return (
    <div>
      <p>
        {findingText(finding)} {total > 1 && <strong>{t`${total} times`}</strong>}
      </p>
      {entry_ids.length > 0 && (
        <EntriesById
          ids={entry_ids}
          label={<Plural value={entry_ids.length} one="# entry of the log" other="# entries of the log" />}
        />
      )}
      {subjects.length > 0 && (
        <ul className="subjects">
          {subjects.map((subject) => (
            <li key={subject.id}>
              <SubjectLink subject={subject} />
            </li>
          ))}
        </ul>
      )}
      {ids.length > 0 && (
        <p>
          {/* Access is that of the time of the report, so that its entries may be older than the period. */}
          <Link to="/audit" search={{ entity_id: ids.slice(0, MOST_FILTERED).join(',') }}>
            <Plural
              value={ids.length}
              one="All its entries in the audit log"
              other="All their entries in the audit log"
            />
          </Link>
        </p>
      )}
      <FindingLinks code={finding.code} days={days} />
      {named < total && named > 0 && (
        <p className="none">
          <Trans>
            The report names the first {named} of {total}.
          </Trans>
        </p>
      )}
    </div>
  );
};

const SubjectLink = ({ subject: { id, name, path } }: { subject: Subject }) => {
  const maySeeUsers = useRight('admin:read');
  const isLinked = path !== null && (maySeeUsers || !path.startsWith('/administration'));
  return isLinked ? (
    <Link to={path} preload={false}>
      {name}
    </Link>
  ) : (
    <span className={name === id ? 'mono inspection-id' : undefined}>{name}</span>
  );
};

/** Where a finding without entries of its own is looked into. */
const FindingLinks = ({ code, days }: { code: string; days: { from: string; to: string } }) => {
  if (/^(chain_broken|sequence_gap|verification_)/.test(code))
    return (
      <p>
        <Link to="/audit/verification">
          <Trans>Verify the log</Trans>
        </Link>
      </p>
    );
  if (code === 'qualification_failed')
    return (
      <p>
        <Link to="/audit/qualifications">
          <Trans>Qualifications of the system</Trans>
        </Link>
      </p>
    );
  if (code === 'restore_drill_old' || code === 'restore_drill_failed')
    return (
      <p>
        <Link to="/audit" search={{ entity_type: 'restore_drill' }}>
          <Trans>Restore tests in the audit log</Trans>
        </Link>
      </p>
    );
  if (code.startsWith('act_'))
    return (
      <p>
        <Link to="/audit" search={days}>
          <Trans>The entries of the period</Trans>
        </Link>
      </p>
    );
  return null;
};
