import { type ExtractedData, FIELD_NAMES } from '@qsc/certificate-extraction/result';
import type { Changes } from '@qsc/contracts/events';
import { canonicalHash, canonicalJson } from '@qsc/service-kit/pure';
import type { Extraction } from '../certificate/certificate.ts';

/** An event has to be small: beyond this the rows are recorded by their number and digest. */
const ROW_CHANGES_BYTES = 256 * 1024;

/** MongoDB takes documents of 16 MiB, and the line of the history holds the changes too. */
const MAX_REPLACED_BYTES = 12 * 1024 * 1024;

const isSame = (one: object | null, other: object | null): boolean => canonicalJson([one]) === canonicalJson([other]);

/** How many rows there are, and the SHA-256 of their canonical JSON (RFC 8785). */
const computeDigest = (rows: ExtractedData['test_results']) => ({ rows: rows.length, sha256: canonicalHash(rows) });

const rowChanges = ({ test_results: before }: ExtractedData, { test_results: after }: ExtractedData): Changes => {
  const changes: Changes = {};
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [from = null, to = null] = [before[at], after[at]];
    if (!isSame(from, to)) changes[`extracted_data.test_results.${at}`] = { from, to };
  }
  return Buffer.byteLength(JSON.stringify(changes)) <= ROW_CHANGES_BYTES
    ? changes
    : { 'extracted_data.test_results': { from: computeDigest(before), to: computeDigest(after) } };
};

/** What a further run changes of what was read before: each field and each row that differs; nothing for the first one. */
export const readingChanges = (before: ExtractedData | null, after: ExtractedData | null): Changes => {
  if (!before || !after) return {};
  const fields = FIELD_NAMES.filter((field) => before[field] !== after[field]);
  return {
    ...Object.fromEntries(
      fields.map((field) => [`extracted_data.${field}`, { from: before[field], to: after[field] }]),
    ),
    ...rowChanges(before, after),
  };
};

const kept = (data: ExtractedData): object =>
  Buffer.byteLength(JSON.stringify(data)) <= MAX_REPLACED_BYTES
    ? data
    : { ...data, test_results: computeDigest(data.test_results) };

/** What was read before, whole, for the line of the history by which it is replaced; nothing where the same was read. */
export const replacedReading = (before: Extraction, after: Extraction): { replaced?: object } => {
  const { confidence_score, data, extracted_at } = before;
  if (!data || isSame(data, after.data)) return {};
  return {
    replaced: { confidence_score, extracted_at: extracted_at?.toISOString() ?? null, extracted_data: kept(data) },
  };
};
