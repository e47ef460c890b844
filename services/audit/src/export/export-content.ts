import { type Row, writeTable } from '@qsc/table-export';
import type { StoredEntry } from '../entry/entry.store.ts';
import type { ExportJob } from './export.ts';
import { columnsOf, lineOf, rowOf } from './exported-row.ts';
import { printedRowOf, printedTable } from './printed-row.ts';

type Batches = AsyncIterable<readonly StoredEntry[]>;

async function* rowsOf(batches: Batches, row: (doc: StoredEntry) => Row): AsyncGenerator<Row> {
  for await (const batch of batches) for (const doc of batch) yield row(doc);
}

async function* linesOf(batches: Batches, job: ExportJob): AsyncGenerator<Buffer> {
  for await (const batch of batches) yield Buffer.from(batch.map((doc) => lineOf(doc, job)).join(''));
}

/** The bytes of an export, made as they are asked for. `organisation`: its name, which stands on each page of a pdf. */
export const contentOf = (job: ExportJob, batches: Batches, organisation: string): AsyncIterable<Buffer> => {
  if (job.format === 'json') return linesOf(batches, job);
  const table = printedTable(job, organisation);
  if (job.format === 'pdf')
    return writeTable(
      'pdf',
      table,
      rowsOf(batches, (doc) => printedRowOf(doc, job)),
    );
  return writeTable(
    'csv',
    { ...table, columns: columnsOf(job) },
    rowsOf(batches, (doc) => rowOf(doc, job)),
  );
};
