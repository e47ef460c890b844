import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ExtractedData, FIELD_NAMES } from '@qsc/certificate-extraction/result';
import type { Changes } from '@qsc/contracts/events';

/** An event has to be small; beyond this the rows are told by their number and their digest. */
const ROW_CHANGES_BYTES = 256 * 1024;

/** As it is stored: what is undefined is not there. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(stored(one), stored(other));

const digestOf = (rows: ExtractedData['test_results']) => ({
  rows: rows.length,
  sha256: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
});

const rowChanges = ({ test_results: before }: ExtractedData, { test_results: after }: ExtractedData): Changes => {
  const changes: Changes = {};
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [from = null, to = null] = [before[at], after[at]];
    if (!isSame(from, to)) changes[`extracted_data.test_results.${at}`] = { from, to };
  }
  return Buffer.byteLength(JSON.stringify(changes)) <= ROW_CHANGES_BYTES
    ? changes
    : { 'extracted_data.test_results': { from: digestOf(before), to: digestOf(after) } };
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

/** Whether a run takes the place of something else that was read before. */
export const isReplaced = (before: ExtractedData | null, after: ExtractedData | null): before is ExtractedData =>
  before !== null && !isSame(before, after);
