import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCalendarTime, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { SavedView } from '../session/preferences.ts';
import { useRight } from '../session/session.ts';
import { RecordList } from '../ui/list/record-list.tsx';
import { Page } from '../ui/page.tsx';
import { useRecordNames } from '../ui/record-names.ts';
import { certificateListQuery, readAllCertificates } from './certificate.queries.ts';
import { CERTIFICATE_FILTERS } from './certificate-filters.ts';
import { CERTIFICATES_HIDDEN_AT_FIRST, certificateColumns, certificateFilters } from './certificate-list.tsx';
import { ListActions } from './list-actions.tsx';
import { CertificateSummary } from './summary.tsx';

const CertificateListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const mayWrite = useRight('certificates:write');
  const query = useQuery(certificateListQuery(search));
  const rows = query.data?.data;
  const names = useRecordNames((rows ?? []).flatMap(({ supplier_id, component_id }) => [supplier_id, component_id]));

  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`To validate`, search: { status: 'pending', sort: 'created_at' } },
    { name: t`Expire within 90 days`, search: { expiring_within_days: '90', sort: 'expiry_date' } },
    { name: t`Expired`, search: { status: 'expired', sort: 'expiry_date' } },
    { name: t`Certificates of analysis`, search: { type: 'coa' } },
  ];

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
      <RecordList
        name="certificates"
        label={t`Certificates`}
        address="/certificates"
        search={search}
        query={query}
        columns={certificateColumns(names)}
        hiddenAtFirst={CERTIFICATES_HIDDEN_AT_FIRST}
        filters={certificateFilters()}
        filterNames={CERTIFICATE_FILTERS}
        placeholder={t`Search name, number, batch`}
        views={views}
        rowName={({ name }) => name}
        readAll={readAllCertificates}
        empty={{
          unmatched: t`No certificate fits these filters`,
          none: t`No certificates yet`,
          hint: t`Upload the documents of your suppliers: they are read, and you validate what was read.`,
          action: mayWrite && <UploadButton />,
        }}
        actions={(chosen) => <ListActions chosen={chosen} />}
      />
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
