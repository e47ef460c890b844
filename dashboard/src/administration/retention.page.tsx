import { useLingui } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { AUDITED_TYPES } from '../audit/audit-words.ts';
import { choices } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import type { FieldSpec } from '../ui/fields.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { type Change, Section } from '../ui/section.tsx';
import { Trail } from '../ui/trail.tsx';
import { Holds } from './holds.tsx';
import {
  type RetentionPolicy,
  type RetentionRules,
  refreshRetention,
  replaceRules,
  retentionQuery,
} from './retention.queries.ts';
import { Exceptions } from './retention-exceptions.tsx';
import type { RetentionTab } from './routes.ts';

const RetentionPage = () => {
  const { t } = useLingui();
  const { tab = 'policy' } = Route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(retentionQuery);
  const open = (next: string | null) =>
    navigate({
      to: '/administration/retention',
      search: next === null || next === 'policy' ? {} : { tab: next as RetentionTab },
      replace: true,
    });
  return (
    <Page title={t`Retention of the audit log`}>
      <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} activateTabWithKeyboard={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="policy">{t`Policy`}</Tabs.Tab>
          <Tabs.Tab value="holds">{t`Legal holds`}</Tabs.Tab>
          <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="policy">
          <Part query={query} lines={8}>
            {(policy) => <Policy policy={policy} />}
          </Part>
        </Tabs.Panel>
        <Tabs.Panel value="holds">
          <Holds />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Part query={query}>{({ policy_id }) => <Trail recordId={policy_id} />}</Part>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
};

const Policy = ({ policy }: { policy: RetentionPolicy }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const mayWrite = useRight('admin:write');
  const hindrance = mayWrite ? null : t`Your role reads the policy and does not change it.`;
  const record = { ...policy, id: policy.policy_id };
  const reload = async () => {
    const now = await queries.fetchQuery({ ...retentionQuery, staleTime: 0 });
    return { ...now, id: now.policy_id };
  };
  const save = async ({ patch, ifMatch, reason }: Change) => {
    // The other rules are those of the version that was edited.
    const base = ifMatch === policy.version ? policy : await reload();
    await replaceRules({ ...base, version: ifMatch }, patch as Partial<RetentionRules>, reason);
    await refreshRetention(queries);
  };
  const specs: FieldSpec[] = [
    { path: 'name', label: t`Name`, kind: 'text', isRequired: true },
    {
      path: 'retention_period_years',
      label: t`Retained for years`,
      kind: 'number',
      min: 1,
      max: 100,
      isRequired: true,
      description: t`Counted from when an entry was recorded.`,
    },
    {
      path: 'applies_to',
      label: t`Kinds of record`,
      kind: 'several',
      choices: [{ value: 'all', label: t`All` }, ...choices(AUDITED_TYPES)],
      isRequired: true,
      description: t`Entries of other kinds are never removed.`,
    },
    {
      path: 'archive_after_years',
      label: t`Archived after years`,
      kind: 'number',
      min: 1,
      max: 100,
      isRequired: true,
      description: t`Older entries are written to signed files.`,
    },
    {
      path: 'deletion_policy',
      label: t`Removal`,
      kind: 'choice',
      choices: [
        { value: 'never', label: t`Never` },
        { value: 'after_retention', label: t`After the retention; the signed file stays` },
      ],
      isRequired: true,
    },
  ];
  return (
    <div className="settings">
      <Section
        name="rules"
        title={t`Rules`}
        specs={specs}
        record={record}
        hindrance={hindrance}
        needsReason
        save={save}
        reload={reload}
      />
      <Exceptions policy={policy} hindrance={hindrance} />
    </div>
  );
};

export const Route = createLazyRoute('/administration/retention')({ component: RetentionPage });
