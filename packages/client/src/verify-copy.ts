import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from './bytes.ts';
import { canonicalJson, hashOf } from './exported-entries.ts';
import {
  beginVerification,
  type ExportKey,
  type ExportVerification,
  readKeys,
  readSignature,
} from './verify-export.ts';

/** What was found of one record of a copy. */
export type CopiedRecordCheck = {
  id: string;
  /** Number and title. */
  title: string;
  /** The entries of its audit trail, and their first and last numbers; null where there is none. */
  entries: number;
  first: number | null;
  last: number | null;
  /** What is wrong; null where content and entries fit their hashes. */
  fault: string | null;
};

/** What the check of a copy of records has found. */
export type CopyVerification = Pick<ExportVerification, 'valid' | 'signature' | 'keyId'> & {
  /** SHA-256 of the signed text in hexadecimal; null where it was not checked. */
  checksum: string | null;
  records: CopiedRecordCheck[];
  /** Whether the checkpoint of the log was signed by the key and fits the entries; `unknown_key`: another key has signed it. */
  checkpoint: 'valid' | 'invalid' | 'unknown_key' | 'none';
  /** The last entry of the log when the copy was made. */
  lastSequence: number | null;
};

const COPY_TYPE = 'record-copy+jws';
const CHECKPOINT_TYPE = 'audit-checkpoint+jws';

type Json = Record<string, unknown>;
type Entry = Json & { sequence: number; hash: string; previous_hash: string };
type CopiedRecord = {
  id: string;
  title: string;
  number: string | null;
  content: Json;
  content_hash: string;
  trail: { total: number; faults: unknown[]; entries: Entry[] };
};
type Copy = {
  organization: { id: string };
  records: CopiedRecord[];
  chain: { last_sequence: number; last_hash: string; checkpoint: string | null };
};

type Keys = ReturnType<typeof readKeys>;

const isSignedBy = (keys: Keys, signed: NonNullable<ReturnType<typeof readSignature>>, payload: string): boolean => {
  const key = keys.get(signed.keyId);
  if (!key) return false;
  const verification = beginVerification(key, signed.signature);
  verification.update(utf8ToBytes(`${signed.head}.${payload}`));
  return verification.isValid();
};

const checkEntry = (entry: Entry, record: CopiedRecord, { organization, chain }: Copy): string | null => {
  const { hash, ...content } = entry;
  const place = `entry no. ${entry.sequence}`;
  if (hashOf(canonicalJson(content)) !== hash) return `${place} is not what was recorded: its hash does not fit`;
  if (entry.org_id !== organization.id) return `${place} is of another organisation`;
  if (entry.entity_id !== record.id) return `${place} is of another record`;
  if (entry.sequence > chain.last_sequence) return `${place} comes after the end of the log`;
  if (entry.sequence === chain.last_sequence && hash !== chain.last_hash) return `${place} is not the end of the log`;
  return null;
};

const checkOrder = (entries: readonly Entry[]): string | null => {
  for (const [at, entry] of entries.entries()) {
    const before = entries[at - 1];
    if (!before) continue;
    if (entry.sequence <= before.sequence) return `entry no. ${entry.sequence} comes after no. ${before.sequence}`;
    if (entry.sequence === before.sequence + 1 && entry.previous_hash !== before.hash)
      return `entry no. ${entry.sequence} was not recorded after no. ${before.sequence}`;
  }
  return null;
};

const findFault = (record: CopiedRecord, copy: Copy): string | null => {
  const { content, content_hash, trail } = record;
  if (hashOf(canonicalJson(content)) !== content_hash) return 'its content does not fit its hash';
  if (trail.total !== trail.entries.length) return `${trail.entries.length} of ${trail.total} entries are in the copy`;
  if (trail.faults.length > 0) return 'entries of its trail were not intact when the copy was made';
  for (const entry of trail.entries) {
    const fault = checkEntry(entry, record, copy);
    if (fault !== null) return fault;
  }
  return checkOrder(trail.entries);
};

const checkRecord = (record: CopiedRecord, copy: Copy): CopiedRecordCheck => ({
  id: record.id,
  title: [record.number, record.title].filter((part) => part !== null).join(' '),
  entries: record.trail.entries.length,
  first: record.trail.entries[0]?.sequence ?? null,
  last: record.trail.entries.at(-1)?.sequence ?? null,
  fault: findFault(record, copy),
});

const checkCheckpoint = (keys: Keys, { organization, records, chain }: Copy): CopyVerification['checkpoint'] => {
  if (chain.checkpoint === null) return 'none';
  const signed = readSignature(chain.checkpoint, CHECKPOINT_TYPE);
  if (!signed) return 'invalid';
  if (!keys.has(signed.keyId)) return 'unknown_key';
  if (!isSignedBy(keys, signed, signed.payload)) return 'invalid';
  const claims = JSON.parse(new TextDecoder().decode(fromBase64Url(signed.payload) ?? new Uint8Array())) as Json;
  const known = [
    { sequence: chain.last_sequence, hash: chain.last_hash },
    ...records.flatMap(({ trail }) => trail.entries),
  ];
  const fits = known.every(({ sequence, hash }) => sequence !== claims.sequence || hash === claims.hash);
  return fits && claims.org_id === organization.id ? 'valid' : 'invalid';
};

const parseFile = (text: string): { copy: Copy; signature: string } | null => {
  try {
    const { copy, signature } = JSON.parse(text) as { copy: Copy; signature: string };
    // As it was written: of two members of one name, a reader could show the other one.
    return text.trim() === `{"copy":${canonicalJson(copy)},"signature":"${signature}"}` ? { copy, signature } : null;
  } catch {
    return null;
  }
};

const unread = (
  signature: Exclude<CopyVerification['signature'], 'valid'>,
  keyId: string | null,
  checksum: string | null = null,
): CopyVerification => ({
  valid: false,
  signature,
  keyId,
  checksum,
  records: [],
  checkpoint: 'none',
  lastSequence: null,
});

/**
 * Checks a copy of records (`GET /v1/.../report?format=json`) offline: that the organisation's key has signed it, that content and
 * entries fit their hashes, and that the checkpoint of the log fits them.
 * @param file the text of the file.
 * @param key the public key, from where you trust it; nothing in the file can name another.
 * @throws `InvalidKeyError` for what is no key.
 */
export const verifyCopy = (file: string, key: ExportKey): CopyVerification => {
  const keys = readKeys(key);
  const parsed = parseFile(file);
  const signed = parsed && readSignature(parsed.signature, COPY_TYPE);
  if (!parsed || signed?.payload !== '') return unread('malformed', null);
  if (!keys.has(signed.keyId)) return unread('unknown_key', signed.keyId);
  const { copy } = parsed;
  const text = utf8ToBytes(canonicalJson(copy));
  const checksum = bytesToHex(sha256(text));
  if (!isSignedBy(keys, signed, toBase64Url(text))) return unread('not_signed', signed.keyId, checksum);
  const records = copy.records.map((record) => checkRecord(record, copy));
  const checkpoint = checkCheckpoint(keys, copy);
  return {
    valid: checkpoint !== 'invalid' && records.every(({ fault }) => fault === null),
    signature: 'valid',
    keyId: signed.keyId,
    checksum,
    records,
    checkpoint,
    lastSequence: copy.chain.last_sequence,
  };
};
