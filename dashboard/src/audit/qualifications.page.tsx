import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { Empty } from '../ui/empty.tsx';
import { Pager } from '../ui/list/pager.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { qualificationListQuery } from './audit.queries.ts';
import { QualificationRun } from './qualification-run.tsx';

const QualificationsPage = () => {
  const { t } = useLingui();
  const { page = 1 } = Route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(qualificationListQuery(page));
  return (
    <Page title={t`Qualifications of the system`}>
      <p className="prose qualification-intro">
        <Trans>
          Each run of ./scripts/qualify checks the installed system against its requirements and writes a pack of files.
          The system records the result with the checksum of each file and signs it.
        </Trans>
      </p>
      <Part query={query} lines={8}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title={t`No run is recorded yet`}>
              <Trans>
                A system administrator runs ./scripts/qualify against this system with a live API key;
                docs/validation.md describes it.
              </Trans>
            </Empty>
          ) : (
            <>
              {data.map((run) => (
                <QualificationRun key={run.id} run={run} />
              ))}
              <div className="list-foot">
                <Pager
                  meta={meta}
                  onPage={(next) => void navigate({ to: '/audit/qualifications', search: { page: next } })}
                />
              </div>
            </>
          )
        }
      </Part>
    </Page>
  );
};

export const Route = createLazyRoute('/audit/qualifications')({ component: QualificationsPage });
