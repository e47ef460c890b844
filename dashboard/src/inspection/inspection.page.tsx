import { Trans, useLingui } from '@lingui/react/macro';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { SearchField } from '../ui/list/filter-bar.tsx';
import { Page } from '../ui/page.tsx';
import { Evidence } from './evidence.tsx';
import { NeedsLog } from './needs-log.tsx';
import { RecordSearch } from './record-search.tsx';

const WIDTH = 520;

const InspectionPage = () => {
  const { t } = useLingui();
  const { q = '' } = Route.useSearch();
  const navigate = useNavigate();
  const search = useCallback(
    (text: string) => void navigate({ to: '/inspection', search: text === '' ? {} : { q: text }, replace: true }),
    [navigate],
  );
  return (
    <NeedsLog title={t`Inspection`}>
      <Page title={t`Inspection`}>
        <p className="prose inspection-intro">
          <Trans>
            Find a record and take its complete copy, with its signatures and its audit trail. Each copy, export and
            report is an entry of the audit log itself.
          </Trans>
        </p>
        <search className="inspection-search">
          <SearchField
            value={q}
            onChange={search}
            placeholder={t`Find a record: number, name, batch or id`}
            width={WIDTH}
          />
        </search>
        {q.trim().length > 1 ? <RecordSearch text={q.trim()} /> : <Evidence />}
      </Page>
    </NeedsLog>
  );
};

export const Route = createLazyRoute('/inspection/')({ component: InspectionPage });
