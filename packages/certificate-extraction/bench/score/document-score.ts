import type { ExtractedData } from '../../src/result.ts';
import { type FieldJudgement, matchFields } from './match-field.ts';
import { type FoundRow, matchRows, type RowMatch } from './match-row.ts';
import type { Truth } from './truth.ts';

/** What is scored of an extraction result. */
export type Scorable = { extracted_data: Pick<ExtractedData, 'test_results'> & Partial<ExtractedData> };

/** How one document's extraction stands to its truth; `rows` is null where the truth holds none to compare with. */
export type DocumentScore = { rows: RowMatch | null; fields: FieldJudgement[] };

/** The rows that hold a result; the truth has none without. */
const foundIn = (extraction: Scorable | null): FoundRow[] =>
  (extraction?.extracted_data.test_results ?? []).flatMap((row) =>
    row.result === null ? [] : [{ ...row, result: row.result }],
  );

/** Scores one document; null stands for a document that ended in an error: all of its truth is missing. */
export const scoreDocument = (truth: Truth, extraction: Scorable | null): DocumentScore => ({
  rows: truth.rows ? matchRows(truth.rows, foundIn(extraction)) : null,
  fields: matchFields(truth.fields, extraction?.extracted_data ?? {}),
});
