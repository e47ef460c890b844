import { saveFile } from '../save-file.ts';
import type { Column } from './data-table.tsx';

export type ExportFormat = 'csv' | 'xlsx';

type Exported<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[]; format: ExportFormat };

/** A spreadsheet would take it for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const cellText = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const toCsv = <Row>({ columns, rows }: Exported<Row>): Blob => {
  const lines = [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  return new Blob(['\uFEFF', lines.map((line) => `${line.map(cellText).join(',')}\r\n`).join('')], {
    type: 'text/csv;charset=utf-8',
  });
};

const toXlsx = async <Row>({ columns, rows }: Exported<Row>): Promise<Blob> => {
  const { default: write } = await import('write-excel-file/browser');
  const head = columns.map(({ label }) => ({ value: label, fontWeight: 'bold' as const }));
  const lines = rows.map((row) => columns.map(({ text }) => ({ value: text(row), type: String })));
  return write([head, ...lines]).toBlob();
};

/** Saves rows as a file with the columns that are seen. */
export const exportRows = async <Row>(exported: Exported<Row>): Promise<void> => {
  const file = exported.format === 'csv' ? toCsv(exported) : await toXlsx(exported);
  saveFile(file, `${exported.name}.${exported.format}`);
};
