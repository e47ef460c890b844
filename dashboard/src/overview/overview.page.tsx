import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { createLazyRoute } from '@tanstack/react-router';
import { useRight, useSession } from '../session/session.ts';
import { dayIn } from '../ui/day.ts';
import { Page } from '../ui/page.tsx';
import { Day } from '../ui/time.tsx';
import { CertificateFigures } from './certificate-figures.tsx';
import { EventFigures, EventsToday } from './event-figures.tsx';
import { PeriodControl } from './period-control.tsx';
import { SupplierFigures } from './supplier-figures.tsx';
import { WorkflowFigures } from './workflow-figures.tsx';
import './overview.css';

/** How the organisation does, for the management review; each figure of records leads to the list that it counts. */
const OverviewPage = () => {
  const { t } = useLingui();
  const { period = '30d' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { organization } = useSession();
  const maySeeSuppliers = useRight('suppliers:read');
  const maySeeCertificates = useRight('certificates:read');
  const maySeeWorkflows = useRight('workflows:read');
  return (
    <Page
      title={t`Overview`}
      actions={
        <>
          <PeriodControl period={period} onPeriod={(next) => void navigate({ search: { period: next } })} />
          <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => window.print()}>
            <Trans>Print or save as PDF</Trans>
          </Button>
        </>
      }
    >
      <p className="none overview-of">
        {organization.name}, <Day value={dayIn(organization.time_zone)} />
      </p>
      <div className="overview">
        <EventsToday />
        <EventFigures period={period} />
        {maySeeCertificates && <CertificateFigures />}
        {maySeeSuppliers && <SupplierFigures />}
        {maySeeWorkflows && <WorkflowFigures period={period} />}
      </div>
    </Page>
  );
};

export const Route = createLazyRoute('/overview')({ component: OverviewPage });
