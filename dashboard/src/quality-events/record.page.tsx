import { useLingui } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Files } from '../files/files.tsx';
import type { EventTab } from '../router.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Lines } from '../ui/part.tsx';
import type { Change } from '../ui/section.tsx';
import { Section } from '../ui/section.tsx';
import { Trail } from '../ui/trail.tsx';
import { Actions } from './actions.tsx';
import { ApprovalBanner } from './approval-banner.tsx';
import { Capas } from './capas.tsx';
import { EventAside } from './event-aside.tsx';
import { detailSections } from './event-fields.ts';
import { EventHeader } from './event-header.tsx';
import { capasQuery, eventQuery, instanceQuery, refreshEvent, saveEvent } from './quality-event.queries.ts';
import { useHindrance } from './use-hindrance.ts';
import { WorkflowTab } from './workflow-tab.tsx';

const Impact = lazy(() => import('./impact.tsx').then(({ Impact }) => ({ default: Impact })));

const EventPage = () => {
  const { t } = useLingui();
  const { eventId } = Route.useParams();
  const { tab = 'details' } = Route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const instance = useQuery(instanceQuery(eventId));
  const capas = useQuery(capasQuery(eventId));
  const hindrance = useHindrance(event);
  useWindowTitle(`${event.number} ${event.title}`);

  const save = async (change: Change) => {
    const saved = await saveEvent(eventId, change);
    queries.setQueryData(eventQuery(eventId).queryKey, saved);
    await refreshEvent(queries, eventId);
  };
  const reload = () => queries.fetchQuery({ ...eventQuery(eventId), staleTime: 0 });
  const hasCapas = event.type !== 'capa' && event.type !== 'change_request';
  const open = (next: string | null) =>
    navigate({
      to: '/quality-events/$eventId',
      params: { eventId },
      search: next === 'details' || next === null ? {} : { tab: next as EventTab },
      replace: true,
    });

  return (
    <article className="page record">
      <EventHeader event={event} instance={instance} />
      {instance.data?.approval && <ApprovalBanner approval={instance.data.approval} />}
      <div className="record-columns">
        <div className="record-main">
          <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} activateTabWithKeyboard={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="details">{t`Details`}</Tabs.Tab>
              {hasCapas && (
                <Tabs.Tab value="capas">
                  {t`CAPAs`}{' '}
                  {capas.data && capas.data.length > 0 && <span className="tab-count">{capas.data.length}</span>}
                </Tabs.Tab>
              )}
              <Tabs.Tab value="impact">{t`Impact`}</Tabs.Tab>
              <Tabs.Tab value="files">{t`Files`}</Tabs.Tab>
              <Tabs.Tab value="workflow">{t`Workflow`}</Tabs.Tab>
              <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="details">
              {event.type === 'capa' && <Actions capa={event} />}
              {detailSections(event.type).map((section) => (
                <Section
                  key={section.name}
                  {...section}
                  record={event}
                  hindrance={hindrance}
                  save={save}
                  reload={reload}
                />
              ))}
              {event.rejection_reason && (
                <section className="section" aria-label={t`Reason for rejection`}>
                  <h2 className="section-title">{t`Reason for rejection`}</h2>
                  <p className="prose">{event.rejection_reason}</p>
                </section>
              )}
            </Tabs.Panel>
            {hasCapas && (
              <Tabs.Panel value="capas">
                <Capas event={event} query={capas} />
              </Tabs.Panel>
            )}
            <Tabs.Panel value="impact">
              <Suspense fallback={<Lines count={6} />}>
                <Impact event={event} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="files">
              <Files owner={{ type: 'quality_event', id: eventId }} hindrance={hindrance} />
            </Tabs.Panel>
            <Tabs.Panel value="workflow">
              <WorkflowTab query={instance} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <Trail recordId={eventId} />
            </Tabs.Panel>
          </Tabs>
        </div>
        <EventAside event={event} hindrance={hindrance} save={save} reload={reload} />
      </div>
    </article>
  );
};

export const Route = createLazyRoute('/quality-events/$eventId')({ component: EventPage });
