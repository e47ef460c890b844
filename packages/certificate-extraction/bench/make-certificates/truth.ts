import { type CertificateFields, FIELD_NAMES } from '../../src/result.ts';
import type { Finding } from './sheet/finding.ts';

/** The truth of one row, as printed. */
export type TruthRow = {
  parameter: string;
  specification: string | null;
  result: string;
  status: 'pass' | 'fail' | null;
  unit?: string;
  section?: string;
  sample?: string;
};

export type TruthFields = CertificateFields;

/** What one document says; dates are YYYY-MM-DD, all else as printed, null where it says nothing. */
export type Truth = { test_results: readonly TruthRow[] } & TruthFields;

/**
 * A made-up document: its bytes, what it says, and the findings behind its rows (same order and number as
 * `truth.test_results`).
 */
export type Specimen = {
  extension: 'pdf' | 'xml' | 'csv';
  bytes: Uint8Array;
  truth: Truth;
  findings: readonly Finding[];
};

/** The truth of rows and of those fields that the document states; all other fields are null. */
export function makeTruth(rows: readonly TruthRow[], fields: Partial<TruthFields>): Truth {
  const empty = Object.fromEntries(FIELD_NAMES.map((name) => [name, null])) as TruthFields;
  return { test_results: rows, ...empty, ...fields };
}
