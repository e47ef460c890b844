import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the report says of one row. */
export type ReportLine = {
  /** The physical line of the file on which the row begins. */
  line: number;
  /** `rejected`: not imported. `duplicate`: says what an earlier row says. `note`: imported, but something was left out. */
  outcome: 'rejected' | 'duplicate' | 'note';
  /** The column, or the field of the API; empty where the whole row is meant. */
  field: string;
  message: string;
};

const COLUMNS = ['line', 'outcome', 'field', 'message'] as const;

/** Writes the report, by line: JSON lines where the path ends in `.jsonl` or `.ndjson`, else CSV. */
export const writeReport = (path: string, lines: readonly ReportLine[]): void => {
  const sorted = lines.toSorted((one, other) => one.line - other.line);
  const text = /\.(jsonl|ndjson)$/.test(path) ? asJsonLines(sorted) : asCsv(sorted);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
};

/** How many rows were rejected. */
export const countRejected = (lines: readonly ReportLine[]): number =>
  new Set(lines.filter(({ outcome }) => outcome === 'rejected').map(({ line }) => line)).size;

const asJsonLines = (lines: readonly ReportLine[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const asCsv = (lines: readonly ReportLine[]): string =>
  [COLUMNS, ...lines.map((line) => COLUMNS.map((column) => String(line[column])))]
    .map((cells) => `${cells.map(asCell).join(',')}\n`)
    .join('');

const asCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
