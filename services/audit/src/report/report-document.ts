import type { Block, PagedReport } from '@qsc/table-export';
import type { ComplianceReport } from './report.schemas.ts';
import type { ComplianceStatus, Finding, SectionName, Sections } from './report.ts';

const TITLES: Record<SectionName, string> = {
  electronic_signatures: 'Electronic signatures',
  audit_trail_completeness: 'Completeness of the audit trail',
  access_controls: 'Access controls',
  system_validations: 'System validations',
};

const STATUS_WORDS: Record<ComplianceStatus, string> = {
  compliant: 'Compliant: nothing was found.',
  compliant_with_observations: 'Compliant, with observations.',
  non_compliant: 'Not compliant: see the findings.',
};

const METHODS: Record<SectionName, string> = {
  electronic_signatures:
    'Every signature of the period was verified anew: its seal by the public keys, and the record as it stands by the hash that ' +
    'was signed. Signatures and the signed entries of the audit log were held against each other.',
  audit_trail_completeness:
    'The hash chain was recomputed for the period, with its links to the entries before and after it. Sequence numbers were ' +
    'counted. Changes that the owners of records tell of by their own records were looked for in the log.',
  access_controls:
    'Failed logins, refused signatures, lockouts and role changes were counted in the log. Users and keys are those that the ' +
    'identity service has.',
  system_validations: 'Each program was asked for its version. The last recorded verification of the log was read.',
};

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const heading = (text: string, level: 1 | 2 = 2): Block => ({ kind: 'heading', text, level });

const findingBlocks = (title: string, none: string, found: readonly Finding[]): Block[] => [
  heading(title),
  ...(found.length === 0 ? [paragraph(none)] : []),
  ...found.flatMap(({ code, message, total, entry_ids, record_ids }): Block[] => [
    paragraph(`${code}: ${message} Total: ${total}.`),
    ...(entry_ids.length > 0 ? [paragraph(`Entries (${entry_ids.length} shown): ${entry_ids.join(', ')}`)] : []),
    ...(record_ids.length > 0 ? [paragraph(`Records (${record_ids.length} shown): ${record_ids.join(', ')}`)] : []),
  ]),
];

const factsOf = (counts: Record<string, string | number>): Block => ({
  kind: 'facts',
  facts: Object.entries(counts).map(([label, fact]) => [label, String(fact)]),
});

const SIGNATURE_COLUMNS = [
  { key: 'at', title: 'Signed at (UTC)', kind: 'datetime', width: 24 },
  { key: 'signer_name', title: 'Signer', kind: 'text', width: 18 },
  { key: 'meaning', title: 'Meaning', kind: 'text', width: 20 },
  { key: 'record', title: 'Record, version', kind: 'text', width: 34 },
  { key: 'id', title: 'Signature', kind: 'text', width: 30 },
  { key: 'verdict', title: 'Verdict', kind: 'text', width: 14 },
] as const;

const signatureBlocks = ({
  total_signatures,
  stale_signatures,
  invalid_signatures,
  signed_entries,
  details,
}: NonNullable<Sections['electronic_signatures']>): Block[] => [
  factsOf({
    Signatures: total_signatures,
    Stale: stale_signatures,
    Invalid: invalid_signatures,
    'Signed entries': signed_entries,
  }),
  heading('List of signatures'),
  paragraph(
    `${details.signatures.length} of ${total_signatures} signatures of the period are listed, the oldest first.`,
  ),
  {
    kind: 'table',
    columns: SIGNATURE_COLUMNS,
    rows: details.signatures.map(({ record_type, record_id, record_version, status, reason, ...signature }) => ({
      ...signature,
      record: record_id === null ? null : `${record_type} ${record_id}, ${record_version}`,
      verdict: reason === null ? status : `${status}: ${reason}`,
    })),
  },
];

const completenessBlocks = ({
  total_entries,
  gaps,
  entries_verified,
  details,
}: NonNullable<Sections['audit_trail_completeness']>): Block[] => [
  factsOf({
    'Entries of the period': total_entries,
    Gaps: gaps,
    'Entries verified': entries_verified,
    Chain: details.chain_valid ? 'unbroken' : 'broken',
    'Sequence numbers': `${details.first_sequence ?? 'none'} to ${details.last_sequence ?? 'none'}`,
    'In signed segments': details.removed_entries,
  }),
  heading('Log and owners of records'),
  {
    kind: 'table',
    columns: [
      { key: 'service', title: 'Service', kind: 'text', width: 14 },
      { key: 'basis', title: 'What it knows by its own records', kind: 'text', width: 60 },
      { key: 'changes', title: 'Changes', kind: 'number', width: 10 },
      { key: 'without_entry', title: 'Without an entry', kind: 'number', width: 10 },
    ],
    rows: details.compared,
  },
  paragraph(details.not_compared),
];

