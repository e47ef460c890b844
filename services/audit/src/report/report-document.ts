import type { Block, PagedReport } from '@qsc/table-export';
import { findingBlocks, heading, paragraph } from './document-block.ts';
import { accessBlocks, completenessBlocks, signatureBlocks, systemBlocks } from './document-section.ts';
import type { ComplianceStatus } from './finding.ts';
import type { ComplianceReport } from './report.schemas.ts';
import type { SectionName, Sections } from './report.ts';

const TITLES: Record<SectionName, string> = {
  electronic_signatures: 'Electronic signatures',
  audit_trail_completeness: 'Completeness of the audit trail',
  access_controls: 'Access controls',
  system_validations: 'System validations',
};

const STATUS_TEXTS: Record<ComplianceStatus, string> = {
  compliant: 'Compliant: nothing was found.',
  compliant_with_observations: 'Compliant, with observations.',
  non_compliant: 'Not compliant: see the findings.',
};

const METHODS: Record<SectionName, string> = {
  electronic_signatures:
    'Every signature of the period was verified again: its seal by the public keys, and the current record by the hash that ' +
    'was signed. Signatures and the signed entries of the audit log were compared with each other.',
  audit_trail_completeness:
    'The hash chain was recomputed for the period, with its links to the entries before and after it. Sequence numbers were ' +
    'counted. Changes in the own records of the services that own them, and the acts whose events any service stores, were ' +
    'looked for in the log.',
  access_controls:
    'Failed logins, refused signatures, lockouts and role changes were counted in the log. Users and keys are those that the ' +
    'identity service has.',
  system_validations:
    'Each program was asked for its version. The last recorded verification of the log, restore drill and qualification were read.',
};

type Shown = { name: SectionName; blocks: Block[]; section: NonNullable<Sections[SectionName]> };

const toShown = <Name extends SectionName>(
  name: Name,
  section: Sections[Name],
  blocksOf: (section: NonNullable<Sections[Name]>) => Block[],
): Shown[] => (section ? [{ name, blocks: blocksOf(section), section }] : []);

/** The requested sections; signatures come last, since their list is long. */
const toSections = ({ sections }: ComplianceReport): Shown[] => [
  ...toShown('audit_trail_completeness', sections.audit_trail_completeness, completenessBlocks),
  ...toShown('access_controls', sections.access_controls, accessBlocks),
  ...toShown('system_validations', sections.system_validations, systemBlocks),
  ...toShown('electronic_signatures', sections.electronic_signatures, signatureBlocks),
];

/** The report as pages: requester and period, method, each section with its findings, and last the list of signatures. */
export const toDocument = (report: ComplianceReport): PagedReport => {
  const sections = toSections(report);
  return {
    title: 'Compliance report: 21 CFR Part 11',
    organisation: report.organization.name,
    madeAt: new Date(report.generated_at),
    madeBy: report.requested_by.name,
    facts: [
      ['Report', report.report_id],
      ['Period', `${report.period.from} to ${report.period.to}`],
      ['Covered until', report.covered_until],
      ['Requested by', `${report.requested_by.name} (${report.requested_by.id})`],
      ['System version', report.system_version],
      ['Checksum', report.checksum],
      ['Outcome', STATUS_TEXTS[report.summary.overall_compliance]],
      ['Findings', String(report.summary.findings)],
      ['Observations', String(report.summary.observations)],
    ],
    blocks: [
      heading('Scope', 1),
      paragraph(
        `This report covers the records, signatures and audit log of ${report.organization.name} in the period above. Its sections: ` +
          `${sections.map(({ name }) => TITLES[name].toLowerCase()).join(', ')}. The checksum is the SHA-256 of the report's content in ` +
          'canonical JSON; it also stands in the audit log entry of the report.',
      ),
      heading('Method', 1),
      ...sections.map(({ name }) => paragraph(`${TITLES[name]}. ${METHODS[name]}`)),
      ...sections.flatMap(({ name, blocks, section: { status, findings, observations } }): Block[] => [
        heading(TITLES[name], 1),
        paragraph(STATUS_TEXTS[status]),
        ...findingBlocks('Findings', 'None.', findings),
        ...findingBlocks('Observations', 'None.', observations),
        heading('Numbers'),
        ...blocks,
      ]),
    ],
  };
};
