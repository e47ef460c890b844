import { isDeepStrictEqual } from 'node:util';
import { evaluateResult } from '@qsc/certificate-extraction/evaluate-result';
import { type ExtractedData, FIELD_NAMES, type FieldName, type TestResult } from '@qsc/certificate-extraction/result';
import { invalidField } from '@qsc/service-kit/pure';
import type { Certificate, Override } from './certificate.ts';

/** The members of a row that can be corrected. */
export const ROW_FIELDS = ['specification', 'result', 'status', 'unit'] as const;

type RowField = (typeof ROW_FIELDS)[number];

/** A correction of one row, found by its place or its name; `reason` where it is not that of the whole validation. */
export type RowOverride = {
  index?: number | undefined;
  parameter?: string | undefined;
  reason?: string | undefined;
} & { [Field in RowField]?: string | null | undefined };

export type Overrides = { [Field in FieldName]?: string | null | undefined } & {
  test_results?: RowOverride[] | undefined;
};

type Corrected = Pick<Certificate, 'extraction' | 'overrides'>;
type By = { by: string; at: Date; reason: string | null };

const NOTHING_READ: ExtractedData = {
  batch_number: null,
  manufacturing_date: null,
  expiry_date: null,
  issue_date: null,
  retest_date: null,
  manufacturer: null,
  manufacturing_site: null,
  holder: null,
  scope: null,
  certificate_number: null,
  test_results: [],
  field_confidence: {},
  field_places: {},
  warnings: [],
};

const ROW_PATH = /^test_results\.(\d+)\.(\w+)$/;

const findIndexes = (rows: readonly TestResult[], parameter: string | undefined): number[] =>
  rows.flatMap((row, index) => (row.parameter === parameter ? [index] : []));

/** The row of a correction among those of the latest run: at its place, or elsewhere as the only one of its parameter. */
const findIndex = (rows: readonly TestResult[], { index, parameter }: Pick<RowOverride, 'index' | 'parameter'>) => {
  const [first, ...more] = findIndexes(rows, parameter);
  if (index !== undefined && rows[index]?.parameter === parameter) return index;
  return more.length === 0 ? first : undefined;
};

const toRow = ({ path, parameter }: Override) => {
  const [, index, field] = ROW_PATH.exec(path) ?? [];
  return field === undefined ? null : { index: Number(index), parameter, field };
};

const withOverride = (data: ExtractedData, override: Override): ExtractedData => {
  const { path, value } = override;
  const corrected = toRow(override);
  if (!corrected) return { ...data, [path]: value };
  const place = findIndex(data.test_results, corrected);
  const test_results = data.test_results.map((row, at) => (at === place ? { ...row, [corrected.field]: value } : row));
  return { ...data, test_results };
};

/** The corrections whose row a further run has not found: they stay in the record, and correct nothing. */
export const unfitOverrides = ({ extraction, overrides }: Corrected): Override[] =>
  overrides.filter((override) => {
    const corrected = toRow(override);
    return corrected && findIndex(extraction.data?.test_results ?? [], corrected) === undefined;
  });

/** What the document says with the corrections of people in their places; null where neither is there. */
export const correctedData = ({ extraction, overrides }: Corrected): ExtractedData | null => {
  if (!extraction.data && overrides.length === 0) return null;
  return overrides.reduce(withOverride, extraction.data ?? NOTHING_READ);
};

/** Which row is meant. Throws `validation_failed` where there is none, or several of the name. */
const rowAt = (rows: readonly TestResult[], requested: RowOverride, at: number): number => {
  const path = `overrides.test_results.${at}`;
  if (requested.index !== undefined) {
    const row = rows[requested.index];
    if (!row)
      throw invalidField(`${path}.index`, 'unknown', `There are ${rows.length} rows; the first has the index 0.`);
    if (requested.parameter !== undefined && requested.parameter !== row.parameter)
      throw invalidField(`${path}.parameter`, 'unknown', `The row with this index is "${row.parameter}".`);
    return requested.index;
  }
  const found = findIndexes(rows, requested.parameter);
  const [only, ...more] = found;
  if (only === undefined) throw invalidField(`${path}.parameter`, 'unknown', 'There is no row of this parameter.');
  if (more.length > 0)
    throw invalidField(
      `${path}.parameter`,
      'ambiguous',
      `Rows ${found.join(', ')} have this parameter. Give the index.`,
    );
  return only;
};

/** The corrected members of a row. A result that is corrected is evaluated again, unless the correction says what it comes to. */
const correctedRow = (row: TestResult, requested: RowOverride): Partial<Record<RowField, unknown>> => {
  const given = Object.fromEntries(
    ROW_FIELDS.flatMap((field) => (requested[field] === undefined ? [] : [[field, requested[field]]])),
  );
  if (requested.status !== undefined || (requested.result === undefined && requested.specification === undefined))
    return given;
  const { specification, result } = { ...row, ...given };
  return { ...given, status: specification === null || result === null ? null : evaluateResult(specification, result) };
};

/**
 * The requested corrections, each with what it replaces; those that change nothing are left out.
 * Throws `validation_failed` for a row that is not there.
 */
export const makeOverrides = (certificate: Corrected, requested: Overrides, by: By): Override[] => {
  const data = correctedData(certificate) ?? NOTHING_READ;
  const fields = FIELD_NAMES.flatMap((path): Override[] =>
    requested[path] === undefined ? [] : [{ path, value: requested[path], from: data[path], ...by }],
  );
  const rows = (requested.test_results ?? []).flatMap((wanted, at): Override[] => {
    const index = rowAt(data.test_results, wanted, at);
    const row = data.test_results[index] as TestResult;
    return Object.entries(correctedRow(row, wanted)).map(([field, value]) => ({
      path: `test_results.${index}.${field}`,
      parameter: row.parameter,
      value,
      from: row[field as RowField] ?? null,
      ...by,
      reason: wanted.reason ?? by.reason,
    }));
  });
  return [...fields, ...rows].filter(({ value, from }) => !isDeepStrictEqual(value, from));
};
