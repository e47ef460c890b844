import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { SavedView } from '../session/preferences.ts';
import { useRight, useSession } from '../session/session.ts';
import { addDays, dayIn } from '../ui/day.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { ExportMenu } from '../ui/list/export-menu.tsx';
import { type ExportFormat, exportRows } from '../ui/list/export-rows.ts';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { ColumnChoice, useVisibleColumns, Views } from '../ui/list/list-tools.tsx';
import { Pager } from '../ui/list/pager.tsx';
import type { ListSearch } from '../ui/list/search.ts';
import { Page } from '../ui/page.tsx';
import { NewSupplierDialog } from './new-supplier.tsx';
import { readAllSuppliers, type Supplier, supplierListQuery } from './supplier.queries.ts';
import { SUPPLIER_FILTERS } from './supplier-filters.ts';
import { SUPPLIERS_HIDDEN_AT_FIRST, supplierColumns, supplierFilters } from './supplier-list.tsx';
import { VendorListMenu } from './vendor-list-menu.tsx';

const LIST = 'suppliers';
const AUDIT_DAYS = 90;

const SupplierListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const { organization } = useSession();
  const mayWrite = useRight('suppliers:write');
  const query = useQuery(supplierListQuery(search));
  const columns = supplierColumns();
  const { visible, hidden, hide } = useVisibleColumns(LIST, columns, SUPPLIERS_HIDDEN_AT_FIRST);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isCreating, setCreating] = useState(false);
  const rows = query.data?.data;
  const chosen = (rows ?? []).filter(({ id }) => selected.has(id));

  const show = useCallback(
    (next: ListSearch) => {
      setSelected(new Set());
      void navigate({ to: '/suppliers', search: next });
    },
    [navigate],
  );
  const change = useCallback((part: ListSearch) => show({ ...search, page: undefined, ...part }), [search, show]);
  const open = useCallback(
    ({ id }: Supplier, inNewTab: boolean) => {
      if (inNewTab) window.open(`/app/suppliers/${id}`, '_blank', 'noopener');
      else void navigate({ to: '/suppliers/$supplierId', params: { supplierId: id } });
    },
    [navigate],
  );
  const exportAs = async (format: ExportFormat, some?: readonly Supplier[]) =>
    exportRows({ name: 'suppliers', format, columns: visible, rows: some ?? (await readAllSuppliers(search)) });

  const soon = addDays(dayIn(organization.time_zone), AUDIT_DAYS);
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Approved vendors`, search: { qualification_status: 'qualified,conditional', sort: 'name' } },
    { name: t`High risk`, search: { risk_level: 'critical,high', sort: '-risk_score' } },
    { name: t`Audit due in 90 days`, search: { audit_due_before: soon, sort: 'next_audit_date' } },
    { name: t`Certificates expire soon`, search: { has_expiring_certificates: 'true' } },
  ];
  const isFiltered = SUPPLIER_FILTERS.some((name) => search[name] !== undefined);

  return (
    <Page
      title={t`Suppliers`}
      isFluid
      actions={
        <>
          <VendorListMenu />
          {mayWrite && (
            <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
              <Trans>New</Trans>
            </Button>
          )}
        </>
      }
    >
      <FilterBar
        filters={supplierFilters()}
        search={search}
        onChange={change}
        placeholder={t`Search name, code, description`}
      >
        <Views list={LIST} standard={views} search={search} onOpen={show} />
        <ColumnChoice columns={columns} hidden={hidden} onHide={hide} />
        <ExportMenu onExport={exportAs} />
      </FilterBar>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 ? (
        <Empty
          title={isFiltered ? t`No supplier fits these filters` : t`No suppliers yet`}
          action={
            isFiltered && (
              <Button variant="default" onClick={() => show({})}>
                <Trans>Remove all filters</Trans>
              </Button>
            )
          }
        >
          {isFiltered ? (
            <Trans>Remove a filter to see more.</Trans>
          ) : (
            <Trans>Create one, import a list, or connect the system that holds them.</Trans>
          )}
        </Empty>
      ) : (
        !(query.error && !rows) && (
          <DataTable
            label={t`Suppliers`}
            columns={visible}
            rows={rows}
            isStale={query.isPlaceholderData}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            sort={search.sort ?? '-created_at'}
            onSort={(sort) => change({ sort })}
            onOpen={open}
            selected={selected}
            onSelect={setSelected}
          />
        )
      )}
      <div className="list-foot">
        {chosen.length > 0 && (
          <div className="bulk" role="toolbar" aria-label={t`Selected records`}>
            <span>
              <Trans>{chosen.length} selected</Trans>
            </span>
            <ExportMenu onExport={(format) => exportAs(format, chosen)} isButton />
          </div>
        )}
        {query.data && <Pager meta={query.data.meta} onPage={(page) => show({ ...search, page })} />}
      </div>
      {isCreating && <NewSupplierDialog onClose={() => setCreating(false)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/suppliers/')({ component: SupplierListPage });
