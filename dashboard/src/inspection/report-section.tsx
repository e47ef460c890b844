import { useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { Status } from '../ui/status.tsx';
import { FindingList } from './finding.tsx';
import type { Report, SectionName } from './report.queries.ts';
import { AccessFigures, CompletenessFigures, SignatureFigures, SystemFigures } from './report-figures.tsx';
import { OUTCOMES } from './report-words.ts';

type Props = { report: Report; name: SectionName; title: string; clauses: string };

/** A section of a report: its outcome, what was computed, and each finding with its entries. */
export const ReportSection = ({ report, name, title, clauses }: Props) => {
  const { t, i18n } = useLingui();
  const section = report.sections[name];
  if (!section) return null;
  const outcome = OUTCOMES[section.status];
  return (
    <section className="section report-section" aria-label={title}>
      <div className="record-line">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Status state={outcome.state} label={i18n._(outcome.label)} />
        <span className="none">{`21 CFR ${clauses}`}</span>
      </div>
      <Figures report={report} name={name} />
      <FindingList title={t`Findings (do not comply)`} findings={section.findings} report={report} isSerious />
      <FindingList title={t`Observations (to be assessed)`} findings={section.observations} report={report} />
    </section>
  );
};

const Figures = ({ report: { sections, period }, name }: Pick<Props, 'report' | 'name'>) => {
  const { electronic_signatures, audit_trail_completeness, access_controls, system_validations } = sections;
  if (name === 'electronic_signatures' && electronic_signatures)
    return <SignatureFigures section={electronic_signatures} period={period} />;
  if (name === 'audit_trail_completeness' && audit_trail_completeness)
    return <CompletenessFigures section={audit_trail_completeness} period={period} />;
  if (name === 'access_controls' && access_controls) return <AccessFigures section={access_controls} period={period} />;
  return system_validations ? <SystemFigures section={system_validations} /> : null;
};
