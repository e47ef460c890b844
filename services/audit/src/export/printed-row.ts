import type { Column, Row, Table } from '@qsc/table-export';
import type { StoredEntry } from '../entry/entry.store.ts';
import type { ExportJob } from './export.ts';

type Asked = Pick<ExportJob, 'include_signatures' | 'include_raw_data'>;

const COLUMNS: readonly Column[] = [
  { key: 'sequence', title: 'No.', kind: 'number', width: 8 },
  { key: 'timestamp', title: 'Time (UTC)', kind: 'datetime', width: 14 },
  { key: 'action', title: 'Action', kind: 'text', width: 10 },
  { key: 'record', title: 'Record', kind: 'text', width: 34 },
  { key: 'user', title: 'User', kind: 'text', width: 30 },
  { key: 'from', title: 'From', kind: 'text', width: 18 },
  { key: 'reason', title: 'Reason', kind: 'text', width: 26 },
  { key: 'workflow_state', title: 'State after', kind: 'text', width: 12 },
];

const SIGNATURE: Column = { key: 'signature', title: 'Signature', kind: 'text', width: 24 };

const RAW: readonly Column[] = [
  { key: 'changes', title: 'Changes', kind: 'text', width: 50 },
  { key: 'hash', title: 'Hash', kind: 'text', width: 22 },
];

const joined = (...parts: (string | null | false)[]): string => parts.filter(Boolean).join(' ');

const enclosed = (text: string | null): string | null => text && `(${text})`;

/** An entry as a page of paper shows it. */
export const printedRowOf = (doc: StoredEntry, { include_signatures, include_raw_data }: Asked): Row => {
  const { user, client, metadata, signature } = doc;
  return {
    sequence: doc.sequence,
    timestamp: doc.timestamp,
    action: doc.action,
    record: joined(doc.entity_type, doc.entity_name, enclosed(doc.entity_id)),
    user: joined(user.name, enclosed(user.id), user.role),
    from: joined(client.ip_address, client.api_key_id),
    reason: metadata.reason,
    workflow_state: metadata.workflow_state,
    ...(include_signatures && signature.signed
      ? { signature: joined(signature.meaning, enclosed(signature.signature_id)) }
      : {}),
    ...(include_raw_data ? { changes: doc.changes, hash: doc.hash } : {}),
  };
};

const anyOf = (values: readonly string[]): string => (values.length === 0 ? 'all' : values.join(', '));

const filterText = ({ from, to, entity_types, actions, last_sequence }: ExportJob): string =>
  `From ${from.toISOString()} to ${to.toISOString()}, both included. Kinds of record: ${anyOf(entity_types)}. ` +
  `Actions: ${anyOf(actions)}. The log as it was at entry no. ${last_sequence}.`;

/** The head of a printed export: whose log it is, when and by whom it was asked for, and what is in it. */
export const printedTable = (job: ExportJob, organisation: string): Table => {
  const { name, email } = job.requested_by;
  return {
    title: 'Audit log',
    organisation,
    madeAt: job.created_at,
    madeBy: joined(name, enclosed(email)),
    filter: filterText(job),
    columns: [...COLUMNS, ...(job.include_signatures ? [SIGNATURE] : []), ...(job.include_raw_data ? RAW : [])],
  };
};
