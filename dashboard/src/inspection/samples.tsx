import { useLingui } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { auditColumns } from '../audit/entry-list.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import type { AuditEntry } from '../ui/trail-entry.tsx';
import { Risks } from '../ui/trail-review.tsx';
import type { DueReview } from './review.queries.ts';

type Row = AuditEntry & { risks?: DueReview['targeted_sample'][number]['risks'] };

type Props = { due: DueReview; chosen: ReadonlySet<string>; onChoose: (ids: ReadonlySet<string>) => void };

const SHOWN = ['sequence', 'timestamp', 'user', 'action', 'record', 'changes', 'reason'];

/** The entries of a period to look at: those with the highest risks, and a random sample. */
export const Samples = ({ due, chosen, onChoose }: Props) => {
  const { t } = useLingui();
  const { targeted_sample: targeted, random_sample: random } = due;
  return (
    <Tabs defaultValue="targeted" keepMounted={false} className="samples">
      <Tabs.List mb="xs">
        <Tabs.Tab value="targeted">
          {t`Highest risks`} <span className="tab-count">{targeted.length}</span>
        </Tabs.Tab>
        <Tabs.Tab value="random">
          {t`Random sample`} <span className="tab-count">{random.length}</span>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="targeted">
        <SampleTable
          label={t`Entries with the highest risks`}
          none={t`No entry of the period has one of the risks.`}
          rows={targeted}
          chosen={chosen}
          onChoose={onChoose}
        />
      </Tabs.Panel>
      <Tabs.Panel value="random">
        <SampleTable
          label={t`Random sample of the entries`}
          none={t`The period has no entries.`}
          rows={random}
          chosen={chosen}
          onChoose={onChoose}
        />
      </Tabs.Panel>
    </Tabs>
  );
};

type TableProps = Omit<Props, 'due'> & { label: string; none: string; rows: readonly Row[] };

const SampleTable = ({ label, none, rows, chosen, onChoose }: TableProps) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const open = useCallback(
    ({ id }: Row, inNewTab: boolean) => {
      if (inNewTab) window.open(`/app/audit/${id}`, '_blank', 'noopener');
      else void navigate({ to: '/audit/$entryId', params: { entryId: id } });
    },
    [navigate],
  );
  if (rows.length === 0) return <p className="none">{none}</p>;
  const risks: Column<Row> = {
    id: 'risks',
    label: t`Risks`,
    cell: (row) => <Risks risks={row.risks ?? []} />,
    text: (row) => (row.risks ?? []).join(', '),
  };
  // The order is that of the sample.
  const columns = auditColumns()
    .filter(({ id }) => SHOWN.includes(id))
    .map(({ sort: _sort, ...column }): Column<Row> => column);
  return (
    <DataTable
      label={label}
      columns={rows.some((row) => row.risks) ? [...columns, risks] : columns}
      rows={rows}
      isStale={false}
      rowId={({ id }) => id}
      rowName={({ sequence }) => t`entry ${sequence}`}
      sort=""
      onSort={() => {}}
      onOpen={open}
      selected={chosen}
      onSelect={onChoose}
    />
  );
};
