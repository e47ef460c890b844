import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCalendarTime, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { SavedView } from '../session/preferences.ts';
import { useRight } from '../session/session.ts';
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
import { useRecordNames } from '../ui/record-names.ts';
import { type Certificate, certificateListQuery, readAllCertificates } from './certificate.queries.ts';
import { CERTIFICATE_FILTERS } from './certificate-filters.ts';
import { CERTIFICATES_HIDDEN_AT_FIRST, certificateColumns, certificateFilters } from './certificate-list.tsx';
import { ListActions } from './list-actions.tsx';
import { CertificateSummary } from './summary.tsx';

const LIST = 'certificates';

const CertificateListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const mayWrite = useRight('certificates:write');
  const query = useQuery(certificateListQuery(search));
  const rows = query.data?.data;
  const names = useRecordNames((rows ?? []).flatMap(({ supplier_id, component_id }) => [supplier_id, component_id]));
  const columns = certificateColumns(names);
  const { visible, hidden, hide } = useVisibleColumns(LIST, columns, CERTIFICATES_HIDDEN_AT_FIRST);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = (rows ?? []).filter(({ id }) => selected.has(id));

  const show = useCallback(
    (next: ListSearch) => {
      setSelected(new Set());
      void navigate({ to: '/certificates', search: next });
    },
    [navigate],
  );
  const change = useCallback((part: ListSearch) => show({ ...search, page: undefined, ...part }), [search, show]);
  const open = useCallback(
    ({ id }: Certificate, inNewTab: boolean) => {
      if (inNewTab) window.open(`/app/certificates/${id}`, '_blank', 'noopener');
      else void navigate({ to: '/certificates/$certificateId', params: { certificateId: id } });
    },
    [navigate],
  );
  const exportAs = async (format: ExportFormat, some?: readonly Certificate[]) =>
    exportRows({ name: LIST, format, columns: visible, rows: some ?? (await readAllCertificates(search)) });

  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`To validate`, search: { status: 'pending', sort: 'created_at' } },
    { name: t`Expire within 90 days`, search: { expiring_within_days: '90', sort: 'expiry_date' } },
    { name: t`Expired`, search: { status: 'expired', sort: 'expiry_date' } },
    { name: t`Certificates of analysis`, search: { type: 'coa' } },
  ];
  const isFiltered = CERTIFICATE_FILTERS.some((name) => search[name] !== undefined);

  return (
    <Page
      title={t`Certificates`}
      isFluid
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconCalendarTime size={15} aria-hidden />}
            renderRoot={(props) => <Link to="/certificates/calendar" {...props} />}
          >
            <Trans>Expiry calendar</Trans>
          </Button>
          {mayWrite && <UploadButton />}
        </>
      }
    >
      <CertificateSummary />
      <FilterBar
        filters={certificateFilters()}
        search={search}
        onChange={change}
        placeholder={t`Search name, number, batch`}
      >
        <Views list={LIST} standard={views} search={search} onOpen={show} />
        <ColumnChoice columns={columns} hidden={hidden} onHide={hide} />
        <ExportMenu onExport={exportAs} />
      </FilterBar>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 ? (
        <Empty
          title={isFiltered ? t`No certificate fits these filters` : t`No certificates yet`}
          action={
            isFiltered ? (
              <Button variant="default" onClick={() => show({})}>
                <Trans>Remove all filters</Trans>
              </Button>
            ) : (
              mayWrite && <UploadButton />
            )
          }
        >
          {isFiltered ? (
            <Trans>Remove a filter to see more.</Trans>
          ) : (
            <Trans>Upload the documents of your suppliers: they are read, and you validate what was read.</Trans>
          )}
        </Empty>
      ) : (
        !(query.error && !rows) && (
          <DataTable
            label={t`Certificates`}
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
            <ListActions chosen={chosen} />
            <ExportMenu onExport={(format) => exportAs(format, chosen)} isButton />
          </div>
        )}
        {query.data && <Pager meta={query.data.meta} onPage={(page) => show({ ...search, page })} />}
      </div>
    </Page>
  );
};

const UploadButton = () => (
  <Button
    leftSection={<IconUpload size={15} aria-hidden />}
    renderRoot={(props) => <Link to="/certificates/upload" {...props} />}
  >
    <Trans>Upload</Trans>
  </Button>
);

export const Route = createLazyRoute('/certificates/')({ component: CertificateListPage });
