import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Schemas } from '@qsc/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import type { SavedView } from '../../session/preferences.ts';
import { Empty } from '../empty.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { type ExportFormat, exportRows } from './export-rows.ts';
import { FilterBar, type FilterSpec } from './filter-bar.tsx';
import { ColumnChoice, useVisibleColumns, Views } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import type { ListSearch } from './search.ts';

type Props<Row extends { id: string }> = {
  /** The name of its saved views, of its columns and of exported files. */
  name: string;
  label: string;
  /** Where the list is; a record is one step below, by its id. */
  address:
    | '/quality-events'
    | '/suppliers'
    | '/certificates'
    | '/workflows'
    | '/audit'
    | '/webhooks'
    | '/integrations'
    | `/administration/${'users' | 'api-keys' | 'applications'}`;
  search: ListSearch;
  query: UseQueryResult<{ data: readonly Row[]; meta: Schemas['PageMeta'] }>;
  columns: readonly Column<Row>[];
  hiddenAtFirst: readonly string[];
  filters: FilterSpec[];
  filterNames: readonly string[];
  placeholder?: string;
  /** Views that everybody has. */
  views: readonly SavedView[];
  defaultSort?: string;
  rowName: (row: Row) => string;
  /** Reads all rows that fit the filters, for an export; without it, rows are neither exported nor chosen. */
  readAll?: (search: ListSearch) => Promise<Row[]>;
  /** What is said where no row fits the filters, and where there is none yet. */
  empty: { unmatched: string; none: string; hint: ReactNode; action?: ReactNode };
  /** What can be done with chosen rows beside exporting them. */
  actions?: (chosen: readonly Row[]) => ReactNode;
  tools?: ReactNode;
  /** Shown in the place of the rows, with the same filters. */
  board?: ((show: (search: ListSearch) => void) => ReactNode) | undefined;
};

/** A page of records: filters, saved views, columns, export, rows that are chosen, and what to do where there are none. */
export const RecordList = <Row extends { id: string }>(props: Props<Row>) => {
  const { name, label, address, search, query, columns, readAll, empty, actions, board } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const { visible, hidden, hide } = useVisibleColumns(name, columns, props.hiddenAtFirst);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = query.data?.data;
  const chosen = (rows ?? []).filter(({ id }) => selected.has(id));
  const isFiltered = props.filterNames.some((filter) => search[filter] !== undefined);

  const show = useCallback(
    (next: ListSearch) => {
      setSelected(new Set());
      void navigate({ to: address, search: next });
    },
    [navigate, address],
  );
  const change = useCallback((part: ListSearch) => show({ ...search, page: undefined, ...part }), [search, show]);
  const open = useCallback(
    ({ id }: Row, inNewTab: boolean) => {
      if (inNewTab) window.open(`/app${address}/${id}`, '_blank', 'noopener');
      else void navigate({ to: `${address}/${id}` as string });
    },
    [navigate, address],
  );
  const exportAs = async (format: ExportFormat, some?: readonly Row[]) =>
    exportRows({ name, format, columns: visible, rows: some ?? (await readAll?.(search)) ?? [] });

  const rowsOrEmpty =
    rows?.length === 0 ? (
      <Empty
        title={isFiltered ? empty.unmatched : empty.none}
        action={
          isFiltered ? (
            <Button variant="default" onClick={() => show({})}>
              <Trans>Remove all filters</Trans>
            </Button>
          ) : (
            empty.action
          )
        }
      >
        {isFiltered ? <Trans>Remove a filter to see more.</Trans> : empty.hint}
      </Empty>
    ) : (
      !(query.error && !rows) && (
        <DataTable
          label={label}
          columns={visible}
          rows={rows}
          isStale={query.isPlaceholderData}
          rowId={({ id }) => id}
          rowName={props.rowName}
          sort={search.sort ?? props.defaultSort ?? '-created_at'}
          onSort={(sort) => change({ sort })}
          onOpen={open}
          {...(readAll && { selected, onSelect: setSelected })}
        />
      )
    );

  return (
    <>
      <FilterBar filters={props.filters} search={search} onChange={change} placeholder={props.placeholder}>
        {props.tools}
        <Views list={name} standard={props.views} search={search} onOpen={show} />
        {!board && <ColumnChoice columns={columns} hidden={hidden} onHide={hide} />}
        {readAll && <ExportMenu onExport={exportAs} />}
      </FilterBar>
      {board?.(show) ?? (
        <>
          {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
          {rowsOrEmpty}
          <div className="list-foot">
            {/* Stays when changed rows leave the list, since a dialog of it shows their results. */}
            {readAll && (
              <div className="bulk" role="toolbar" aria-label={t`Selected records`} hidden={chosen.length === 0}>
                <span>
                  <Trans>{chosen.length} selected</Trans>
                </span>
                {actions?.(chosen)}
                <ExportMenu onExport={(format) => exportAs(format, chosen)} isButton />
              </div>
            )}
            {query.data && <Pager meta={query.data.meta} onPage={(page) => show({ ...search, page })} />}
          </div>
        </>
      )}
    </>
  );
};
