import type { Outcome } from './extract-documents.ts';
import { computeQuantile, type Rate } from './figure.ts';
import { type Calibration, type Figures, type Misreading, readFigures, rowRate } from './figures.ts';
import type { Scored } from './report-document.ts';
import { secondsText, shareText, textTable } from './text-table.ts';

const rateLine = (name: string, { precision, recall, f1, right, found, expected }: Rate): string[] => [
  name,
  shareText(precision),
  shareText(recall),
  shareText(f1),
  String(right),
  String(found),
  String(expected),
];

const KINDS = ['text', 'scan', 'data'] as const;

const linesOfKinds = (documents: readonly Scored[]): string[][] => {
  const kinds = KINDS.map((kind) => ({
    kind,
    matches: documents.filter(({ outcome }) => outcome.size?.kind === kind).flatMap(({ score }) => score?.rows ?? []),
  })).filter(({ matches }) => matches.length > 0);
  if (kinds.length < 2) return [];
  return kinds.flatMap(({ kind, matches }) => [
    rateLine(`  ${kind}: parameter, result`, rowRate(matches, 'right')),
    rateLine(`  ${kind}: with specification, status`, rowRate(matches, 'rightInFull')),
  ]);
};

const ratesText = ({ rows, rowsInFull, batchAndDates, fields, field }: Figures, documents: readonly Scored[]): string =>
  textTable([
    ['', 'precision', 'recall', 'F1', 'right', 'found', 'expected'],
    rateLine('rows: parameter, result', rows),
    rateLine('rows: with specification, status', rowsInFull),
    ...linesOfKinds(documents),
    rateLine('fields: batch and dates', batchAndDates),
    rateLine('fields: all', fields),
    ...Object.entries(field).map(([name, rate]) => rateLine(`  ${name}`, rate)),
  ]);

const misreadingText = ({ wrong, of }: Misreading): string => `${wrong} of ${of}`;

const calibrationLine = (name: string, { error, claims, sure }: Calibration): string[] => [
  name,
  shareText(error),
  String(claims),
  shareText(sure.precision),
  String(sure.count),
];

const calibrationText = ({ calibration }: Figures): string =>
  textTable([
    ['confidence', 'calibration error', 'read', 'precision from 0.9', 'read from 0.9'],
    calibrationLine('rows', calibration.rows),
    calibrationLine('fields', calibration.fields),
  ]);

const secondsLine = (kind: string, outcomes: readonly Outcome[]): string[] => {
  const sizes = outcomes.flatMap(({ size, seconds }) =>
    size ? [{ pages: size.pages, secondsPerPage: seconds / size.pages }] : [],
  );
  const values = sizes.map(({ secondsPerPage }) => secondsPerPage);
  const pages = sizes.reduce((sum, size) => sum + size.pages, 0);
  const longest = Math.max(0, ...outcomes.map(({ seconds }) => seconds));
  return [
    kind,
    secondsText(computeQuantile(values, 0.5)),
    secondsText(computeQuantile(values, 1)),
    secondsText(longest),
    String(outcomes.length),
    String(pages),
  ];
};

const secondsSummary = (outcomes: readonly Outcome[]): string => {
  const kinds = KINDS.map((kind) => [kind, outcomes.filter(({ size }) => size?.kind === kind)] as const);
  return textTable([
    ['seconds', 'page p50', 'page max', 'document max', 'documents', 'pages'],
    ...kinds.filter(([, some]) => some.length > 0).map(([kind, some]) => secondsLine(kind, some)),
  ]);
};

/** The figures of all scored documents, and how long all documents took, as text. */
export const figuresText = (documents: readonly Scored[]): string => {
  const figures = readFigures(documents.flatMap(({ score }) => score ?? []));
  return [
    ratesText(figures, documents),
    [
      `fails read as pass    ${misreadingText(figures.failAsPass)}`,
      `passes read as fail   ${misreadingText(figures.passAsFail)}`,
      `nothing read as pass  ${misreadingText(figures.nothingAsPass)}`,
    ].join('\n'),
    calibrationText(figures),
    secondsSummary(documents.map(({ outcome }) => outcome)),
  ].join('\n\n');
};
