import { canonicalJson } from '@qsc/service-kit/pure';
import type { Column, Row } from '@qsc/table-export';
import { readableOf, type StoredEntry } from '../entry/entry.store.ts';
import type { ExportJob } from './export.ts';

type Asked = Pick<ExportJob, 'include_signatures' | 'include_raw_data'>;

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

/** What of a stored entry an export reads; all of it (an empty list) where it holds the canonical entry. */
export const fieldsOf = ({ include_raw_data, include_signatures }: Asked): string[] => {
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

const kindOf = (key: string): Column['kind'] => {
  if (numeric.has(key)) return 'number';
  if (dated.has(key)) return 'datetime';
  return flagged.has(key) ? 'boolean' : 'text';
};

/** The columns of a csv, by the names of the members. */
export const columnsOf = ({ include_signatures, include_raw_data }: Asked): Column[] =>
  [...ENTRY_CELLS, ...(include_signatures ? SIGNATURE_CELLS : []), ...(include_raw_data ? RAW_CELLS : [])].map(
    (key) => ({ key, title: key, kind: kindOf(key) }),
  );

// A table leaves out what XML cannot hold, and the hash would not fit any more.
const tableSafe = (json: string): string =>
  json.replace(/[\u007f\ufffe\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The canonical entry as text; empty where the stored one cannot be read. */
const canonicalOf = (doc: StoredEntry): string => {
  const entry = readableOf(doc);
  return entry ? tableSafe(canonicalJson(entry)) : '';
};

const rawCells = (doc: StoredEntry): Row => ({
  changes: tableSafe(doc.changes),
  previous_hash: doc.previous_hash,
  hash: doc.hash,
  entry: canonicalOf(doc),
});

/** The row of an entry; its columns choose what is shown of it. */
export const rowOf = (doc: StoredEntry, { include_signatures, include_raw_data }: Asked): Row => {
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

/** What of an entry a line shows that does not hold the canonical one. */
const membersOf = (doc: StoredEntry, { include_signatures }: Asked): Record<string, unknown> => {
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

/** An entry as one line: the canonical JSON (RFC 8785) of it, or of what is asked for of it. */
export const jsonLine = (doc: StoredEntry, asked: Asked): string => {
  const entry = asked.include_raw_data ? readableOf(doc) : null;
  return entry ? canonicalJson(entry) : JSON.stringify(membersOf(doc, asked));
};
