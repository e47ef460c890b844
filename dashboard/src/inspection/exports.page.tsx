import { Trans, useLingui } from '@lingui/react/macro';
import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { ExportForm } from './export-form.tsx';
import { ExportList } from './export-list.tsx';
import { NeedsLog } from './needs-log.tsx';

const ExportsPage = () => {
  const { t } = useLingui();
  const { page = 1 } = Route.useSearch();
  return (
    <NeedsLog title={t`Exports of the audit log`}>
      <Page title={t`Exports of the audit log`}>
        <p className="prose inspection-intro">
          <Trans>
            An export is a file with the entries of a period as they are in the log now, signed by the system. The
            entries of one record are in its complete copy.
          </Trans>
        </p>
        <section className="section inspection-part" aria-label={t`New export`}>
          <h2 className="section-title">{t`New export`}</h2>
          <ExportForm />
        </section>
        <section className="section inspection-part" aria-label={t`Earlier exports`}>
          <h2 className="section-title">{t`Earlier exports`}</h2>
          <ExportList page={page} />
        </section>
      </Page>
    </NeedsLog>
  );
};

export const Route = createLazyRoute('/inspection/exports/')({ component: ExportsPage });
