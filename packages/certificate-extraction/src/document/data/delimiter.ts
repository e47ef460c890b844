import { parse } from 'csv-parse/sync';

/** Where two of them do equally well the first is taken: a comma is the likeliest to stand within a text. */
const DELIMITERS = ['\t', ';', '|', ','] as const;

export type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE_LENGTH = 256 * 1024;
const SAMPLE_ROWS = 200;
const LEAST_STEADY = 0.7;
const LEAST_FILLED = 0.5;

/**
 * The delimiter of a text in rows: the one that cuts most rows into as many columns as a row next to them. Null where
 * the text is no table: fewer than two rows, or no steady number of columns.
 */
export function detectDelimiter(text: string): Delimiter | null {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const best = { delimiter: null as Delimiter | null, share: LEAST_STEADY };
  for (const delimiter of DELIMITERS) {
    const share = steadyShare(readRows(sample, delimiter));
    if (share > best.share || (share === best.share && best.delimiter === null))
      Object.assign(best, { delimiter, share });
  }
  return best.delimiter;
}

/** The share of rows that have two columns or more and as many as the row before or after them. */
function steadyShare(rows: readonly (readonly string[])[]): number {
  if (rows.length < 2) return 0;
  const filled = rows.filter((row) => row.filter((cell) => cell.trim() !== '').length >= 2);
  if (filled.length < LEAST_FILLED * rows.length) return 0;
  const isSteady = ({ length }: readonly string[], at: number): boolean =>
    length >= 2 && (rows[at - 1]?.length === length || rows[at + 1]?.length === length);
  return rows.filter(isSteady).length / rows.length;
}

function readRows(sample: string, delimiter: Delimiter): string[][] {
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, to: SAMPLE_ROWS };
  try {
    return parse(sample, options);
  } catch {
    // A quote that is still open at the end, of the sample or of the file.
    return parse(sample, { ...options, quote: false });
  }
}
