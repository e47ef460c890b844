import { Trans, useLingui } from '@lingui/react/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { SavedView } from '../session/preferences.ts';
import { useRight, useSession } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { ExportMenu } from '../ui/list/export-menu.tsx';
import { type ExportFormat, exportRows } from '../ui/list/export-rows.ts';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { ColumnChoice, useVisibleColumns, Views } from '../ui/list/list-tools.tsx';
import { Pager } from '../ui/list/pager.tsx';
import type { ListSearch } from '../ui/list/search.ts';
import { Page } from '../ui/page.tsx';
import { useNames } from '../ui/people.tsx';
import { Board } from './board.tsx';
import { EventBulk } from './event-bulk.tsx';
import { EVENT_FILTERS, OPEN_STATUSES } from './event-filters.ts';
import { eventColumns, eventFilters, HIDDEN_AT_FIRST } from './event-list.tsx';
import { eventListQuery, type QualityEvent, readAllEvents } from './quality-event.queries.ts';

const LIST = 'quality_events';

const EventListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const { user } = useSession();
  const mayWrite = useRight('quality-events:write');
  const names = useNames();
  const isBoard = search.view === 'board';
  const query = useQuery({ ...eventListQuery(search), enabled: !isBoard });
  const columns = eventColumns(names);
  const { visible, hidden, hide } = useVisibleColumns(LIST, columns, HIDDEN_AT_FIRST);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [bulk, setBulk] = useState<'assign' | 'due' | null>(null);
  const rows = isBoard ? undefined : query.data?.data;
  const chosen = (rows ?? []).filter(({ id }) => selected.has(id));

  const show = useCallback(
    (next: ListSearch) => {
      setSelected(new Set());
      void navigate({ to: '/quality-events', search: next });
    },
    [navigate],
  );
  const change = useCallback((part: ListSearch) => show({ ...search, page: undefined, ...part }), [search, show]);
  const open = useCallback(
    ({ id }: QualityEvent, inNewTab: boolean) => {
      if (inNewTab) window.open(`/app/quality-events/${id}`, '_blank', 'noopener');
      else void navigate({ to: '/quality-events/$eventId', params: { eventId: id } });
    },
    [navigate],
  );
  const exportAs = async (format: ExportFormat, some?: readonly QualityEvent[]) =>
    exportRows({ name: 'quality-events', format, columns: visible, rows: some ?? (await readAllEvents(search)) });

  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Open`, search: { status: OPEN_STATUSES.join(',') } },
    { name: t`Overdue`, search: { overdue: 'true', sort: 'due_date' } },
    { name: t`Assigned to me`, search: { assigned_to: user.id, status: OPEN_STATUSES.join(',') } },
  ];
  const isFiltered = EVENT_FILTERS.some((name) => search[name] !== undefined);

  return (
    <Page
      title={t`Quality events`}
      isFluid
      actions={
        mayWrite && (
          <Button
            leftSection={<IconPlus size={15} aria-hidden />}
            renderRoot={(props) => <Link to="/quality-events/new" {...props} />}
          >
            <Trans>New</Trans>
          </Button>
        )
      }
    >
      <FilterBar
        filters={eventFilters()}
        search={search}
        onChange={change}
        placeholder={t`Search title, number, batch`}
      >
        <SegmentedControl
          size="xs"
          aria-label={t`Shown as`}
          value={isBoard ? 'board' : 'list'}
          onChange={(view) => change({ view: view === 'board' ? view : undefined })}
          data={[
            { value: 'list', label: t`List` },
            { value: 'board', label: t`Board` },
          ]}
        />
        <Views list={LIST} standard={views} search={search} onOpen={show} />
        {!isBoard && <ColumnChoice columns={columns} hidden={hidden} onHide={hide} />}
        <ExportMenu onExport={exportAs} />
      </FilterBar>
      {isBoard && <Board search={search} onList={({ view: _view, ...rest }) => show(rest)} />}
      {!isBoard && query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 ? (
        <Empty
          title={isFiltered ? t`No event fits these filters` : t`No quality events yet`}
          action={
            isFiltered ? (
              <Button variant="default" onClick={() => show({})}>
                <Trans>Remove all filters</Trans>
              </Button>
            ) : undefined
          }
        >
          {isFiltered ? (
            <Trans>Remove a filter to see more.</Trans>
          ) : (
            <Trans>
              Deviations, complaints, audit findings and change requests are listed here once somebody reports one.
            </Trans>
          )}
        </Empty>
      ) : (
        !isBoard &&
        !(query.error && !rows) && (
          <DataTable
            label={t`Quality events`}
            columns={visible}
            rows={rows}
            isStale={query.isPlaceholderData}
            rowId={({ id }) => id}
            rowName={({ number }) => number}
            sort={search.sort ?? '-created_at'}
            onSort={(sort) => change({ sort })}
            onOpen={open}
            selected={selected}
            onSelect={setSelected}
          />
        )
      )}
      <div className="list-foot">
        {chosen.length > 0 && (
          <div className="bulk" role="toolbar" aria-label={t`Selected records`}>
            <span>
              <Trans>{chosen.length} selected</Trans>
            </span>
            {mayWrite && (
              <>
                <Button variant="default" onClick={() => setBulk('assign')}>
                  <Trans>Assign</Trans>
                </Button>
                <Button variant="default" onClick={() => setBulk('due')}>
                  <Trans>Change due date</Trans>
                </Button>
              </>
            )}
            <ExportMenu onExport={(format) => exportAs(format, chosen)} isButton />
          </div>
        )}
        {!isBoard && query.data && <Pager meta={query.data.meta} onPage={(page) => show({ ...search, page })} />}
      </div>
      {bulk && <EventBulk kind={bulk} events={chosen} onClose={() => setBulk(null)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/quality-events/')({ component: EventListPage });
