import { buffer } from 'node:stream/consumers';
import type { Cell, Column, Row, Table, TableFormat } from '@qsc/table-export';
import { writeTable } from '@qsc/table-export';

export const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Supplier', kind: 'text', width: 28 },
  { key: 'code', title: 'Supplier code', kind: 'text', width: 12 },
  { key: 'score', title: 'Risk score', kind: 'number' },
  { key: 'audit', title: 'Next audit', kind: 'date' },
  { key: 'at', title: 'Updated at (UTC)', kind: 'datetime' },
  { key: 'primary', title: 'Primary', kind: 'boolean' },
];

export const TABLE: Table = {
  title: 'Approved vendor list',
  organisation: 'Łódź Pharma & Søns',
  madeAt: new Date('2026-11-22T05:39:22.000Z'),
  madeBy: 'Zoë Quality',
  filter: 'Qualification status: qualified, conditional.',
  columns: COLUMNS,
};

export const ROW = {
  name: 'Müller, "Söhne" 株式会社',
  code: '00123',
  score: 26,
  audit: '2027-03-01',
  at: new Date('2026-11-21T23:59:58.125Z'),
  primary: true,
} as const;

/** The sample row with other values. */
export const rowWith = (cells: Record<string, Cell>): Row => ({ ...ROW, ...cells });

export async function* streamRows(...rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

export async function* manyRows(count: number, row: (at: number) => Row): AsyncGenerator<Row> {
  for (let at = 0; at < count; at += 1) yield row(at);
}

/** The whole file. */
export const exportTable = (format: TableFormat, rows: AsyncIterable<Row>, table: Table = TABLE): Promise<Buffer> =>
  buffer(writeTable(format, table, rows));
