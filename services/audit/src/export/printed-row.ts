import type { Annex, Column, Row, Table } from '@qsc/table-export';
import type { StoredEntry } from '../entry/entry.store.ts';
import type { ExportJob } from './export.ts';

type Contents = Pick<ExportJob, 'include_signatures' | 'include_raw_data'>;

const COLUMNS: readonly Column[] = [
  { key: 'sequence', title: 'No.', kind: 'number', width: 8 },
  { key: 'timestamp', title: 'Time (UTC)', kind: 'datetime' },
  { key: 'action', title: 'Action', kind: 'text', width: 10 },
  { key: 'record', title: 'Record', kind: 'text', width: 24 },
  { key: 'entity_id', title: 'Record id', kind: 'code', width: 30 },
  { key: 'user', title: 'User', kind: 'text', width: 16 },
  { key: 'from', title: 'From', kind: 'text', width: 14 },
  { key: 'reason', title: 'Reason', kind: 'text', width: 20 },
  { key: 'workflow_state', title: 'State after', kind: 'text', width: 14 },
];

/** Optional and long values are printed below the entry. */
const SIGNATURE: readonly Column[] = [
  { key: 'meaning', title: 'Signed as', kind: 'text', width: 30, isPart: true },
  { key: 'signature_id', title: 'Signature id', kind: 'code', width: 30, isPart: true },
];

const RAW: readonly Column[] = [
  { key: 'changes', title: 'Changes', kind: 'text', width: 80, isPart: true },
  { key: 'hash', title: 'Hash', kind: 'text', width: 32, isPart: true },
];

const joined = (...parts: (string | null | false)[]): string => parts.filter(Boolean).join(' ');

const enclosed = (text: string | null): string | null => text && `(${text})`;

/** The users of a log by their printed names; the details of each follow the last line. */
const makeUserNames = () => {
  const names = new Map<string, string>();
  const used = new Map<string, number>();
  return {
    /** The same name for the same id, role and key; another user of that name gets a number. */
    name({ user, client }: Pick<StoredEntry, 'user' | 'client'>): string {
      const key = client.api_key_id && `by key ${client.api_key_id}`;
      const known = [user.id, user.role, user.email, key].filter(Boolean).join(', ');
      const shown = user.name ?? user.id ?? '';
      const identity = `${shown}\n${known}`;
      let name = names.get(identity);
      if (name === undefined) {
        const count = (used.get(shown) ?? 0) + 1;
        used.set(shown, count);
        name = count === 1 ? shown : `${shown} (${count})`;
        names.set(identity, name);
      }
      return name;
    },
    annex: (): Annex[] => {
      const facts = Array.from(
        names,
        ([identity, name]) => [name, identity.slice(identity.indexOf('\n') + 1)] as const,
      );
      return facts.length === 0 ? [] : [{ title: 'Users: id, role, address and API key', facts }];
    },
  };
};

type UserNames = ReturnType<typeof makeUserNames>;

/** An entry in as few printed lines as possible, since a log has many. */
const toRow = (doc: StoredEntry, { include_signatures, include_raw_data }: Contents, users: UserNames): Row => {
  const { client, metadata, signature } = doc;
  return {
    sequence: doc.sequence,
    timestamp: doc.timestamp,
    action: doc.action,
    record: joined(doc.entity_type, doc.entity_name),
    entity_id: doc.entity_id,
    user: users.name(doc),
    from: client.ip_address,
    reason: metadata.reason,
    workflow_state: metadata.workflow_state,
    ...(include_signatures && signature.signed
      ? { meaning: signature.meaning, signature_id: signature.signature_id }
      : {}),
    ...(include_raw_data ? { changes: doc.changes, hash: doc.hash } : {}),
  };
};

const anyOf = (values: readonly string[]): string => (values.length === 0 ? 'all' : values.join(', '));

const filterText = ({ from, to, entity_types, actions, last_sequence }: ExportJob): string =>
  `From ${from.toISOString()} to ${to.toISOString()}, both included. Kinds of record: ${anyOf(entity_types)}. ` +
  `Actions: ${anyOf(actions)}. The log as it was at entry no. ${last_sequence}.`;

/** The head of an export: organisation, time, requester and filters. */
export const printedTable = (job: ExportJob, organisation: string): Table => {
  const { name, email } = job.requested_by;
  return {
    title: 'Audit log',
    organisation,
    madeAt: job.created_at,
    madeBy: joined(name, enclosed(email)),
    filter: filterText(job),
    group: 'sequence',
    columns: [...COLUMNS, ...(job.include_signatures ? SIGNATURE : []), ...(job.include_raw_data ? RAW : [])],
  };
};

/** A printed export: its head, its rows, and the details of the users. */
export const makePrintedLog = (job: ExportJob, organisation: string) => {
  const users = makeUserNames();
  return {
    table: { ...printedTable(job, organisation), annex: users.annex } satisfies Table,
    row: (doc: StoredEntry): Row => toRow(doc, job, users),
  };
};
