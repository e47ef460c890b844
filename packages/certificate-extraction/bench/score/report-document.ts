import type { DocumentScore } from './document-score.ts';
import type { Outcome } from './extract-documents.ts';
import { rowRate } from './figures.ts';
import type { FieldJudgement, FieldVerdict } from './match-field.ts';
import type { FoundRow, RowMatch } from './match-row.ts';
import { listSpellings } from './match-value.ts';
import { secondsText, shareText, textTable } from './text-table.ts';
import type { Accepted, TruthRow } from './truth.ts';

/** One document with its score; null where the truth does not know it. */
export type Scored = { outcome: Outcome; score: DocumentScore | null };

const HEAD = ['document', 'kind', 'pages', 'rows', 'P', 'R', 'in full R', 'fields right', 'wrong', 'missing', 's/page'];

const countVerdicts = (fields: readonly FieldJudgement[], ...verdicts: FieldVerdict[]): string =>
  String(fields.filter(({ verdict }) => verdicts.includes(verdict)).length);

const rowCells = (rows: RowMatch | null): string[] => {
  if (rows === null) return ['–', '–', '–', '–'];
  const rate = rowRate([rows], 'right');
  const full = rowRate([rows], 'rightInFull');
  return [String(rate.expected), shareText(rate.precision), shareText(rate.recall), shareText(full.recall)];
};

const documentLine = ({ outcome, score }: Scored): string[] => {
  const { file, size, seconds, error } = outcome;
  const scored = score
    ? [
        ...rowCells(score.rows),
        countVerdicts(score.fields, 'right'),
        countVerdicts(score.fields, 'wrong', 'invented'),
        countVerdicts(score.fields, 'missing'),
      ]
    : ['no truth', '', '', '', '', '', ''];
  const secondsPerPage = secondsText(size ? seconds / size.pages : null);
  return [file, error?.code ?? size?.kind ?? '–', String(size?.pages ?? '–'), ...scored, secondsPerPage];
};

/** A line for each document; "wrong" fields are those read otherwise or where the document says nothing. */
export const documentsText = (documents: readonly Scored[]): string =>
  textTable([HEAD, ...documents.map(documentLine)]);

const printed = (accepted: Accepted): string => listSpellings(accepted).join(' or ') || 'nothing';

const truthText = ({ parameter, result, specification, status }: TruthRow): string =>
  `${printed(parameter)} | ${printed(specification)} | ${printed(result)} | ${status ?? 'nothing'}`;

const foundText = ({ parameter, result, specification, status, confidence }: FoundRow): string =>
  `${parameter} | ${specification ?? 'nothing'} | ${result} | ${status ?? 'nothing'} (${confidence.toFixed(2)})`;

const rowFaults = ({ pairs, missing, invented }: RowMatch): string[] => [
  ...pairs
    .filter(({ rightInFull }) => !rightInFull)
    .flatMap(({ truth, found, right }) => [
      `  ${right ? 'spec   ' : 'wrong  '}  ${truthText(truth)}`,
      `     read  ${foundText(found)}`,
    ]),
  ...missing.map((row) => `  missing  ${truthText(row)}`),
  ...invented.map((row) => `  invented ${foundText(row)}`),
];

const fieldFaults = (fields: readonly FieldJudgement[]): string[] =>
  fields
    .filter(({ verdict }) => verdict !== 'right' && verdict !== 'absent')
    .map(({ field, truth, found }) => `  field    ${field}: ${printed(truth)}, read ${found ?? 'nothing'}`);

/** Everything that is not right in one document; empty where all is. Rows as parameter, specification, result, status. */
export const faultsText = ({ outcome, score }: Scored): string => {
  if (score === null) return '';
  const warnings = (outcome.extraction?.extracted_data.warnings ?? []).map((warning) => `  warning  ${warning}`);
  const faults = [...fieldFaults(score.fields), ...(score.rows ? rowFaults(score.rows) : []), ...warnings];
  return faults.length === 0 ? '' : [outcome.file, ...faults].join('\n');
};
