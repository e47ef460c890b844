/** The rows of a table file: its heads, and the cells of each row as text, with the number of its line. */
export type TableFile = { columns: string[]; rows: { line: number; cells: string[] }[] };

/** Why a file cannot be read: `empty`, `no_rows`, `too_many_rows`, or `unreadable`. */
export type TableFault = 'empty' | 'no_rows' | 'too_many_rows' | 'unreadable';

export class TableFileError extends Error {
  readonly fault: TableFault;
  constructor(fault: TableFault) {
    super(fault);
    this.fault = fault;
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

const readCsv = async (file: File): Promise<string[][]> => {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  return parse(text, {
    bom: true,
    delimiter: DELIMITERS.find((one) => text.split('\n', 1)[0]?.includes(one)) ?? ',',
    relax_column_count: true,
    skip_empty_lines: false,
  });
};

const toText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  // A spreadsheet's day is midnight in UTC; it is the day that is meant.
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
};

const readXlsx = async (file: File): Promise<string[][]> => {
  const { default: read } = await import('read-excel-file/browser');
  const [sheet] = await read(file);
  return (sheet?.data ?? []).map((row) => row.map(toText));
};

/**
 * Reads the first table of a CSV or XLSX file; its first row that is not empty holds the heads. Throws `TableFileError`.
 */
export const readTableFile = async (file: File): Promise<TableFile> => {
  const read = /\.xlsx$/i.test(file.name) ? readXlsx : readCsv;
  const lines = await read(file).catch(() => {
    throw new TableFileError('unreadable');
  });
  const filled = lines
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head, ...rows] = filled;
  if (!head) throw new TableFileError('empty');
  if (rows.length === 0) throw new TableFileError('no_rows');
  if (rows.length > MAX_ROWS) throw new TableFileError('too_many_rows');
  return { columns: head.cells, rows };
};
