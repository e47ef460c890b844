import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Say } from '../runtime/command-line.ts';
import type { Row } from './measure.ts';

/** A line of a table by its columns. */
type Line = Readonly<Record<string, unknown>>;

const toCell = (value: unknown): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : typeof value === 'string' ? value : '';

/** The lines as a table of text under the names of their columns; numbers to a hundredth. */
export const toTable = (columns: readonly string[], lines: readonly Line[]): string => {
  const texts = [columns, ...lines.map((line) => columns.map((column) => toCell(line[column])))];
  const widths = columns.map((_, column) => Math.max(...texts.map((line) => line[column]?.length ?? 0)));
  return texts
    .map((line) =>
      line
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
};

/** The processes whose CPU two meshes are compared by. */
const COMPARED = ['mongodb', 'entity', 'supplier', 'certificate', 'audit', 'gateway'];
const HEAD = ['name', 'concurrency', 'mesh'];

const addUp = (cpu: Row['cpu_ms']): number => Object.values(cpu).reduce((sum, ms) => sum + ms, 0);

/** What this mesh does over what the other one does, row by row. */
const toComparison = (row: Row, other: Row): Line => {
  const share = (name: string) => (row.cpu_ms[name] ?? 0) / (other.cpu_ms[name] ?? 0);
  return {
    name: row.name,
    concurrency: row.concurrency,
    rps: row.rps / other.rps,
    ...Object.fromEntries(COMPARED.map((name) => [name, share(name)])),
    sum: addUp(row.cpu_ms) / addUp(other.cpu_ms),
  };
};

/** The rates of rows, one line each. */
export const toRates = (rows: readonly Row[]): string =>
  toTable(
    [...HEAD, 'rps', 'floor_rps', 'ratio', 'p50_ms', 'floor_p50_ms', 'p99_ms', 'floor_p99_ms', 'p99_ratio'],
    rows,
  );

/** The rows: rates, CPU for each request, and where two meshes are measured, one over the other. */
export const reportRows = (rows: readonly Row[], say: Say): void => {
  if (rows.length === 0) return;
  const processes = [...new Set(rows.flatMap(({ cpu_ms }) => Object.keys(cpu_ms)))];
  const cpuLines = rows.map((row) => ({ ...row, ...row.cpu_ms, sum: addUp(row.cpu_ms) }));
  say(`\n${toRates(rows)}\n`);
  say(`CPU in ms for each request:\n${toTable([...HEAD, ...processes, 'sum'], cpuLines)}`);
  const compared = rows
    .filter(({ mesh }) => mesh === 'this')
    .flatMap((row) =>
      rows
        .filter(
          ({ mesh, name, concurrency }) => mesh === 'against' && name === row.name && concurrency === row.concurrency,
        )
        .map((other) => toComparison(row, other)),
    );
  const columns = ['name', 'concurrency', 'rps', ...COMPARED, 'sum'];
  if (compared.length > 0) say(`\nthis over against, rates and CPU for each request:\n${toTable(columns, compared)}\n`);
};

/** The machine, and the whole result as JSON where a file is named. */
export const reportEnd = (result: object, file: string | undefined, say: Say): void => {
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  say(`machine: ${machine}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
  if (file) writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
};
