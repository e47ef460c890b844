import type { Block, Column } from '@qsc/table-export';
import type { AuditEntry } from '../entry/entry.ts';
import { heading, paragraph } from '../report/document-block.ts';
import { type Printing, printField, printInstant, printValue } from './copy-text.ts';
import type { CopiedRecordStatement } from './record-copy.ts';

type Json = Record<string, unknown>;

const text = (key: string, title: string, width: number): Column => ({ key, title, width, kind: 'text' });
const time = (key: string, title: string): Column => ({ key, title, width: 26, kind: 'code' });

const asList = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

const table = (columns: readonly Column[], rows: readonly Record<string, string>[]): Block => ({
  kind: 'table',
  columns,
  rows,
});

/** The documents that belong to the record, by name and checksum. */
export const attachmentBlocks = ({ attachments }: CopiedRecordStatement): Block[] =>
  attachments.length === 0
    ? []
    : [
        heading('Attachments'),
        table(
          [text('file', 'File', 40), text('version', 'Version', 8), text('checksum', 'Checksum', 70)],
          attachments.map(({ filename, document_id, version, checksum }) => ({
            file: filename ?? document_id,
            version: String(version),
            checksum: checksum ?? 'no file',
          })),
        ),
      ];

const HISTORY = [
  time('at', 'Time'),
  text('from', 'From', 18),
  text('to', 'To', 18),
  text('by', 'By', 20),
  text('comment', 'Comment', 50),
];

/** The workflows that the record went through. */
export const workflowBlocks = ({ workflows }: CopiedRecordStatement, printing: Printing): Block[] =>
  workflows.flatMap(({ workflow_name, workflow_version, started_at, state_name, history }): Block[] => [
    heading(`Workflow: ${workflow_name}, version ${workflow_version}`),
    paragraph(`Started ${printInstant(started_at, printing)}. State: ${state_name}.`),
    ...(asList(history).length === 0
      ? []
      : [
          table(
            HISTORY,
            asList(history).map(({ at, from_state, to_state, by_name, comment }) => ({
              at: printInstant(at, printing),
              from: printValue(from_state, printing),
              to: printValue(to_state, printing),
              by: printValue(by_name, printing),
              comment: printValue(comment, printing),
            })),
          ),
        ]),
  ]);

const DECISIONS: readonly Column[] = [
  time('at', 'Time'),
  text('decision', 'Decision', 12),
  text('by', 'By', 24),
  text('role', 'Counts for', 18),
  text('comment', 'Comment', 40),
  text('conditions', 'Conditions', 24),
  { key: 'signed', title: 'Signature', kind: 'code' },
];

const printDecider = ({ decided_by_name, on_behalf_of_name }: Json): string =>
  on_behalf_of_name === null ? String(decided_by_name) : `${decided_by_name}, for ${on_behalf_of_name}`;

/** The approvals with their decisions. */
export const approvalBlocks = ({ approvals }: CopiedRecordStatement, printing: Printing): Block[] =>
  approvals.length === 0
    ? []
    : [
        heading('Approvals'),
        ...approvals.flatMap((approval): Block[] => [
          paragraph(
            `${approval.state_name}: ${approval.status}. Requested by ${approval.requested_by_name}, ` +
              `${printInstant(approval.requested_at, printing)}. Approvals: ${approval.approvals_received} of ${approval.approvals_required}.`,
          ),
          ...(asList(approval.decisions).length === 0
            ? []
            : [
                table(
                  DECISIONS,
                  asList(approval.decisions).map((decision) => ({
                    at: printInstant(decision.decided_at, printing),
                    decision: printValue(decision.decision, printing),
                    by: printDecider(decision),
                    role: printValue(decision.role, printing),
                    comment: printValue(decision.comment, printing),
                    conditions: printValue(decision.conditions, printing),
                    signed: printValue(decision.signature_id, printing),
                  })),
                ),
              ]),
        ]),
      ];