const accessBlocks = (section: NonNullable<Sections['access_controls']>): Block[] => [
  factsOf({
    'Failed logins': section.failed_logins,
    'Refused signatures': section.failed_signatures,
    Lockouts: section.lockouts,
    'Role changes': section.role_changes,
    'Keys near expiry': section.keys_near_expiry,
    'Dormant users': section.dormant_users,
  }),
  paragraph(section.details.basis),
  ...(section.details.role_changes.length === 0
    ? []
    : [
        heading('Role changes'),
        {
          kind: 'table',
          columns: [
            { key: 'at', title: 'At (UTC)', kind: 'datetime', width: 24 },
            { key: 'user', title: 'User', kind: 'text', width: 20 },
            { key: 'from', title: 'From', kind: 'text', width: 18 },
            { key: 'to', title: 'To', kind: 'text', width: 18 },
            { key: 'by', title: 'By', kind: 'text', width: 20 },
            { key: 'entry_id', title: 'Entry', kind: 'text', width: 30 },
          ],
          rows: section.details.role_changes,
        } satisfies Block,
      ]),
];

const systemBlocks = ({ details }: NonNullable<Sections['system_validations']>): Block[] => {
  const last = details.last_verification;
  return [
    factsOf({
      'Programs asked': details.programs.map(({ name, version }) => `${name} ${version}`).join(', '),
      'Not asked': details.not_asked.join(', '),
      'Last verification': last
        ? `${last.at}: ${last.valid ? 'unbroken' : 'broken'}, ${last.entries} entries`
        : 'none recorded',
      'Last restore drill': 'none recorded',
    }),
  ];
};

const bodyOf = ({ sections }: ComplianceReport): [SectionName, Block[], NonNullable<Sections[SectionName]>][] => {
  const { electronic_signatures, audit_trail_completeness, access_controls, system_validations } = sections;
  return [
    ...(audit_trail_completeness
      ? [['audit_trail_completeness', completenessBlocks(audit_trail_completeness), audit_trail_completeness] as const]
      : []),
    ...(access_controls ? [['access_controls', accessBlocks(access_controls), access_controls] as const] : []),
    ...(system_validations
      ? [['system_validations', systemBlocks(system_validations), system_validations] as const]
      : []),
    ...(electronic_signatures
      ? [['electronic_signatures', signatureBlocks(electronic_signatures), electronic_signatures] as const]
      : []),
  ].map(([name, blocks, section]) => [name, blocks, section]);
};

/** The report as pages: who asked for what, the method, each section with its findings, and last the list of signatures. */
export const documentOf = (report: ComplianceReport): PagedReport => {
  const sections = bodyOf(report);
  return {
    title: 'Compliance report: 21 CFR Part 11',
    organisation: report.organization.name,
    madeAt: new Date(report.generated_at),
    madeBy: report.requested_by.name,
    facts: [
      ['Report', report.report_id],
      ['Period', `${report.period.from} to ${report.period.to}`],
      ['Covered until', report.covered_until],
      ['Asked for by', `${report.requested_by.name} (${report.requested_by.id})`],
      ['System version', report.system_version],
      ['Checksum', report.checksum],
      ['Outcome', STATUS_WORDS[report.summary.overall_compliance]],
      ['Findings', String(report.summary.findings)],
      ['Observations', String(report.summary.observations)],
    ],
    blocks: [
      heading('Scope', 1),
      paragraph(
        `This report covers the records, signatures and audit log of ${report.organization.name} in the period above. Its sections: ` +
          `${sections.map(([name]) => TITLES[name].toLowerCase()).join(', ')}. The checksum is the SHA-256 of the report's content in ` +
          'canonical JSON; it also stands in the audit log entry of the report.',
      ),
      heading('Method', 1),
      ...sections.map(([name]) => paragraph(`${TITLES[name]}. ${METHODS[name]}`)),
      ...sections.flatMap(([name, blocks, { status, findings, observations }]): Block[] => [
        { kind: 'page' },
        heading(TITLES[name], 1),
        paragraph(STATUS_WORDS[status]),
        ...findingBlocks('Findings', 'None.', findings),
        ...findingBlocks('Observations', 'None.', observations),
        heading('Numbers'),
        ...blocks,
      ]),
    ],
  };
};
