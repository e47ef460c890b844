import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { SavedView } from '../session/preferences.ts';
import { addDays, dayIn } from '../ui/day.ts';
import { RecordList } from '../ui/list/record-list.tsx';
import { Page } from '../ui/page.tsx';
import { usePlace } from '../ui/time.tsx';
import { entryListQuery } from './audit.queries.ts';
import { AUDIT_FILTERS } from './audit-filters.ts';
import { AUDIT_HIDDEN_AT_FIRST, auditColumns, auditFilters } from './entry-list.tsx';

const WEEK = 7;

const AuditListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { zone } = usePlace();
  const query = useQuery(entryListQuery(search, zone));

  const today = dayIn(zone);
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Today`, search: { from: today } },
    { name: t`Last 7 days`, search: { from: addDays(today, -WEEK) } },
    { name: t`Signatures`, search: { has_signature: 'true' } },
    { name: t`Decisions`, search: { action: 'approve,reject' } },
    { name: t`Deletions`, search: { action: 'delete' } },
    { name: t`Sign-ins`, search: { action: 'login,logout' } },
    { name: t`Users and rights`, search: { entity_type: 'user,api_key,oauth_application,organization' } },
  ];
  const records = (query.data?.data ?? []).map(({ entity_id, entity_name }) => ({
    value: entity_id,
    label: entity_name,
  }));

  return (
    <Page
      title={t`Audit log`}
      isFluid
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/inspection/exports" {...props} />}>
            <Trans>Export</Trans>
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/audit/qualifications" {...props} />}>
            <Trans>Qualifications of the system</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={15} aria-hidden />}
            renderRoot={(props) => <Link to="/audit/verification" {...props} />}
          >
            <Trans>Verify the log</Trans>
          </Button>
        </>
      }
    >
      <RecordList
        name="audit"
        label={t`Audit log`}
        address="/audit"
        search={search}
        query={query}
        columns={auditColumns()}
        hiddenAtFirst={AUDIT_HIDDEN_AT_FIRST}
        filters={auditFilters(records)}
        filterNames={AUDIT_FILTERS}
        views={views}
        defaultSort="-timestamp"
        rowName={({ sequence }) => String(sequence)}
        empty={{
          unmatched: t`No entry fits these filters`,
          none: t`The log has no entries yet`,
          hint: t`Every action in the organisation makes one entry, which nobody can change or delete.`,
        }}
      />
    </Page>
  );
};

export const Route = createLazyRoute('/audit/')({ component: AuditListPage });
