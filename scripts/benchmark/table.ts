/** One line of the result. `ratio` is `rps` over `floor_rps`; null where there is no floor to hold it against. */
export type Row = {
  name: string;
  concurrency: number;
  rps: number;
  p50_ms: number;
  p99_ms: number;
  floor_rps: number | null;
  ratio: number | null;
};

const COLUMNS = ['name', 'concurrency', 'rps', 'p50_ms', 'p99_ms', 'floor_rps', 'ratio'] as const;

const cell = (value: string | number | null): string =>
  value === null ? '' : typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;

/** The rows as a table of text. */
export const tableOf = (rows: readonly Row[]): string => {
  const lines = [COLUMNS.map(String), ...rows.map((row) => COLUMNS.map((column) => cell(row[column])))];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
};
