import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedView } from '../session/preferences.ts';
import { useRight, useSession } from '../session/session.ts';
import { addDays, dayIn } from '../ui/day.ts';
import { RecordList } from '../ui/list/record-list.tsx';
import { Page } from '../ui/page.tsx';
import { NewSupplierDialog } from './new-supplier.tsx';
import { readAllSuppliers, supplierListQuery } from './supplier.queries.ts';
import { SUPPLIER_FILTERS } from './supplier-filters.ts';
import { SUPPLIERS_HIDDEN_AT_FIRST, supplierColumns, supplierFilters } from './supplier-list.tsx';
import { VendorListMenu } from './vendor-list-menu.tsx';

const AUDIT_DAYS = 90;

const SupplierListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { organization } = useSession();
  const mayWrite = useRight('suppliers:write');
  const mayImport = useRight('entities:write');
  const navigate = useNavigate();
  const query = useQuery(supplierListQuery(search));
  const [isCreating, setCreating] = useState(false);

  const soon = addDays(dayIn(organization.time_zone), AUDIT_DAYS);
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Approved vendors`, search: { qualification_status: 'qualified,conditional', sort: 'name' } },
    { name: t`High risk`, search: { risk_level: 'critical,high', sort: '-risk_score' } },
    { name: t`Audit due in 90 days`, search: { audit_due_before: soon, sort: 'next_audit_date' } },
    { name: t`Certificates expire soon`, search: { has_expiring_certificates: 'true' } },
  ];

  return (
    <Page
      title={t`Suppliers`}
      isFluid
      actions={
        <>
          <VendorListMenu />
          {mayImport && (
            <Button variant="default" onClick={() => void navigate({ to: '/import', search: { kind: 'supplier' } })}>
              <Trans>Import</Trans>
            </Button>
          )}
          {mayWrite && (
            <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
              <Trans>New</Trans>
            </Button>
          )}
        </>
      }
    >
      <RecordList
        name="suppliers"
        label={t`Suppliers`}
        address="/suppliers"
        search={search}
        query={query}
        columns={supplierColumns()}
        hiddenAtFirst={SUPPLIERS_HIDDEN_AT_FIRST}
        filters={supplierFilters()}
        filterNames={SUPPLIER_FILTERS}
        placeholder={t`Search name, code, description`}
        views={views}
        rowName={({ name }) => name}
        readAll={readAllSuppliers}
        empty={{
          unmatched: t`No supplier fits these filters`,
          none: t`No suppliers yet`,
          hint: t`Create one, import a list, or connect the system that holds them.`,
        }}
      />
      {isCreating && <NewSupplierDialog onClose={() => setCreating(false)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/suppliers/')({ component: SupplierListPage });
