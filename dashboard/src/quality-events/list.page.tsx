import { Trans, useLingui } from '@lingui/react/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import type { SavedView } from '../session/preferences.ts';
import { useRight, useSession } from '../session/session.ts';
import { RecordList } from '../ui/list/record-list.tsx';
import { Page } from '../ui/page.tsx';
import { useNames } from '../ui/people.tsx';
import { Board } from './board.tsx';
import { EventActions } from './event-actions.tsx';
import { EVENT_FILTERS, OPEN_STATUSES } from './event-filters.ts';
import { eventColumns, eventFilters, HIDDEN_AT_FIRST } from './event-list.tsx';
import { eventListQuery, readAllEvents } from './quality-event.queries.ts';

const EventListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const { user } = useSession();
  const mayWrite = useRight('quality-events:write');
  const names = useNames();
  const isBoard = search.view === 'board';
  const query = useQuery({ ...eventListQuery(search), enabled: !isBoard });

  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Open`, search: { status: OPEN_STATUSES.join(',') } },
    { name: t`Overdue`, search: { overdue: 'true', sort: 'due_date' } },
    { name: t`Assigned to me`, search: { assigned_to: user.id, status: OPEN_STATUSES.join(',') } },
  ];

  return (
    <Page
      title={t`Quality events`}
      isFluid
      actions={
        mayWrite && (
          <>
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/import" search={{ kind: 'quality_event' }} {...props} />}
            >
              <Trans>Import</Trans>
            </Button>
            <Button
              leftSection={<IconPlus size={15} aria-hidden />}
              renderRoot={(props) => <Link to="/quality-events/new" {...props} />}
            >
              <Trans>New</Trans>
            </Button>
          </>
        )
      }
    >
      <RecordList
        name="quality_events"
        label={t`Quality events`}
        address="/quality-events"
        search={search}
        query={query}
        columns={eventColumns(names)}
        hiddenAtFirst={HIDDEN_AT_FIRST}
        filters={eventFilters()}
        filterNames={EVENT_FILTERS}
        placeholder={t`Search title, number, batch`}
        views={views}
        rowName={({ number }) => number}
        readAll={readAllEvents}
        empty={{
          unmatched: t`No event fits these filters`,
          none: t`No quality events yet`,
          hint: t`Deviations, complaints, audit findings and change requests are listed here once somebody reports one.`,
        }}
        actions={(chosen) => mayWrite && <EventActions chosen={chosen} />}
        tools={
          <SegmentedControl
            size="xs"
            aria-label={t`Shown as`}
            value={isBoard ? 'board' : 'list'}
            onChange={(view) =>
              void navigate({ to: '/quality-events', search: { ...search, view: view === 'board' ? view : undefined } })
            }
            data={[
              { value: 'list', label: t`List` },
              { value: 'board', label: t`Board` },
            ]}
          />
        }
        board={
          isBoard ? (show) => <Board search={search} onList={({ view: _view, ...rest }) => show(rest)} /> : undefined
        }
      />
    </Page>
  );
};

export const Route = createLazyRoute('/quality-events/')({ component: EventListPage });
