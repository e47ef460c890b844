/** The rows of a table file: its header, and the cells of each row as text, with the number of its line. */
export type TableFile = { columns: string[]; rows: { line: number; cells: string[] }[] };

/** Why a file cannot be read; `open_quote`: a quotation mark is not closed. */
export type TableFault = 'empty' | 'no_rows' | 'too_many_rows' | 'open_quote' | 'unreadable';

export class TableFileError extends Error {
  readonly fault: TableFault;
  /** The first line that cannot be read, where it is known. */
  readonly line: number | null;
  constructor(fault: TableFault, line: number | null = null) {
    super(fault);
    this.fault = fault;
    this.line = line;
  }
}

export const MAX_ROWS = 10_000;

const DELIMITERS = [',', ';', '\t', '|'];

/** Programs write CSV as UTF-8, with or without its mark, or as Windows-1252. */
const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

const QUOTED = /"[^"]*"/g;

/** The delimiter that stands most often in the first line, outside of quotes. */
const findDelimiter = (text: string): string => {
  const line = (text.split(/\r?\n/, 1)[0] ?? '').replaceAll(QUOTED, '');
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length - 1);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
};

type Line = { line: number; cells: string[] };

const readCsv = async (file: File): Promise<Line[]> => {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const text = decode(new Uint8Array(await file.arrayBuffer())).replace(/^\uFEFF?sep=.\r?\n/, '');
  const read: Line[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      relax_column_count: true,
      relax_quotes: true,
      // A quoted line break counts; the number is that of the record's last line.
      on_record: (cells, { lines: line }) => {
        read.push({ line, cells });
        return null;
      },
    });
  } catch {
    // The parser's own line is the last of the file, up to which it looked for the closing mark.
    throw new TableFileError('open_quote', (read.at(-1)?.line ?? 0) + 1);
  }
  return read;
};

/** Exports have it before what a spreadsheet would take for a formula. */
const GUARD = /^'(?=[=+\-@])/;

const toText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  // A spreadsheet's day is midnight in UTC; it is the day that is meant.
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
};

const readXlsx = async (file: File): Promise<Line[]> => {
  const { default: read } = await import('read-excel-file/browser');
  const [sheet] = await read(file);
  return (sheet?.data ?? []).map((row, index) => ({ line: index + 1, cells: row.map(toText) }));
};

/**
 * Reads the first table of a CSV or XLSX file; the first row that is not empty is the header. Throws `TableFileError`.
 */
export const readTableFile = async (file: File): Promise<TableFile> => {
  const read = /\.xlsx$/i.test(file.name) ? readXlsx : readCsv;
  const lines = await read(file).catch((error: unknown) => {
    throw error instanceof TableFileError ? error : new TableFileError('unreadable');
  });
  const filled = lines
    .map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim().replace(GUARD, '')) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head, ...rows] = filled;
  if (!head) throw new TableFileError('empty');
  if (rows.length === 0) throw new TableFileError('no_rows');
  if (rows.length > MAX_ROWS) throw new TableFileError('too_many_rows');
  return { columns: head.cells, rows };
};
