import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { latelyQuery, type Webhook } from './webhook.queries.ts';
import {
  deliveryState,
  deliveryWord,
  disabledReasonWord,
  webhookStatusChoices,
  webhookStatusWord,
} from './webhook-words.ts';

export const webhookFilters = (): FilterSpec[] => [
  { name: 'status', label: i18n._(msg`Status`), kind: 'choice', choices: webhookStatusChoices() },
];

/** The latest delivery of a webhook, and how many of the latest ones arrived. */
const Lately = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useLingui();
  const { data, error } = useQuery(latelyQuery(webhook.id));
  if (error) return <span className="none">{t`not available`}</span>;
  if (!data) return <Skeleton height={12} width={160} />;
  const [latest] = data;
  if (!latest) return <span className="none">{t`nothing yet`}</span>;
  const succeeded = data.filter(({ status }) => status === 'succeeded').length;
  const state = deliveryState(latest);
  return (
    <span className="webhook-lately">
      <Status state={state} label={deliveryWord(state)} />
      <Instant value={latest.last_attempt_at ?? latest.created_at} />
      <span className="none">{t`${succeeded} of the last ${data.length} succeeded`}</span>
    </span>
  );
};

export const webhookColumns = (): Column<Webhook>[] => [
  {
    id: 'url',
    label: i18n._(msg({ message: 'Address', context: 'URL' })),
    isFixed: true,
    isWide: true,
    cell: ({ id, url }) => (
      <Link to="/webhooks/$webhookId" params={{ webhookId: id }} className="ellipsis" title={url}>
        {url}
      </Link>
    ),
    text: ({ url }) => url,
  },
  {
    id: 'status',
    label: i18n._(msg`Status`),
    isFixed: true,
    cell: (webhook) => <WebhookStatus webhook={webhook} />,
    text: ({ status, disabled_reason }) =>
      [webhookStatusWord(status), disabledReasonWord(disabled_reason)].filter(Boolean).join(' '),
  },
  {
    id: 'events',
    label: i18n._(msg`Events`),
    cell: ({ events }) => (
      <span title={events.join(', ')}>
        {events.length === 1 ? events[0] : <Plural value={events.length} one="# event" other="# events" />}
      </span>
    ),
    text: ({ events }) => events.join(', '),
  },
  {
    id: 'lately',
    label: i18n._(msg`Deliveries`),
    cell: (webhook) => <Lately webhook={webhook} />,
    text: () => '',
  },
  {
    id: 'created_at',
    label: i18n._(msg`Created`),
    align: 'right',
    sort: 'created_at',
    cell: ({ created_at }) => <Instant value={created_at} />,
    text: ({ created_at }) => created_at,
  },
  {
    id: 'updated_at',
    label: i18n._(msg`Changed`),
    align: 'right',
    sort: 'updated_at',
    cell: ({ updated_at }) => <Instant value={updated_at} />,
    text: ({ updated_at }) => updated_at,
  },
];

/** Whether a webhook is active, or why and since when it is not. */
export const WebhookStatus = ({ webhook }: { webhook: Webhook }) => {
  const { status, disabled_reason, disabled_at } = webhook;
  const reason = disabledReasonWord(disabled_reason);
  return (
    <span className="webhook-status">
      <Status state={status} label={webhookStatusWord(status)} />
      {status === 'disabled' && (
        <span className="none ellipsis" title={reason}>
          <Instant value={disabled_at} />, {reason}
        </span>
      )}
    </span>
  );
};

export const WEBHOOKS_HIDDEN_AT_FIRST = ['created_at', 'updated_at'];
