/** How a laboratory words a verdict: printed words for passed, failed and not judged. */
export type VerdictWords = { pass: string; fail: string; none: string };

/**
 * How a laboratory prints limits and results. `unit` says where the unit stands: behind limit and result, behind the
 * limit only, in a column of its own, or in the name of the test. An empty `report` leaves the limit's cell empty.
 */
export type Style = {
  decimal: '.' | ',';
  limit: 'symbol' | 'nmt' | 'max' | 'words' | 'less';
  dash: string;
  unit: 'both' | 'limit' | 'column' | 'name';
  gap: string;
  powers: boolean;
  complies: string;
  deviates: string;
  notDetected: string;
  below: 'value' | 'LOQ';
  absence: { limit: string; absent: string; present: string };
  report: string;
  verdict: VerdictWords | null;
  language: 'english' | 'german' | 'french';
};

const plain: Style = {
  decimal: '.',
  limit: 'nmt',
  dash: ' - ',
  unit: 'both',
  gap: ' ',
  powers: false,
  complies: 'Complies',
  deviates: 'Does not comply',
  notDetected: 'ND',
  below: 'value',
  absence: { limit: 'Absent in {}', absent: 'Absent', present: 'Present' },
  report: 'Report',
  verdict: null,
  language: 'english',
};

/** A style that differs from plain English wording in `change`. */
export function makeStyle(change: Partial<Style>): Style {
  return { ...plain, ...change };
}

/** Ways to ask for the absence of germs and to answer. */
export const absences = [
  plain.absence,
  { limit: 'Absent / {}', absent: 'Absent', present: 'Detected' },
  { limit: 'Negative in {}', absent: 'Negative', present: 'Positive' },
  { limit: 'Not detected in {}', absent: 'Not detected', present: 'Detected' },
  { limit: 'Absence in {}', absent: 'Complies', present: 'Does not comply' },
] as const;

/** Verdict words of English certificates that any font can print. */
export const verdicts: readonly VerdictWords[] = [
  { pass: 'Pass', fail: 'Fail', none: '' },
  { pass: 'PASS', fail: 'FAIL', none: 'N/A' },
  { pass: 'Complies', fail: 'Does not comply', none: '-' },
  { pass: 'Conforms', fail: 'Non-conforming', none: 'Info' },
  { pass: 'OK', fail: 'OOS', none: '' },
  { pass: 'Passed', fail: 'Failed', none: '' },
];
