import { Trans, useLingui } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { AUDITED_TYPES } from '../audit/audit-words.ts';
import { choices, RECORD_TYPES } from '../i18n/vocabulary.ts';
import { loadSession, useRight } from '../session/session.ts';
import type { FieldSpec } from '../ui/fields.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { type Change, Section } from '../ui/section.tsx';
import { Trail } from '../ui/trail.tsx';
import { type Organization, organizationQuery, saveOrganization } from './organization.queries.ts';

/** The kinds of record whose reads can be recorded. */
const READ_KINDS = [...Object.keys(RECORD_TYPES), 'api_key', 'oauth_application', 'organization', 'user', 'workflow'];

const OrganizationPage = () => {
  const { t } = useLingui();
  const { tab = 'settings' } = Route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(organizationQuery);
  return (
    <Page title={t`Organisation`}>
      <Part query={query} lines={8}>
        {(organization) => (
          <Tabs
            value={tab}
            onChange={(next) =>
              void navigate({
                to: '/administration/organization',
                search: next === 'history' ? { tab: next } : {},
                replace: true,
              })
            }
            keepMounted={false}
            activateTabWithKeyboard={false}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="settings">{t`Settings`}</Tabs.Tab>
              <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="settings">
              <Settings organization={organization} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <Trail recordId={organization.id} />
            </Tabs.Panel>
          </Tabs>
        )}
      </Part>
    </Page>
  );
};

const Settings = ({ organization }: { organization: Organization }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const mayWrite = useRight('admin:write');
  const save = async (change: Change) => {
    await saveOrganization(change);
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['organization'] }),
      queries.invalidateQueries({ queryKey: ['trail', organization.id] }),
      // Zone and reasons hold for every page at once.
      loadSession(),
    ]);
  };
  const edited = {
    record: organization,
    hindrance: mayWrite ? null : t`Your role reads the settings and does not change them.`,
    save,
    reload: () => queries.fetchQuery({ ...organizationQuery, staleTime: 0 }),
  };
  const general: FieldSpec[] = [
    { path: 'name', label: t`Name`, kind: 'text', isRequired: true },
    {
      path: 'time_zone',
      label: t`Time zone`,
      kind: 'choice',
      choices: ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value })),
      isRequired: true,
      description: t`Due, overdue and expired go by the day in it.`,
    },
    {
      path: 'settings.session_idle_minutes',
      label: t`Lock after minutes`,
      kind: 'number',
      min: 5,
      max: 60,
      isRequired: true,
      description: t`A session of the dashboard without input for so long asks for the password again; 5 to 60.`,
    },
  ];
  const records: FieldSpec[] = [
    {
      path: 'settings.audit_review_interval_days',
      label: t`Days between audit trail reviews`,
      kind: 'number',
      min: 1,
      max: 366,
      isRequired: true,
      description: t`So many days of the audit trail are reviewed at a time; 1 to 366.`,
    },
    {
      path: 'settings.strict_mode',
      label: t`Strict reasons`,
      kind: 'yes_no',
      isRequired: true,
      description: t`Every change of a record needs a reason.`,
    },
    {
      path: 'settings.recorded_reads',
      label: t`Recorded reads`,
      kind: 'several',
      choices: choices(AUDITED_TYPES, READ_KINDS),
      description: t`Reads of these kinds of record are recorded in the audit log.`,
    },
  ];
  return (
    <div className="settings">
      <Section name="general" title={t`General`} specs={general} {...edited} />
      <Section name="records" title={t`Records`} specs={records} {...edited} />
      <Limits organization={organization} />
    </div>
  );
};

/** The tier and what it permits; an operator sets it. */
const Limits = ({ organization: { tier, limits } }: { organization: Organization }) => {
  const { t, i18n } = useLingui();
  const tiers = { free: t`Free`, professional: t`Professional`, enterprise: t`Enterprise`, custom: t`Custom` };
  return (
    <section className="section" aria-label={t`Tier`}>
      <h2 className="section-title">{t`Tier`}</h2>
      <dl className="fields">
        <div>
          <dt>{t`Tier`}</dt>
          <dd>{tiers[tier]}</dd>
        </div>
        <div>
          <dt>{t`Requests in a minute`}</dt>
          <dd>{limits.requests_per_minute.toLocaleString(i18n.locale)}</dd>
        </div>
        <div>
          <dt>{t`Requests in a second`}</dt>
          <dd>{limits.burst.toLocaleString(i18n.locale)}</dd>
        </div>
      </dl>
      <p className="none">
        <Trans>The operator of the system sets the tier.</Trans>
      </p>
    </section>
  );
};

export const Route = createLazyRoute('/administration/organization')({ component: OrganizationPage });
