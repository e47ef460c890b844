import { FIELD_NAMES, type FieldName } from '../../src/result.ts';
import type { DocumentScore } from './document-score.ts';
import { type Claim, calibrationError, computeRate, precisionFrom, type Rate } from './figure.ts';
import type { FieldJudgement } from './match-field.ts';
import type { RowMatch } from './match-row.ts';
import type { TruthRow } from './truth.ts';

const SURE = 0.9;
const BATCH_AND_DATES: readonly FieldName[] = [
  'batch_number',
  'manufacturing_date',
  'expiry_date',
  'issue_date',
  'retest_date',
];

/** A status read as another: how often, out of the rows of that status that were found. */
export type Misreading = { wrong: number; of: number };

/** How far confidence can be believed; `claims` counts what was read with a confidence. */
export type Calibration = {
  claims: number;
  error: number | null;
  sure: { precision: number | null; count: number };
};

/** The figures of all documents together; every row and every field weighs the same. */
export type Figures = {
  rows: Rate;
  rowsInFull: Rate;
  failAsPass: Misreading;
  passAsFail: Misreading;
  nothingAsPass: Misreading;
  batchAndDates: Rate;
  fields: Rate;
  field: Partial<Record<FieldName, Rate>>;
  calibration: { rows: Calibration; fields: Calibration };
};

/** Rows of these documents, by parameter and result, or with specification and status (`rightInFull`) on top. */
export const rowRate = (matches: readonly RowMatch[], hit: 'right' | 'rightInFull'): Rate => {
  const count = (of: (match: RowMatch) => number) => matches.reduce((sum, match) => sum + of(match), 0);
  return computeRate({
    right: count(({ pairs }) => pairs.filter((pair) => pair[hit]).length),
    found: count(({ pairs, invented }) => pairs.length + invented.length),
    expected: count(({ pairs, missing }) => pairs.length + missing.length),
  });
};

/** Fields: right of those that were read and of those that the documents say. */
const fieldRate = (fields: readonly FieldJudgement[]): Rate => {
  const count = (...verdicts: FieldJudgement['verdict'][]) =>
    fields.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return computeRate({
    right: count('right'),
    found: count('right', 'wrong', 'invented'),
    expected: count('right', 'wrong', 'missing'),
  });
};

const misreading = (matches: readonly RowMatch[], truth: string | null, read: string): Misreading => {
  const getStatus = ({ status }: TruthRow) => (status === undefined ? undefined : (status?.toLowerCase() ?? null));
  const pairs = matches
    .flatMap(({ pairs, optional }) => [...pairs, ...optional])
    .filter((pair) => getStatus(pair.truth) === truth);
  return { wrong: pairs.filter(({ found }) => found.status === read).length, of: pairs.length };
};

const computeCalibration = (claims: readonly Claim[]): Calibration => ({
  claims: claims.length,
  error: calibrationError(claims),
  sure: precisionFrom(claims, SURE),
});

const rowClaims = (matches: readonly RowMatch[]): Claim[] =>
  matches.flatMap(({ pairs, optional, invented }) => [
    ...[...pairs, ...optional].map(({ found, right }) => ({ confidence: found.confidence, right })),
    ...invented.map(({ confidence }) => ({ confidence, right: false })),
  ]);

const fieldClaims = (fields: readonly FieldJudgement[]): Claim[] =>
  fields.flatMap(({ verdict, found, confidence }) =>
    found === null || confidence === null ? [] : [{ confidence, right: verdict === 'right' }],
  );

/** The figures of the scored documents. */
export const readFigures = (scores: readonly DocumentScore[]): Figures => {
  const matches = scores.flatMap(({ rows }) => rows ?? []);
  const fields = scores.flatMap((score) => score.fields);
  const spoken = FIELD_NAMES.filter((name) =>
    fields.some(({ field, verdict }) => field === name && verdict !== 'absent'),
  );
  return {
    rows: rowRate(matches, 'right'),
    rowsInFull: rowRate(matches, 'rightInFull'),
    failAsPass: misreading(matches, 'fail', 'pass'),
    passAsFail: misreading(matches, 'pass', 'fail'),
    nothingAsPass: misreading(matches, null, 'pass'),
    batchAndDates: fieldRate(fields.filter(({ field }) => BATCH_AND_DATES.includes(field))),
    fields: fieldRate(fields),
    field: Object.fromEntries(spoken.map((name) => [name, fieldRate(fields.filter(({ field }) => field === name))])),
    calibration: { rows: computeCalibration(rowClaims(matches)), fields: computeCalibration(fieldClaims(fields)) },
  };
};
