import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';
import { type AuditExport, cancelExport, exportQuery } from './export.queries.ts';
import { ExportState, ExportWhat } from './export-facts.tsx';
import { ExportFile } from './export-file.tsx';
import { NeedsLog } from './needs-log.tsx';

const ExportPage = () => {
  const { t } = useLingui();
  const { jobId } = Route.useParams();
  const query = useQuery(exportQuery(jobId));
  return (
    <NeedsLog title={t`Export of the audit log`}>
      <Page
        title={t`Export of the audit log`}
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/inspection/exports" {...props} />}>
            <Trans>All exports</Trans>
          </Button>
        }
      >
        <Part query={query} lines={6}>
          {(job) => <Job job={job} />}
        </Part>
        {query.data && query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      </Page>
    </NeedsLog>
  );
};

const Job = ({ job }: { job: AuditExport }) => {
  const { status, created_at, error, expires_at } = job;
  return (
    <div className="inspection-job">
      <div className="record-line" role="status">
        <ExportState job={job} />
        <span>
          <Trans>
            Asked for <Instant value={created_at} exact />
          </Trans>
        </span>
      </div>
      <ExportWhat job={job} />
      {status === 'processing' && <Running job={job} />}
      {status === 'completed' && <ExportFile job={job} />}
      {status === 'failed' && (
        <p className="status status-bad" lang="en">
          {error?.message}
        </p>
      )}
      {status === 'cancelled' && (
        <p className="none">
          <Trans>It was cancelled before the file was whole, so there is none.</Trans>
        </p>
      )}
      {status === 'expired' && (
        <p className="none">
          <Trans>
            The file was kept until <Instant value={expires_at} exact /> and is removed. Export the period again.
          </Trans>
        </p>
      )}
      <p>
        <Link to="/audit" search={{ entity_id: job.job_id }}>
          <Trans>The entries of this export in the audit log</Trans>
        </Link>
      </p>
    </div>
  );
};

const WHOLE = 100;

/** How many entries are written, of how many there will be about. */
const Running = ({ job }: { job: AuditExport }) => {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const { job_id, records_exported: done, estimated_records: estimated } = job;
  const cancel = useMutation({
    mutationFn: () => cancelExport(job_id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['audit', 'export', job_id] }),
  });
  const written = done.toLocaleString(i18n.locale);
  const of = estimated.toLocaleString(i18n.locale);
  return (
    <>
      <Progress
        value={estimated > 0 ? Math.min(WHOLE, (done / estimated) * WHOLE) : 0}
        animated
        aria-label={t`Progress of the export`}
      />
      <Group justify="space-between">
        <span>
          <Trans>
            {written} of about {of} entries are written.
          </Trans>
        </span>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          <Trans>Cancel the export</Trans>
        </Button>
      </Group>
      <p className="none">
        <Trans>You can leave this page; the export goes on.</Trans>
      </p>
      {cancel.error && <ErrorNotice error={cancel.error} />}
    </>
  );
};

export const Route = createLazyRoute('/inspection/exports/$jobId')({ component: ExportPage });
