import { UsageError } from '../import-error.ts';
import type { ReportLine } from '../report.ts';
import { decodeCell, withoutMark } from './decoding.ts';
import { type BrokenRecord, type RawRecord, readHeader, readRecords, toSentence } from './records.ts';

/** One row: the physical line it begins on, and its cells by column. */
export type Row = { line: number; cells: ReadonlyMap<string, string> };

export type Table = {
  header: string[];
  rows: Row[];
  /** Rows that cannot be read. */
  faults: ReportLine[];
  /** How many rows held bytes that were read as Windows-1252. */
  recoded: number;
};

/** Reads a CSV file with a header. Throws `UsageError` when there is no usable header. */
export const readTable = (file: Buffer, delimiter: string): Table => {
  const bytes = withoutMark(file);
  const { header, end } = readColumnNames(bytes, delimiter);
  const { records, broken } = readRecords(bytes, end, { delimiter, columns: header.length });
  const lineAt = lineNumbers(bytes);
  const table: Table = { header, rows: [], faults: broken.map((one) => brokenLine(one, lineAt)), recoded: 0 };
  for (const record of records) addRow(table, record, lineAt(record.start));
  return table;
};

/** The columns of a CSV file. Throws `UsageError` when there is no usable header. */
export const readColumns = (file: Buffer, delimiter: string): string[] =>
  readColumnNames(withoutMark(file), delimiter).header;

const readColumnNames = (bytes: Buffer, delimiter: string): { header: string[]; end: number } => {
  const read = firstRecord(bytes, delimiter);
  const header = read?.cells.map((cell) => decodeCell(cell).text.trim()) ?? [];
  const twice = header.find((column, index) => header.indexOf(column) !== index);
  if (read === null || header.every((column) => column === '')) throw new UsageError('The file has no header.');
  if (twice !== undefined) throw new UsageError(`The column "${twice}" stands twice in the header.`);
  return { header, end: read.end };
};

const firstRecord = (bytes: Buffer, delimiter: string) => {
  try {
    return readHeader(bytes, delimiter);
  } catch (error) {
    throw new UsageError(`The header cannot be read. ${toSentence(error)}`);
  }
};

const addRow = (table: Table, record: RawRecord, line: number): void => {
  const decoded = record.cells.map(decodeCell);
  if (decoded.some(({ recoded }) => recoded)) table.recoded += 1;
  const lost = decoded.findIndex(({ unreadable }) => unreadable !== null);
  if (lost === -1) {
    table.rows.push({ line, cells: new Map(table.header.map((column, at) => [column, decoded[at]?.text ?? ''])) });
    return;
  }
  const byte = decoded[lost]?.unreadable?.toString(16);
  const message = `The cell holds the byte 0x${byte}, which is neither UTF-8 nor Windows-1252.`;
  table.faults.push({ line, outcome: 'rejected', field: table.header[lost] ?? '', message });
};

const brokenLine = ({ start, end, message }: BrokenRecord, lineAt: (offset: number) => number): ReportLine => {
  const [first, last] = [lineAt(start), lineAt(end - 1)];
  const reach = last > first ? ` Nothing could be read up to line ${last}.` : '';
  return { line: first, outcome: 'rejected', field: '', message: `${message}${reach}` };
};

/** Tells the line, counted from 1, that a byte stands on. */
const lineNumbers = (bytes: Buffer): ((offset: number) => number) => {
  const starts = [0];
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
};
