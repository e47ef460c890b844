import { canonicalJson } from '@qsc/service-kit/pure';
import type { Column, Row } from '@qsc/table-export';
import { type StoredEntry, toReadable } from '../entry/entry.store.ts';
import type { ExportJob } from './export.ts';

type Contents = Pick<ExportJob, 'include_signatures' | 'include_raw_data'>;

const FIELDS = [
  'sequence',
  'timestamp',
  'recorded_at',
  'action',
  'entity_type',
  'entity_id',
  'entity_name',
  'entity_version',
  'user',
  'client',
  'metadata',
];

/** The fields of a stored entry that an export reads; all of them (an empty list) where it contains the canonical entry. */
export const selectFields = ({ include_raw_data, include_signatures }: Contents): string[] => {
  if (include_raw_data) return [];
  return include_signatures ? [...FIELDS, 'signature'] : FIELDS;
};

const numeric = new Set(['sequence', 'entity_version']);
const dated = new Set(['timestamp', 'recorded_at']);
const flagged = new Set(['signature_required', 'signature_signed']);

const ENTRY_CELLS = [
  'sequence',
  'id',
  'timestamp',
  'recorded_at',
  'action',
  'entity_type',
  'entity_id',
  'entity_name',
  'entity_version',
  'user_id',
  'user_email',
  'user_name',
  'user_role',
  'ip_address',
  'user_agent',
  'api_key_id',
  'reason',
  'workflow_state',
  'request_id',
  'details',
];

const SIGNATURE_CELLS = ['signature_required', 'signature_signed', 'signature_id', 'signature_meaning'];

const RAW_CELLS = ['changes', 'previous_hash', 'hash', 'entry'];

const columnKind = (key: string): Column['kind'] => {
  if (numeric.has(key)) return 'number';
  if (dated.has(key)) return 'datetime';
  return flagged.has(key) ? 'boolean' : 'text';
};

/** The columns of a csv, by the names of the members. */
export const selectColumns = ({ include_signatures, include_raw_data }: Contents): Column[] =>
  [...ENTRY_CELLS, ...(include_signatures ? SIGNATURE_CELLS : []), ...(include_raw_data ? RAW_CELLS : [])].map(
    (key) => ({ key, title: key, kind: columnKind(key) }),
  );

// A table drops characters that XML cannot contain, and the hash would not fit any more.
const tableSafe = (json: string): string =>
  json.replace(/[\u007f\ufffe\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The canonical entry as text; empty where the stored one cannot be read. */
const toCanonical = (doc: StoredEntry): string => {
  const entry = toReadable(doc);
  return entry ? tableSafe(canonicalJson(entry)) : '';
};

const rawCells = (doc: StoredEntry): Row => ({
  changes: tableSafe(doc.changes),
  previous_hash: doc.previous_hash,
  hash: doc.hash,
  entry: toCanonical(doc),
});

/** The row of an entry; the columns select its cells. */
export const toRow = (doc: StoredEntry, { include_signatures, include_raw_data }: Contents): Row => {
  const { user, client, metadata, signature } = doc;
  return {
    sequence: doc.sequence,
    id: doc._id,
    timestamp: doc.timestamp,
    recorded_at: doc.recorded_at,
    action: doc.action,
    entity_type: doc.entity_type,
    entity_id: doc.entity_id,
    entity_name: doc.entity_name,
    entity_version: doc.entity_version,
    user_id: user.id,
    user_email: user.email,
    user_name: user.name,
    user_role: user.role,
    ip_address: client.ip_address,
    user_agent: client.user_agent,
    api_key_id: client.api_key_id,
    reason: metadata.reason,
    workflow_state: metadata.workflow_state,
    request_id: metadata.request_id,
    details: metadata.details,
    ...(include_signatures
      ? {
          signature_required: signature.required,
          signature_signed: signature.signed,
          signature_id: signature.signature_id,
          signature_meaning: signature.meaning,
        }
      : {}),
    ...(include_raw_data ? rawCells(doc) : {}),
  };
};

const shownDetails = (details: string | null): unknown => {
  try {
    return details === null ? undefined : JSON.parse(details);
  } catch {
    return details;
  }
};

/** The members of an entry in a line without the canonical one. */
const toMembers = (doc: StoredEntry, { include_signatures }: Contents): Record<string, unknown> => {
  const { _id, timestamp, recorded_at, metadata, signature, ...rest } = doc;
  const { details, ...known } = metadata;
  const shown = shownDetails(details);
  return {
    id: _id,
    ...rest,
    timestamp: new Date(timestamp).toJSON(),
    recorded_at: new Date(recorded_at).toJSON(),
    metadata: shown === undefined ? known : { ...known, details: shown },
    ...(include_signatures ? { signature } : {}),
  };
};

/** An entry as one line: its canonical JSON (RFC 8785), or its requested members. */
export const jsonLine = (doc: StoredEntry, contents: Contents): string => {
  const entry = contents.include_raw_data ? toReadable(doc) : null;
  return entry ? canonicalJson(entry) : JSON.stringify(toMembers(doc, contents));
};
