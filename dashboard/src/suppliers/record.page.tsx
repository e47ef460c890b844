import { Trans, useLingui } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { Files } from '../files/files.tsx';
import type { SupplierTab } from '../router.tsx';
import { useRight } from '../session/session.ts';
import { useWindowTitle } from '../ui/page.tsx';
import { type Change, Section } from '../ui/section.tsx';
import { Trail } from '../ui/trail.tsx';
import { QualificationTimeline } from './qualification-timeline.tsx';
import { RiskTab } from './risk-tab.tsx';
import { metricsQuery, refreshSupplier, saveSupplier, supplierQuery } from './supplier.queries.ts';
import { addressSpecs, contactSpecs, profileSpecs } from './supplier-fields.ts';
import { SupplierHeader } from './supplier-header.tsx';
import { SupplierCertificates, SupplierComponents, SupplierEvents, SupplierMetrics } from './supplier-parts.tsx';

const SupplierPage = () => {
  const { t } = useLingui();
  const { supplierId } = Route.useParams();
  const { tab = 'details' } = Route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: supplier } = useSuspenseQuery(supplierQuery(supplierId));
  const metrics = useQuery(metricsQuery(supplierId));
  const mayWrite = useRight('suppliers:write');
  const hindrance = mayWrite ? null : t`Your role reads suppliers and does not change them.`;
  useWindowTitle(supplier.name);

  const save = async (change: Change) => {
    await saveSupplier(supplierId, change);
    await refreshSupplier(queries, supplierId);
  };
  const reload = () => queries.fetchQuery({ ...supplierQuery(supplierId), staleTime: 0 });
  const edited = { record: supplier, hindrance, save, reload };
  const open = (next: string | null) =>
    navigate({
      to: '/suppliers/$supplierId',
      params: { supplierId },
      search: next === 'details' || next === null ? {} : { tab: next as SupplierTab },
      replace: true,
    });

  return (
    <article className="page record">
      <SupplierHeader supplier={supplier} />
      <div className="record-columns">
        <div className="record-main">
          <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} activateTabWithKeyboard={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="details">{t`Qualification`}</Tabs.Tab>
              <Tabs.Tab value="risk">{t`Risk`}</Tabs.Tab>
              <Tabs.Tab value="components">{t`Components`}</Tabs.Tab>
              <Tabs.Tab value="certificates">{t`Certificates`}</Tabs.Tab>
              <Tabs.Tab value="events">{t`Quality events`}</Tabs.Tab>
              <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="details">
              <QualificationTimeline supplier={supplier} />
              <h2 className="section-title">
                <Trans>Files</Trans>
              </h2>
              <Files owner={{ type: 'supplier', id: supplierId }} hindrance={null} />
            </Tabs.Panel>
            <Tabs.Panel value="risk">
              <RiskTab supplier={supplier} />
            </Tabs.Panel>
            <Tabs.Panel value="components">
              <SupplierComponents id={supplierId} />
            </Tabs.Panel>
            <Tabs.Panel value="certificates">
              <SupplierCertificates id={supplierId} />
            </Tabs.Panel>
            <Tabs.Panel value="events">
              <SupplierEvents id={supplierId} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <Trail recordId={supplierId} />
            </Tabs.Panel>
          </Tabs>
        </div>
        <aside className="record-aside" aria-label={t`Properties`}>
          <SupplierMetrics query={metrics} />
          <Section name="profile" title={t`Profile`} specs={profileSpecs()} {...edited} />
          <Section name="contact" title={t`Contact`} specs={contactSpecs()} {...edited} />
          <Section name="address" title={t`Address`} specs={addressSpecs()} {...edited} />
        </aside>
      </div>
    </article>
  );
};

export const Route = createLazyRoute('/suppliers/$supplierId')({ component: SupplierPage });
