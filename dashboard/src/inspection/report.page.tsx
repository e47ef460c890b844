import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { Code } from '../audit/entry-parts.tsx';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Fact } from '../ui/fact.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { saveDownload, saveFile } from '../ui/save-file.ts';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { NeedsLog } from './needs-log.tsx';
import { downloadReport, type Report, reportQuery } from './report.queries.ts';
import { ReportSection } from './report-section.tsx';
import { OUTCOMES, SECTIONS } from './report-words.ts';

const ReportPage = () => {
  const { t } = useLingui();
  const { reportId } = Route.useParams();
  const query = useQuery(reportQuery(reportId));
  const download = useMutation({ mutationFn: async () => saveDownload(await downloadReport(reportId)) });
  const save = (report: Report) =>
    saveFile(new Blob([`${JSON.stringify(report, null, 2)}\n`]), `compliance-report-${reportId}.json`);
  return (
    <NeedsLog title={t`21 CFR Part 11 report`}>
      <Page
        title={t`21 CFR Part 11 report`}
        actions={
          query.data && (
            <>
              <Button
                leftSection={<IconDownload size={15} aria-hidden />}
                loading={download.isPending}
                onClick={() => download.mutate()}
              >
                <Trans>Download as PDF</Trans>
              </Button>
              <Button variant="default" onClick={() => query.data && save(query.data)}>
                <Trans>Save as JSON</Trans>
              </Button>
            </>
          )
        }
      >
        {download.error && <ErrorNotice error={download.error} />}
        <Part query={query} lines={10}>
          {(report) => <ReportContent report={report} />}
        </Part>
      </Page>
    </NeedsLog>
  );
};

const ReportContent = ({ report }: { report: Report }) => {
  const { t, i18n } = useLingui();
  const { summary, period, covered_until, requested_by, generated_at, system_version, checksum, organization } = report;
  const outcome = OUTCOMES[summary.overall_compliance];
  return (
    <>
      <div className="record-line report-outcome">
        <Status state={outcome.state} label={i18n._(outcome.label)} />
        <span>
          {plural(summary.findings, { one: '# finding', other: '# findings' })},{' '}
          {plural(summary.observations, { one: '# observation', other: '# observations' })}
        </span>
      </div>
      <section className="section" aria-label={t`Report`}>
        <dl className="fields">
          <Fact name={t`Organisation`}>{organization.name}</Fact>
          <Fact name={t`Period`}>
            <Instant value={period.from} exact /> – <Instant value={period.to} exact />
            {covered_until < period.to && (
              <span className="none">
                {' '}
                <Trans>
                  covered until <Instant value={covered_until} exact />
                </Trans>
              </span>
            )}
          </Fact>
          <Fact name={t`Made`}>
            <Instant value={generated_at} exact />, {requested_by.name}
            {requested_by.role && <span className="none"> {wordFor(ROLES, requested_by.role)}</span>}
          </Fact>
          <Fact name={t`Version of the system`}>{system_version}</Fact>
          <Fact name={t`SHA-256`}>
            <Code value={checksum.replace(/^sha256:/, '')} />
          </Fact>
        </dl>
      </section>
      {SECTIONS.filter(({ name }) => report.sections[name] !== undefined).map(({ name, label, clauses }) => (
        <ReportSection key={name} report={report} name={name} title={i18n._(label)} clauses={clauses} />
      ))}
    </>
  );
};

export const Route = createLazyRoute('/inspection/reports/$reportId')({ component: ReportPage });
