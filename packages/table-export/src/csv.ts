import { Readable } from 'node:stream';
import type { Options } from 'csv-stringify';
import { stringify } from 'csv-stringify/sync';
import { cleanText, readCell, toText } from './cell.ts';
import type { Column, Row, Table } from './table.ts';

type CsvRecord = (string | number)[];

/**
 * RFC 4180; text that would be taken for a formula gets a `'` (decisions, "Audit log"). Readers end a row at a CR or a LF alone
 * too, so that either is quoted.
 */
const FORM: Options = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ };

const BATCH = 200;

/** Numbers stay numbers, so that a negative one is not taken for text that begins with a minus. */
const toRecord = (columns: readonly Column[], row: Row): CsvRecord =>
  columns.map(({ key, kind }) => {
    const value = readCell(kind, row[key]);
    return value.kind === 'number' ? value.number : toText(value);
  });

async function* writeChunks({ columns }: Table, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  // Excel takes a file for UTF-8 by its mark alone.
  yield stringify([columns.map(({ title }) => cleanText(title))], { ...FORM, bom: true });
  let batch: CsvRecord[] = [];
  for await (const row of rows) {
    batch.push(toRecord(columns, row));
    if (batch.length < BATCH) continue;
    yield stringify(batch, FORM);
    batch = [];
  }
  if (batch.length > 0) yield stringify(batch, FORM);
}

/** A table as csv, right in Excel and LibreOffice. */
export const writeCsv = (table: Table, rows: AsyncIterable<Row>): Readable =>
  Readable.from(writeChunks(table, rows), { objectMode: false });
