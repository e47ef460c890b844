import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { Pager } from '../ui/list/pager.tsx';
import type { ListSearch } from '../ui/list/search.ts';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { type Delivery, deliveryListQuery } from './webhook.queries.ts';
import { answerWord, deliveryState, deliveryStatusChoices, deliveryWord } from './webhook-words.ts';

/** The state of a delivery as icon and word. */
export const DeliveryStatus = ({ delivery }: { delivery: Pick<Delivery, 'status' | 'attempts'> }) => {
  const state = deliveryState(delivery);
  return <Status state={state} label={deliveryWord(state)} />;
};

const useColumns = (webhookId: string): Column<Delivery>[] => {
  const { t, i18n } = useLingui();
  return [
    {
      id: 'event',
      label: t`Event`,
      cell: ({ id, event }) => (
        <Link
          to="/webhooks/$webhookId/deliveries/$deliveryId"
          params={{ webhookId, deliveryId: id }}
          className="mono"
          preload={false}
        >
          {event}
        </Link>
      ),
      text: ({ event }) => event,
    },
    {
      id: 'status',
      label: t`Status`,
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
      text: (delivery) => deliveryWord(deliveryState(delivery)),
    },
    {
      id: 'answer',
      label: t`Answer`,
      cell: (delivery) => answerWord(delivery) || <span className="none">–</span>,
      text: answerWord,
    },
    {
      id: 'attempts',
      label: t`Attempts`,
      align: 'right',
      cell: ({ attempts }) => attempts,
      text: ({ attempts }) => String(attempts),
    },
    {
      id: 'next_attempt_at',
      label: t`Next attempt`,
      align: 'right',
      cell: ({ next_attempt_at }) => <Instant value={next_attempt_at} />,
      text: ({ next_attempt_at }) => next_attempt_at ?? '',
    },
    {
      id: 'created_at',
      label: t`Created`,
      align: 'right',
      sort: 'created_at',
      cell: ({ created_at }) => <Instant value={created_at} />,
      text: ({ created_at }) => created_at,
    },
    {
      id: 'duration',
      label: t`Duration`,
      align: 'right',
      cell: ({ duration_ms: ms }) =>
        ms === null ? <span className="none">–</span> : t`${ms.toLocaleString(i18n.locale)} ms`,
      text: ({ duration_ms }) => String(duration_ms ?? ''),
    },
  ];
};

type Props = { webhookId: string; search: ListSearch };

/** What was sent to a webhook or waits to be: newest first, by status, page by page. */
export const Deliveries = ({ webhookId, search }: Props) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const columns = useColumns(webhookId);
  const query = useQuery(deliveryListQuery(webhookId, search));
  const show = (next: ListSearch) =>
    void navigate({ to: '/webhooks/$webhookId', params: { webhookId }, search: next, replace: true });
  const open = ({ id }: Delivery, inNewTab: boolean) => {
    if (inNewTab) window.open(`/app/webhooks/${webhookId}/deliveries/${id}`, '_blank', 'noopener');
    else
      void navigate({
        to: '/webhooks/$webhookId/deliveries/$deliveryId',
        params: { webhookId, deliveryId: id },
      });
  };
  const rows = query.data?.data;
  const isFiltered = search.status !== undefined;
  return (
    <>
      <FilterBar
        filters={[{ name: 'status', label: t`Status`, kind: 'choice', choices: deliveryStatusChoices() }]}
        search={search}
        onChange={(change) => show({ ...search, page: undefined, ...change })}
      />
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 ? (
        <Empty
          title={isFiltered ? t`No delivery has this status` : t`Nothing was sent yet`}
          action={
            isFiltered && (
              <Button variant="default" onClick={() => show({})}>
                <Trans>Remove all filters</Trans>
              </Button>
            )
          }
        >
          {!isFiltered && <Trans>Send a test, or wait for the next event that the webhook subscribes to.</Trans>}
        </Empty>
      ) : (
        !(query.error && !rows) && (
          <DataTable
            label={t`Deliveries`}
            columns={columns}
            rows={rows}
            isStale={query.isPlaceholderData}
            rowId={({ id }) => id}
            rowName={({ event, id }) => `${event} ${id}`}
            sort={search.sort ?? '-created_at'}
            onSort={(sort) => show({ ...search, page: undefined, sort })}
            onOpen={open}
          />
        )
      )}
      <div className="list-foot">
        {query.data && <Pager meta={query.data.meta} onPage={(page) => show({ ...search, page })} />}
      </div>
    </>
  );
};
