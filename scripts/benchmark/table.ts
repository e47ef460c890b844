/** A line of a table by its columns. */
export type Line = Readonly<Record<string, unknown>>;

const cell = (value: unknown): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : typeof value === 'string' ? value : '';

/** The lines as a table of text under the names of their columns; numbers to a hundredth. */
export const tableOf = (columns: readonly string[], lines: readonly Line[]): string => {
  const texts = [columns, ...lines.map((line) => columns.map((column) => cell(line[column])))];
  const widths = columns.map((_, column) => Math.max(...texts.map((line) => line[column]?.length ?? 0)));
  return texts
    .map((line) =>
      line
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
};
