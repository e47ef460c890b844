import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Column } from '../ui/list/data-table.tsx';
import type { ListSearch } from '../ui/list/search.ts';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { SubList } from './sub-list.tsx';
import { type SyncSummary, syncListQuery } from './sync.queries.ts';
import { syncState, syncStatusChoices, syncStatusWord, triggerWord } from './words.ts';

type Row = SyncSummary & { id: string };

const useColumns = (connectionId: string): Column<Row>[] => {
  const { t, i18n } = useLingui();
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const count = (id: 'records_succeeded' | 'records_failed' | 'records_unchanged', label: string): Column<Row> => ({
    id,
    label,
    align: 'right',
    cell: (row) => (row[id] === 0 ? <span className="none">–</span> : number(row[id])),
    text: (row) => String(row[id]),
  });
  return [
    {
      id: 'started_at',
      label: t`Started`,
      sort: 'started_at',
      cell: ({ id, started_at }) => (
        <Link to="/integrations/$connectionId/syncs/$syncId" params={{ connectionId, syncId: id }} preload={false}>
          <Instant value={started_at} />
        </Link>
      ),
      text: ({ started_at }) => started_at,
    },
    {
      id: 'status',
      label: t`Result`,
      cell: ({ status, dry_run }) => (
        <Status state={syncState(status, dry_run)} label={syncStatusWord(status, dry_run)} />
      ),
      text: ({ status, dry_run }) => syncStatusWord(status, dry_run),
    },
    {
      id: 'trigger',
      label: t`Cause`,
      cell: ({ trigger, dry_run }) => (dry_run ? t`Dry run` : triggerWord(trigger)),
      text: ({ trigger }) => triggerWord(trigger),
    },
    count('records_succeeded', t`Taken`),
    count('records_failed', t`Errors`),
    count('records_unchanged', t`Unchanged`),
    {
      id: 'error',
      label: t`What is wrong`,
      isWide: true,
      cell: ({ error }) => <span className="ellipsis">{error?.message ?? ''}</span>,
      text: ({ error }) => error?.message ?? '',
    },
  ];
};

/** What was synchronised and what runs, newest first. */
export const Syncs = ({ connectionId, search }: { connectionId: string; search: ListSearch }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = useQuery(syncListQuery(connectionId, search));
  const rows = query.data?.data.map((sync) => ({ ...sync, id: sync.sync_id }));
  return (
    <SubList
      connectionId={connectionId}
      tab="syncs"
      label={t`Synchronisations`}
      search={search}
      query={query}
      rows={rows}
      columns={useColumns(connectionId)}
      rowName={({ id }) => id}
      defaultSort="-started_at"
      filter={{ name: 'status', label: t`Result`, kind: 'choice', choices: syncStatusChoices() }}
      none={t`Nothing was synchronised yet`}
      unmatched={t`No synchronisation has this result`}
      onOpen={({ id }) =>
        void navigate({
          to: '/integrations/$connectionId/syncs/$syncId',
          params: { connectionId, syncId: id },
        })
      }
    />
  );
};
