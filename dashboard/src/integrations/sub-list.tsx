import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Schemas } from '@qsc/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import { FilterBar, type FilterSpec } from '../ui/list/filter-bar.tsx';
import { Pager } from '../ui/list/pager.tsx';
import type { ListSearch } from '../ui/list/search.ts';
import type { ConnectionTab } from './routes.ts';

type Props<Row extends { id: string }> = {
  connectionId: string;
  tab: ConnectionTab;
  label: string;
  search: ListSearch;
  query: Pick<UseQueryResult<{ meta: Schemas['PageMeta'] }>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  rowName: (row: Row) => string;
  defaultSort: string;
  filter: FilterSpec;
  none: string;
  unmatched: string;
  hint?: ReactNode;
  onOpen?: (row: Row) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (ids: ReadonlySet<string>) => void;
  /** What can be done with the rows. */
  tools?: ReactNode;
};

/** A list in a tab of a connection: one filter, its rows, and their pages; all in the address. */
export const SubList = <Row extends { id: string }>(props: Props<Row>) => {
  const { connectionId, tab, search, query, rows, filter } = props;
  const navigate = useNavigate();
  const show = (next: ListSearch) =>
    void navigate({
      to: '/integrations/$connectionId',
      params: { connectionId },
      search: { ...next, tab },
      replace: true,
    });
  const isFiltered = search[filter.name] !== undefined;
  return (
    <>
      <FilterBar
        filters={[filter]}
        search={search}
        onChange={(change) => show({ ...search, page: undefined, ...change })}
      />
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 ? (
        <Empty
          title={isFiltered ? props.unmatched : props.none}
          action={
            isFiltered && (
              <Button variant="default" onClick={() => show({})}>
                <Trans>Remove all filters</Trans>
              </Button>
            )
          }
        >
          {!isFiltered && props.hint}
        </Empty>
      ) : (
        !(query.error && !rows) && (
          <DataTable
            label={props.label}
            columns={props.columns}
            rows={rows}
            isStale={query.isPlaceholderData}
            rowId={({ id }) => id}
            rowName={props.rowName}
            sort={search.sort ?? props.defaultSort}
            onSort={(sort) => show({ ...search, page: undefined, sort })}
            onOpen={(row) => props.onOpen?.(row)}
            selected={props.selected}
            onSelect={props.onSelect}
          />
        )
      )}
      <div className="list-foot">
        {props.tools}
        {query.data && <Pager meta={query.data.meta} onPage={(page) => show({ ...search, page })} />}
      </div>
    </>
  );
};
