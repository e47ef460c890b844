import type { Block } from '@qsc/table-export';
import { heading, listBlocks, paragraph, toAuditFacts } from './document-block.ts';
import type { ComparedActs, Sections } from './report.ts';

const SIGNATURE_COLUMNS = [
  { key: 'at', title: 'Signed at (UTC)', kind: 'datetime', width: 24 },
  { key: 'signer_name', title: 'Signer', kind: 'text', width: 18 },
  { key: 'meaning', title: 'Meaning', kind: 'text', width: 20 },
  { key: 'record', title: 'Record, version', kind: 'text', width: 34 },
  { key: 'id', title: 'Signature', kind: 'text', width: 30 },
  { key: 'verdict', title: 'Verdict', kind: 'text', width: 14 },
] as const;

/** The numbers and the list of signatures, the oldest first. */
export const signatureBlocks = ({
  total_signatures,
  stale_signatures,
  invalid_signatures,
  signed_entries,
  details,
}: NonNullable<Sections['electronic_signatures']>): Block[] => [
  toAuditFacts({
    Signatures: total_signatures,
    Stale: stale_signatures,
    Invalid: invalid_signatures,
    'Signed entries': signed_entries,
  }),
  ...listBlocks('List of signatures', total_signatures, {
    columns: SIGNATURE_COLUMNS,
    rows: details.signatures.map(({ record_type, record_id, record_version, status, reason, ...signature }) => ({
      ...signature,
      record: record_id === null ? null : `${record_type} ${record_id}, ${record_version}`,
      verdict: reason === null ? status : `${status}: ${reason}`,
    })),
  }),
];

const actBlocks = ({ kept_since, services }: ComparedActs): Block[] => [
  heading('Log and acts of all services'),
  paragraph(`By the events that services keep, all since ${kept_since}.`),
  {
    kind: 'table',
    columns: [
      { key: 'service', title: 'Service', kind: 'text', width: 30 },
      { key: 'acts', title: 'Acts', kind: 'number', width: 20 },
      { key: 'without_entry', title: 'Without an entry', kind: 'number', width: 20 },
    ],
    rows: services,
  },
];

/** The numbers of the log, and the changes that owners of records know. */
export const completenessBlocks = ({
  total_entries,
  gaps,
  entries_verified,
  details,
}: NonNullable<Sections['audit_trail_completeness']>): Block[] => [
  toAuditFacts({
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
  ...actBlocks(details.acts),
  paragraph(details.not_compared),
];

const ROLE_COLUMNS = [
  { key: 'at', title: 'At (UTC)', kind: 'datetime', width: 24 },
  { key: 'user', title: 'User', kind: 'text', width: 20 },
  { key: 'from', title: 'From', kind: 'text', width: 18 },
  { key: 'to', title: 'To', kind: 'text', width: 18 },
  { key: 'by', title: 'By', kind: 'text', width: 20 },
  { key: 'entry_id', title: 'Entry', kind: 'text', width: 30 },
] as const;

const KEY_COLUMNS = [
  { key: 'name', title: 'Key', kind: 'text', width: 30 },
  { key: 'id', title: 'Id', kind: 'text', width: 30 },
  { key: 'expires_at', title: 'Ends at (UTC)', kind: 'datetime', width: 24 },
] as const;

const USER_COLUMNS = [
  { key: 'name', title: 'User', kind: 'text', width: 30 },
  { key: 'id', title: 'Id', kind: 'text', width: 30 },
  { key: 'role', title: 'Role', kind: 'text', width: 20 },
] as const;

/** The numbers of access, and their details. */
export const accessBlocks = (section: NonNullable<Sections['access_controls']>): Block[] => [
  toAuditFacts({
    'Failed logins': section.failed_logins,
    'Refused signatures': section.failed_signatures,
    Lockouts: section.lockouts,
    'Role changes': section.role_changes,
    'Keys near expiry': section.keys_near_expiry,
    'Dormant users': section.dormant_users,
  }),
  paragraph(section.details.basis),
  ...listBlocks('Role changes', section.role_changes, { columns: ROLE_COLUMNS, rows: section.details.role_changes }),
  ...listBlocks('Keys near their end', section.keys_near_expiry, {
    columns: KEY_COLUMNS,
    rows: section.details.keys_near_expiry,
  }),
  ...listBlocks('Dormant users', section.dormant_users, { columns: USER_COLUMNS, rows: section.details.dormant_users }),
];

type SystemDetails = NonNullable<Sections['system_validations']>['details'];

const restoreDrillText = (drill: SystemDetails['last_restore_drill']): string => {
  if (!drill) return 'none recorded';
  if (!drill.passed) return `${drill.at}: did not pass: ${drill.reason}`;
  return `${drill.at}: passed, backup of ${drill.backup_moment}, ${drill.entries} entries verified`;
};

const qualificationText = (last: SystemDetails['last_qualification']): string => {
  if (!last) return 'none recorded';
  const { at, result, version, steps } = last;
  const counts = `${steps.passed} steps passed, ${steps.failed} failed, ${steps.open} open`;
  return `${at}: ${result.replaceAll('_', ' ')}, version ${version}, ${counts}`;
};

/** The running programs, the last verification, restore drill and qualification. */
export const systemBlocks = ({ details }: NonNullable<Sections['system_validations']>): Block[] => {
  const last = details.last_verification;
  return [
    toAuditFacts({
      'Programs asked': details.programs.map(({ name, version }) => `${name} ${version}`).join(', '),
      'Not asked': details.not_asked.join(', ') || 'none',
      'Last verification': last
        ? `${last.at}: ${last.valid ? 'unbroken' : 'broken'}, ${last.entries} entries`
        : 'none recorded',
      'Last restore drill': restoreDrillText(details.last_restore_drill),
      'Last qualification': qualificationText(details.last_qualification),
    }),
  ];
};