const SIGNATURES: readonly Column[] = [
  text('name', 'Printed name', 22),
  text('role', 'Role', 18),
  time('at', 'Date and time'),
  text('meaning', 'Meaning', 26),
  text('act', 'Signed act', 26),
  text('version', 'Record version', 8),
  text('verdict', 'Verified now', 30),
  { key: 'id', title: 'Signature', kind: 'code' },
];

const printAct = (act: Json | undefined): string => {
  if (!act) return '';
  const { action, from_state, to_state } = act;
  return from_state === null ? `${action} in ${to_state}` : `${action}: ${from_state} to ${to_state}`;
};

const printSignature = (signature: Json, printing: Printing): Record<string, string> => {
  const { status, message } = (signature.verification ?? {}) as Json;
  return {
    name: printValue(signature.signer_name, printing),
    role: printValue(signature.signer_role, printing),
    at: printInstant(signature.timestamp, printing),
    meaning: printValue(signature.meaning, printing),
    act: printAct(signature.act as Json | undefined),
    version: printValue(signature.entity_version, printing),
    verdict: `${status}. ${message}`,
    id: String(signature.signature_id),
  };
};

/** The electronic signatures: printed name, date and time, and meaning (21 CFR 11.50). */
export const signatureBlocks = ({ signatures }: CopiedRecordStatement, printing: Printing): Block[] => [
  heading('Electronic signatures'),
  signatures.length === 0
    ? paragraph('The record has no electronic signature.')
    : table(
        SIGNATURES,
        signatures.map((signature) => printSignature(signature, printing)),
      ),
];

const TRAIL = [
  text('sequence', 'No.', 7),
  time('at', 'Time'),
  text('action', 'Action', 10),
  text('user', 'User (role)', 22),
  text('changes', 'Changes: from → to', 70),
  text('reason', 'Reason', 26),
  text('signed', 'Signed as', 16),
];

const printChanges = ({ changes, metadata }: AuditEntry, printing: Printing): string => {
  const lines = Object.entries(changes).map(([field, { from, to }]) => {
    const after = printValue(to, printing);
    return from === null || from === undefined
      ? `${printField(field)}: ${after}`
      : `${printField(field)}: ${printValue(from, printing)} → ${after}`;
  });
  const state = metadata.workflow_state === null ? [] : [`State after: ${metadata.workflow_state}`];
  return [...lines, ...state].join('\n');
};

const printEntry = (entry: AuditEntry, printing: Printing): Record<string, string> => ({
  sequence: String(entry.sequence),
  at: printInstant(entry.timestamp, printing),
  action: entry.action,
  user: entry.user.role === null ? entry.user.name : `${entry.user.name} (${entry.user.role})`,
  changes: printChanges(entry, printing),
  reason: entry.metadata.reason ?? '',
  signed: entry.signature.meaning ?? '',
});

const printFaults = ({ total, faults }: CopiedRecordStatement['trail']): string =>
  faults.length === 0
    ? `Entries: ${total}. Each fits its own hash and the hash of the entry before it in the log.`
    : `Entries: ${total}. NOT INTACT: ${faults.map(({ sequence, reason }) => `no. ${sequence} (${reason})`).join(', ')}.`;

/** A record is read from its owner and its trail from the log, which a change reaches a moment later. */
const printDelay = ({ content, trail }: CopiedRecordStatement): string | null => {
  const recorded = Math.max(0, ...trail.entries.map(({ entity_version }) => entity_version ?? 0));
  return typeof content.version === 'number' && recorded < content.version
    ? `The log did not have the change to version ${content.version} yet when this copy was made. Make another copy to have it.`
    : null;
};

/** The audit trail, and whether its entries are what was recorded. */
export const trailBlocks = (record: CopiedRecordStatement, printing: Printing): Block[] => {
  const { trail } = record;
  const delay = printDelay(record);
  return [
    heading('Audit trail'),
    paragraph(printFaults(trail)),
    ...(delay === null ? [] : [paragraph(delay)]),
    ...(trail.total === 0
      ? []
      : [
          table(
            TRAIL,
            trail.entries.map((entry) => printEntry(entry, printing)),
          ),
        ]),
  ];
};
