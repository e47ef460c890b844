import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { Classification } from '../ui/classification.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { Person, useNames } from '../ui/people.tsx';
import { Deadline, Instant } from '../ui/time.tsx';
import { type PendingApproval, pendingQuery } from './approval.queries.ts';

/** The columns of the approvals that wait for the user. */
const useApprovalColumns = (): Column<PendingApproval>[] => {
  const { t } = useLingui();
  const names = useNames();
  return [
    {
      id: 'title',
      label: t`Record`,
      isFixed: true,
      isWide: true,
      cell: ({ entity_id, title }) => (
        <Link
          to="/approvals/$entityId"
          params={{ entityId: entity_id }}
          preload={false}
          className="ellipsis"
          title={title}
        >
          {title}
        </Link>
      ),
      text: ({ title }) => title,
    },
    {
      id: 'type',
      label: t`Type`,
      cell: ({ entity_type }) => wordFor(RECORD_TYPES, entity_type),
      text: ({ entity_type }) => wordFor(RECORD_TYPES, entity_type),
    },
    {
      id: 'classification',
      label: t`Classification`,
      cell: ({ summary }) => <Classification value={summary.classification} />,
      text: ({ summary }) => summary.classification ?? '',
    },
    {
      id: 'given',
      label: t`Given`,
      align: 'right',
      cell: ({ approvals_received, approvals_required }) => t`${approvals_received} of ${approvals_required}`,
      text: ({ approvals_received, approvals_required }) => t`${approvals_received} of ${approvals_required}`,
    },
    {
      id: 'requested_by',
      label: t`Asked for by`,
      cell: ({ requested_by }) => <Person id={requested_by} />,
      text: ({ requested_by }) => names(requested_by),
    },
    {
      id: 'requested_at',
      label: t`Asked for`,
      align: 'right',
      cell: ({ requested_at }) => <Instant value={requested_at} />,
      text: ({ requested_at }) => requested_at,
    },
    {
      id: 'due',
      label: t`Due`,
      align: 'right',
      cell: ({ due_date }) => <Deadline value={due_date} />,
      text: ({ due_date }) => due_date ?? '',
    },
  ];
};

const ApprovalsPage = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = useQuery(pendingQuery);
  const columns = useApprovalColumns();
  const open = useCallback(
    ({ entity_id }: PendingApproval, inNewTab: boolean) => {
      if (inNewTab) window.open(`/app/approvals/${entity_id}`, '_blank', 'noopener');
      else void navigate({ to: '/approvals/$entityId', params: { entityId: entity_id } });
    },
    [navigate],
  );
  const rows = query.data?.data;
  return (
    <Page title={t`Approvals`} isFluid>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 ? (
        <Empty title={t`Nothing waits for your decision`}>
          <Trans>Records that need your approval are listed here, those that are due first on top.</Trans>
        </Empty>
      ) : (
        !(query.error && !rows) && (
          <DataTable
            label={t`Approvals that wait for you`}
            columns={columns}
            rows={rows}
            isStale={false}
            rowId={({ approval_id }) => approval_id}
            rowName={({ title }) => title}
            sort="due_date"
            onSort={() => {}}
            onOpen={open}
          />
        )
      )}
    </Page>
  );
};

export const Route = createLazyRoute('/approvals/')({ component: ApprovalsPage });
