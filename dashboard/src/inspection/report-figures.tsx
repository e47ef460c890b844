import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AUDIT_FILTERS } from '../audit/audit-filters.ts';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { dayIn } from '../ui/day.ts';
import { Fact } from '../ui/fact.tsx';
import { Status } from '../ui/status.tsx';
import { Instant, usePlace } from '../ui/time.tsx';
import type { Report, Sections } from './report.queries.ts';
import { RESULTS } from './report-words.ts';

type Props<Name extends keyof Sections> = { section: NonNullable<Sections[Name]>; period: Report['period'] };

/** The days of a period in the organisation's zone, as the audit log is filtered by them. */
export const useDays = ({ from, to }: Report['period']): { from: string; to: string } => {
  const { zone } = usePlace();
  return { from: dayIn(zone, new Date(from)), to: dayIn(zone, new Date(to)) };
};

type FigureProps = {
  name: string;
  value: number;
  /** The entries that it counts, or those that it is among. */
  search?: Partial<Record<(typeof AUDIT_FILTERS)[number], string>>;
  children?: ReactNode;
};

/** A number of a report, which leads to the entries of the log that it comes from. */
const Figure = ({ name, value, search, children }: FigureProps) => {
  const { i18n } = useLingui();
  const text = value.toLocaleString(i18n.locale);
  return (
    <Fact name={name}>
      {search && value > 0 ? (
        <Link to="/audit" search={search}>
          {text}
        </Link>
      ) : (
        text
      )}
      {children && <span className="none"> {children}</span>}
    </Fact>
  );
};

export const SignatureFigures = ({ section, period }: Props<'electronic_signatures'>) => {
  const { t } = useLingui();
  const days = useDays(period);
  const { total_signatures, invalid_signatures, stale_signatures, signed_entries } = section;
  return (
    <dl className="fields">
      <Figure name={t`Signatures`} value={total_signatures} search={{ ...days, has_signature: 'true' }} />
      <Figure name={t`Invalid`} value={invalid_signatures} />
      <Figure name={t`Changed since signed`} value={stale_signatures} />
      <Figure name={t`Signed entries`} value={signed_entries} search={{ ...days, has_signature: 'true' }} />
    </dl>
  );
};

export const CompletenessFigures = ({ section, period }: Props<'audit_trail_completeness'>) => {
  const { t } = useLingui();
  const days = useDays(period);
  const { total_entries, gaps, entries_verified, details } = section;
  const without = [
    ...details.compared.map(({ service, without_entry }) => ({ service, without_entry })),
    ...details.acts.services,
  ].reduce((sum, { without_entry }) => sum + without_entry, 0);
  const acts = details.acts.services.reduce((sum, one) => sum + one.acts, 0);
  const changes = details.compared.reduce((sum, one) => sum + one.changes, 0);
  return (
    <dl className="fields">
      <Figure name={t`Entries`} value={total_entries} search={days} />
      <Figure name={t`Entries verified`} value={entries_verified} />
      <Fact name={t`Chain`}>
        <span className="fact">
          <Status
            state={details.chain_valid ? 'valid' : 'invalid'}
            label={details.chain_valid ? t`Unbroken` : t`Broken`}
          />{' '}
          <Link to="/audit/verification">
            <Trans>Verify the log now</Trans>
          </Link>
        </span>
      </Fact>
      <Figure name={t`Gaps`} value={gaps} />
      {details.removed_entries > 0 && (
        <Figure name={t`Removed entries`} value={details.removed_entries}>
          <Trans>Signed segments stand for them.</Trans>
        </Figure>
      )}
      <Figure name={t`Compared`} value={changes + acts}>
        <Trans>versions of records and acts of the services</Trans>
      </Figure>
      <Figure name={t`Without an entry`} value={without} />
      <Fact name={t`Acts since`}>
        <Instant value={details.acts.kept_since} exact />
      </Fact>
    </dl>
  );
};

export const AccessFigures = ({ section, period }: Props<'access_controls'>) => {
  const { t } = useLingui();
  const days = useDays(period);
  const { failed_logins, failed_signatures, lockouts, role_changes, keys_near_expiry, dormant_users, details } =
    section;
  const ofUsers = { ...days, entity_type: 'user' };
  return (
    <>
      <dl className="fields">
        <Figure name={t`Failed sign-ins`} value={failed_logins} search={{ ...ofUsers, action: 'login' }}>
          {failed_logins > 0 && <Trans>among all sign-ins</Trans>}
        </Figure>
        <Figure
          name={t`Refused signatures`}
          value={failed_signatures}
          search={{ ...ofUsers, action: 'sign', has_signature: 'false' }}
        />
        <Figure name={t`Signing locked`} value={lockouts} search={{ ...ofUsers, action: 'update' }}>
          {lockouts > 0 && <Trans>among the changes of users</Trans>}
        </Figure>
        <Figure name={t`Changes of roles`} value={role_changes} search={{ ...ofUsers, action: 'update' }}>
          {role_changes > 0 && <Trans>among the changes of users</Trans>}
        </Figure>
        <Figure name={t`Keys that end soon`} value={keys_near_expiry} />
        <Figure name={t`Users without a sign-in`} value={dormant_users} />
      </dl>
      {details.role_changes.length > 0 && (
        <details>
          <summary>
            <Plural value={details.role_changes.length} one="# change of a role" other="# changes of roles" />
          </summary>
          <ul className="found-entries">
            {details.role_changes.map(({ entry_id, at, user, from, to, by }) => (
              <li key={entry_id}>
                <Link to="/audit/$entryId" params={{ entryId: entry_id }} preload={false}>
                  <Instant value={at} exact />
                </Link>
                <span>{user}</span>
                <span>
                  {from ? wordFor(ROLES, from) : '–'} → {to ? wordFor(ROLES, to) : '–'}
                </span>
                <span className="none">{t`by ${by}`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

export const SystemFigures = ({ section: { details } }: Pick<Props<'system_validations'>, 'section'>) => {
  const { t, i18n } = useLingui();
  const { programs, last_verification: verification, last_restore_drill: drill, last_qualification: run } = details;
  const versions = [...new Set(programs.map(({ version }) => version))];
  return (
    <dl className="fields">
      <Fact name={t`Programs`}>
        <Plural value={programs.length} one="# program" other="# programs" />, {versions.join(', ')}
      </Fact>
      <Fact name={t`Last verification`}>
        {verification && (
          <>
            <Status
              state={verification.valid ? 'valid' : 'invalid'}
              label={verification.valid ? t`Unbroken` : t`Broken`}
            />{' '}
            <Instant value={verification.at} exact />
            <span className="none"> {t`${verification.entries.toLocaleString(i18n.locale)} entries`}</span>
          </>
        )}
      </Fact>
      <Fact name={t`Last restore test`}>
        {drill && (
          <>
            <Status state={drill.passed ? 'passed' : 'failed'} label={drill.passed ? t`Passed` : t`Failed`} />{' '}
            <Instant value={drill.at} exact />
          </>
        )}
      </Fact>
      <Fact name={t`Last qualification`}>
        {run && (
          <>
            <Status state={run.result} label={wordFor(RESULTS, run.result)} />{' '}
            <Link to="/audit/qualifications">
              <Instant value={run.at} exact />
            </Link>
          </>
        )}
      </Fact>
    </dl>
  );
};
