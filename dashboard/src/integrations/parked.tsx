import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { fieldName } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import type { Column } from '../ui/list/data-table.tsx';
import type { ListSearch } from '../ui/list/search.ts';
import { Instant } from '../ui/time.tsx';
import { type Connection, refreshIntegrations } from './connection.queries.ts';
import { SubList } from './sub-list.tsx';
import { type Parked, parkedListQuery, replayParked } from './sync.queries.ts';
import { errorChoices, errorWord } from './words.ts';

const useColumns = (): Column<Parked>[] => {
  const { t } = useLingui();
  return [
    {
      id: 'record_id',
      label: t`Record`,
      cell: ({ record_id }) => <span className="mono">{record_id}</span>,
      text: ({ record_id }) => record_id,
    },
    {
      id: 'error_code',
      label: t`Error`,
      cell: ({ error_code }) => errorWord(error_code),
      text: ({ error_code }) => errorWord(error_code),
    },
    {
      id: 'field',
      label: t`Field`,
      cell: ({ field }) => (field ? fieldName(field) : <span className="none">–</span>),
      text: ({ field }) => field ?? '',
    },
    {
      id: 'message',
      label: t`What is wrong`,
      isWide: true,
      cell: ({ message }) => (
        <span className="ellipsis" title={message}>
          {message}
        </span>
      ),
      text: ({ message }) => message,
    },
    {
      id: 'attempts',
      label: t`Attempts`,
      align: 'right',
      cell: ({ attempts }) => attempts,
      text: ({ attempts }) => String(attempts),
    },
    {
      id: 'parked_at',
      label: t`Since`,
      align: 'right',
      sort: 'parked_at',
      cell: ({ parked_at }) => <Instant value={parked_at} />,
      text: ({ parked_at }) => parked_at,
    },
  ];
};

type Props = { connection: Connection; search: ListSearch };

/** Records that could not be taken: each is tried when it changes there, or all of them by a replay. */
export const ParkedRecords = ({ connection: { id, status }, search }: Props) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayWrite = useRight('admin:write');
  const query = useQuery(parkedListQuery(id, search));
  const replay = useMutation({
    mutationFn: () => replayParked(id),
    onSuccess: (syncId) =>
      navigate({ to: '/integrations/$connectionId/syncs/$syncId', params: { connectionId: id, syncId } }),
    onSettled: () => refreshIntegrations(queries),
  });
  const hindrance = mayWrite
    ? status === 'active'
      ? null
      : t`Enable the connection first.`
    : t`Your role reads integrations and does not change them.`;
  const hasRows = (query.data?.meta.total ?? 0) > 0;
  return (
    <>
      {replay.error && <ErrorNotice error={replay.error} />}
      <SubList
        connectionId={id}
        tab="parked"
        label={t`Records that wait`}
        search={search}
        query={query}
        rows={query.data?.data}
        columns={useColumns()}
        rowName={({ record_id }) => record_id}
        defaultSort="-parked_at"
        filter={{ name: 'error_code', label: t`Error`, kind: 'choice', choices: errorChoices() }}
        none={t`No record waits`}
        unmatched={t`No record waits for this reason`}
        hint={t`A record that a synchronisation could not take is listed here, with the reason.`}
        tools={
          hasRows && (
            <ActionButton hindrance={hindrance} loading={replay.isPending} onClick={() => replay.mutate()}>
              <Trans>Replay all that wait</Trans>
            </ActionButton>
          )
        }
      />
    </>
  );
};
