import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { SavedView } from '../session/preferences.ts';
import { addDays, dayIn } from '../ui/day.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { ColumnChoice, useVisibleColumns, Views } from '../ui/list/list-tools.tsx';
import { Pager } from '../ui/list/pager.tsx';
import type { ListSearch } from '../ui/list/search.ts';
import { Page } from '../ui/page.tsx';
import { usePlace } from '../ui/time.tsx';
import type { AuditEntry } from '../ui/trail-entry.tsx';
import { entryListQuery } from './audit.queries.ts';
import { AUDIT_FILTERS } from './audit-filters.ts';
import { AUDIT_HIDDEN_AT_FIRST, auditColumns, auditFilters } from './entry-list.tsx';

const LIST = 'audit';
const WEEK = 7;

const AuditListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const { zone } = usePlace();
  const query = useQuery(entryListQuery(search, zone));
  const columns = auditColumns();
  const { visible, hidden, hide } = useVisibleColumns(LIST, columns, AUDIT_HIDDEN_AT_FIRST);
  const rows = query.data?.data;

  const show = useCallback((next: ListSearch) => void navigate({ to: '/audit', search: next }), [navigate]);
  const change = useCallback((part: ListSearch) => show({ ...search, page: undefined, ...part }), [search, show]);
  const open = useCallback(
    ({ id }: AuditEntry, inNewTab: boolean) => {
      if (inNewTab) window.open(`/app/audit/${id}`, '_blank', 'noopener');
      else void navigate({ to: '/audit/$entryId', params: { entryId: id } });
    },
    [navigate],
  );

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
  const isFiltered = AUDIT_FILTERS.some((name) => search[name] !== undefined);
  const records = (rows ?? []).map(({ entity_id, entity_name }) => ({ value: entity_id, label: entity_name }));

  return (
    <Page
      title={t`Audit log`}
      isFluid
      actions={
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={15} aria-hidden />}
          renderRoot={(props) => <Link to="/audit/verification" {...props} />}
        >
          <Trans>Verify the log</Trans>
        </Button>
      }
    >
      <FilterBar filters={auditFilters(records)} search={search} onChange={change}>
        <Views list={LIST} standard={views} search={search} onOpen={show} />
        <ColumnChoice columns={columns} hidden={hidden} onHide={hide} />
      </FilterBar>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 ? (
        <Empty
          title={isFiltered ? t`No entry fits these filters` : t`The log has no entries yet`}
          action={
            isFiltered && (
              <Button variant="default" onClick={() => show({})}>
                <Trans>Remove all filters</Trans>
              </Button>
            )
          }
        >
          {isFiltered ? (
            <Trans>Remove a filter to see more.</Trans>
          ) : (
            <Trans>Every action in the organisation makes one entry, which nobody can change or delete.</Trans>
          )}
        </Empty>
      ) : (
        !(query.error && !rows) && (
          <DataTable
            label={t`Audit log`}
            columns={visible}
            rows={rows}
            isStale={query.isPlaceholderData}
            rowId={({ id }) => id}
            rowName={({ sequence }) => String(sequence)}
            sort={search.sort ?? '-timestamp'}
            onSort={(sort) => change({ sort })}
            onOpen={open}
          />
        )
      )}
      <div className="list-foot">
        {query.data && <Pager meta={query.data.meta} onPage={(page) => show({ ...search, page })} />}
      </div>
    </Page>
  );
};

export const Route = createLazyRoute('/audit/')({ component: AuditListPage });
