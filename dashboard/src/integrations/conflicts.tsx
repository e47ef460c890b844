import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldName } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import type { Column } from '../ui/list/data-table.tsx';
import type { ListSearch } from '../ui/list/search.ts';
import { Person } from '../ui/people.tsx';
import { useRecordNames } from '../ui/record-names.ts';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { refreshIntegrations } from './connection.queries.ts';
import { ResolveDialog } from './resolve-dialog.tsx';
import { SubList } from './sub-list.tsx';
import { type Conflict, conflictListQuery } from './sync.queries.ts';
import { Value } from './value.tsx';
import { conflictStatusChoices, conflictStatusWord, mappedTypeWord } from './words.ts';

const useColumns = (nameOf: (id: string) => string): Column<Conflict>[] => {
  const { t } = useLingui();
  const value = (id: 'base_value' | 'local_value' | 'remote_value', label: string): Column<Conflict> => ({
    id,
    label,
    cell: (conflict) => <Value value={conflict[id]} />,
    text: (conflict) => String(conflict[id] ?? ''),
  });
  return [
    {
      id: 'entity_id',
      label: t`Record`,
      isWide: true,
      cell: ({ entity_id, entity_type }) => (
        <span className="ellipsis" title={nameOf(entity_id)}>
          {nameOf(entity_id)} <span className="none">{mappedTypeWord(entity_type)}</span>
        </span>
      ),
      text: ({ entity_id }) => entity_id,
    },
    {
      id: 'field',
      label: t`Field`,
      cell: ({ field }) => (field === 'record' ? t`Deleted there, changed here` : fieldName(field)),
      text: ({ field }) => field,
    },
    value('base_value', t`Before`),
    value('local_value', t`Here`),
    value('remote_value', t`There`),
    {
      id: 'status',
      label: t`State`,
      cell: ({ status }) => (
        <Status state={status === 'resolved' ? 'closed' : status} label={conflictStatusWord(status)} />
      ),
      text: ({ status }) => conflictStatusWord(status),
    },
    {
      id: 'resolved',
      label: t`Decided`,
      cell: ({ resolved_by, resolved_value, reason }) =>
        resolved_by === null ? (
          <span className="none">–</span>
        ) : (
          <span className="integration-line" title={reason ?? undefined}>
            <Value value={resolved_value} /> <Person id={resolved_by} />
          </span>
        ),
      text: ({ resolved_value }) => String(resolved_value ?? ''),
    },
    {
      id: 'created_at',
      label: t`Since`,
      align: 'right',
      sort: 'created_at',
      cell: ({ created_at }) => <Instant value={created_at} />,
      text: ({ created_at }) => created_at,
    },
  ];
};

/** Fields that both sides changed and that users decide: the last common value, ours and theirs side by side. */
export const Conflicts = ({ connectionId, search }: { connectionId: string; search: ListSearch }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const mayWrite = useRight('admin:write');
  const query = useQuery(conflictListQuery(connectionId, search));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** As they were shown when the dialog was opened: decided ones leave the list, and their results stay in the dialog. */
  const [deciding, setDeciding] = useState<readonly Conflict[]>([]);
  const rows = query.data?.data;
  const nameOf = useRecordNames((rows ?? []).map(({ entity_id }) => entity_id));
  const chosen = (rows ?? []).filter(({ id, status }) => selected.has(id) && status === 'open');
  const isOpen = search.status === undefined || search.status === 'open';
  const columns = useColumns(nameOf).filter(({ id }) => !isOpen || (id !== 'status' && id !== 'resolved'));
  return (
    <>
      <SubList
        connectionId={connectionId}
        tab="conflicts"
        label={t`Conflicts`}
        search={search}
        query={query}
        rows={rows}
        columns={columns}
        rowName={({ entity_id, field }) => `${nameOf(entity_id)}: ${fieldName(field)}`}
        defaultSort="-created_at"
        filter={{ name: 'status', label: t`State`, kind: 'choice', choices: conflictStatusChoices() }}
        none={t`No conflict is open`}
        unmatched={t`No conflict has this state`}
        hint={t`Where both sides change a field that users decide, it waits here. The other fields go on.`}
        onOpen={(row) => mayWrite && row.status === 'open' && setDeciding([row])}
        {...(mayWrite && isOpen ? { selected, onSelect: setSelected } : {})}
        tools={
          mayWrite &&
          isOpen &&
          chosen.length > 0 && (
            <div className="bulk" role="toolbar" aria-label={t`Selected conflicts`}>
              <span>
                <Trans>{chosen.length} selected</Trans>
              </span>
              <Button onClick={() => setDeciding(chosen)}>
                <Trans>Resolve…</Trans>
              </Button>
            </div>
          )
        }
      />
      {deciding.length > 0 && (
        <ResolveDialog
          conflicts={deciding}
          nameOf={nameOf}
          onClose={() => setDeciding([])}
          onDone={() => {
            setSelected(new Set());
            void refreshIntegrations(queries);
          }}
        />
      )}
    </>
  );
};
