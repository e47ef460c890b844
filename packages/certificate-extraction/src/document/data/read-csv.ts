import { parse } from 'csv-parse/sync';
import { decodeText } from '../decode-text.ts';
import { brokenDocument, tooMuchData } from '../document-error.ts';
import { MAX_COLUMNS, MAX_ROWS, MAX_VALUE_LENGTH, MAX_VALUES } from '../limit.ts';
import { type Delimiter, detectDelimiter } from './delimiter.ts';

/**
 * The rows of a CSV file in UTF-8, UTF-16 or Windows-1252, cells trimmed, empty lines left out; the delimiter (comma,
 * semicolon, tab, pipe) is recognised by the content. Throws validation_failed for a file that cannot be read as rows and
 * payload_too_large for too many of them.
 */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decodeText(bytes);
  const delimiter = text && detectDelimiter(text);
  if (!text || !delimiter) throw brokenDocument('CSV');
  const rows = parseRows(text, delimiter);
  if (rows.length > MAX_ROWS) throw tooMuchData(`${MAX_ROWS} rows`);
  if (rows.some((row) => row.length > MAX_COLUMNS)) throw tooMuchData(`${MAX_COLUMNS} columns`);
  if (rows.reduce((sum, row) => sum + row.length, 0) > MAX_VALUES) throw tooMuchData(`${MAX_VALUES} cells`);
  if (rows.some((row) => row.some((cell) => cell.length > MAX_VALUE_LENGTH))) {
    throw tooMuchData(`${MAX_VALUE_LENGTH} characters in a cell`);
  }
  return rows;
}

function parseRows(text: string, delimiter: Delimiter): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      to: MAX_ROWS + 1,
    });
  } catch (cause) {
    throw brokenDocument('CSV', cause);
  }
}
