import { CsvError, type Options, parse } from 'csv-parse/sync';

const NEWLINE = 0x0a;
const RECORD_LIMIT = 1024 * 1024;

/** One record of the file, its cells as one character for each byte, and where its bytes begin. */
export type RawRecord = { start: number; cells: string[] };

/** Bytes that make no record: from the beginning of a line to the beginning of another. */
export type BrokenRecord = { start: number; end: number; message: string };

export type RawRecords = { records: RawRecord[]; broken: BrokenRecord[] };

export type TableForm = {
  delimiter: string;
  /** How many cells a record must have. */
  columns: number;
};

/** Thrown out of the parser, to begin again behind a record that cannot be trusted. */
class Ragged extends Error {}

/** The cells of the first record and where the next one begins; null for an empty file. Throws `CsvError`. */
export const readHeader = (bytes: Buffer, delimiter: string): { cells: string[]; end: number } | null => {
  let header: { cells: string[]; end: number } | null = null;
  const first = (cells: string[], { bytes: end }: { bytes: number }): string[] => {
    header ??= { cells, end };
    return cells;
  };
  parse(bytes, { ...parserOptions(delimiter), to: 1, on_record: first });
  return header;
};

/**
 * Reads the records behind the header. A record whose quotes are broken, or that spans lines and has too many or too few
 * cells, may have swallowed its neighbours: reading begins again on its second line, and what then makes no record counts
 * to the broken one. A record on one line with the wrong number of cells is broken alone. Blank lines are passed over.
 */
export const readRecords = (bytes: Buffer, from: number, form: TableForm): RawRecords => {
  const all: RawRecords = { records: [], broken: [] };
  let at = from;
  let open: BrokenRecord | null = null;
  while (at < bytes.length) {
    const scan = scanRecords(bytes, at, { ...form, suspicious: open !== null });
    all.records.push(...scan.records);
    all.broken.push(...scan.broken);
    if (scan.stopped === null) break;
    const end = nextLine(bytes, scan.stopped.start);
    if (open !== null && scan.records.length === 0 && scan.broken.length === 0) open.end = end;
    else {
      open = { ...scan.stopped, end };
      all.broken.push(open);
    }
    at = end;
  }
  return { ...all, broken: all.broken.sort((one, other) => one.start - other.start) };
};

type Scan = RawRecords & { stopped: { start: number; message: string } | null };

const scanRecords = (bytes: Buffer, from: number, form: TableForm & { suspicious: boolean }): Scan => {
  const scan: Scan = { records: [], broken: [], stopped: null };
  let start = from;
  const onRecord = (cells: string[], context: { bytes: number }): null => {
    const end = from + context.bytes;
    const isGood = cells.length === form.columns;
    if (isGood) scan.records.push({ start, cells });
    else if (!isBlank(cells)) {
      const isFirst = form.suspicious && scan.records.length === 0 && scan.broken.length === 0;
      if (isFirst || end > nextLine(bytes, start)) throw new Ragged(wrongCount(cells, form.columns));
      scan.broken.push({ start, end, message: wrongCount(cells, form.columns) });
    }
    start = end;
    return null;
  };
  try {
    parse(bytes.subarray(from), { ...parserOptions(form.delimiter), on_record: onRecord });
  } catch (error) {
    scan.stopped = { start, message: toSentence(error) };
  }
  return scan;
};

const parserOptions = (delimiter: string): Options<string[]> => ({
  delimiter,
  encoding: 'latin1',
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  max_record_size: RECORD_LIMIT,
});

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0]?.trim() === '';

const nextLine = (bytes: Buffer, from: number): number => {
  const newline = bytes.indexOf(NEWLINE, from);
  return newline === -1 ? bytes.length : newline + 1;
};

const wrongCount = (cells: readonly string[], columns: number): string =>
  `The row has ${cells.length} cells where the header has ${columns}.`;

const SENTENCES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quoted cell is not closed.',
  CSV_INVALID_CLOSING_QUOTE: 'A quoted cell goes on behind its closing quote; a quote inside a cell is written twice.',
  INVALID_OPENING_QUOTE: 'A quote stands inside a cell that is not quoted.',
  CSV_MAX_RECORD_SIZE: 'The row is longer than 1 MiB; a quote is probably not closed.',
};

/** Why the parser stopped. Throws on what is no fault of the file. */
export const toSentence = (error: unknown): string => {
  if (error instanceof Ragged) return error.message;
  if (error instanceof CsvError) return SENTENCES[error.code] ?? error.message;
  throw error;
};
