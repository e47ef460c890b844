import type { Readable } from 'node:stream';
import { writeCsv } from './csv.ts';
import { writePdf } from './pdf.ts';
import { writeReportPdf } from './pdf-report.ts';
import type { PagedReport } from './report.ts';
import type { Row, Table, TableFormat } from './table.ts';
import { writeXlsx } from './xlsx.ts';

export * from './instant.ts';
export * from './report.ts';
export * from './table.ts';

const WRITERS: Record<TableFormat, (table: Table, rows: AsyncIterable<Row>) => Readable> = {
  csv: writeCsv,
  xlsx: writeXlsx,
  pdf: writePdf,
};

/**
 * The table as a file, written while it is read: rows are read as the reader takes what came before, so that memory does
 * not grow with them. A source that fails fails the stream; a reader that leaves ends the source.
 */
export const writeTable = (format: TableFormat, table: Table, rows: AsyncIterable<Row>): Readable =>
  WRITERS[format](table, rows);

/** A report as a PDF to be read and filed, written page by page while it is read. */
export const writeReport = (report: PagedReport): Readable => writeReportPdf(report);
