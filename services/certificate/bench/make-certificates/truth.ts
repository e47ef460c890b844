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

/** The names of the single fields of a certificate, in the order of the truth file. */
export const fieldNames = [
  'batch_number',
  'manufacturing_date',
  'expiry_date',
  'issue_date',
  'retest_date',
  'manufacturer',
  'manufacturing_site',
  'holder',
  'scope',
  'certificate_number',
] as const;

export type FieldName = (typeof fieldNames)[number];
export type TruthFields = Record<FieldName, string | null>;
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
  const empty = Object.fromEntries(fieldNames.map((name) => [name, null])) as TruthFields;
  return { test_results: rows, ...empty, ...fields };
}
