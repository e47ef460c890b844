import { type Row, writeTable } from '@qsc/table-export';
import type { StoredEntry } from '../entry/entry.store.ts';
import type { ExportJob } from './export.ts';
import { jsonLine, selectColumns, toRow } from './exported-row.ts';
import { makePrintedLog, printedTable } from './printed-row.ts';

type Batches = AsyncIterable<readonly StoredEntry[]>;

async function* toRows(batches: Batches, row: (doc: StoredEntry) => Row): AsyncGenerator<Row> {
  for await (const batch of batches) for (const doc of batch) yield row(doc);
}

/** One JSON array, each entry on a line of its own. */
async function* jsonArray(batches: Batches, job: ExportJob): AsyncGenerator<Buffer> {
  let separator = '[\n';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield Buffer.from(`${separator}${batch.map((doc) => jsonLine(doc, job)).join(',\n')}`);
    separator = ',\n';
  }
  yield Buffer.from(separator === '[\n' ? '[\n]\n' : '\n]\n');
}

/** The bytes of an export, produced on demand. `organisation`: its name, printed on each page of a pdf. */
export const toContent = (job: ExportJob, batches: Batches, organisation: string): AsyncIterable<Buffer> => {
  if (job.format === 'json') return jsonArray(batches, job);
  if (job.format === 'pdf') {
    const { table, row } = makePrintedLog(job, organisation);
    return writeTable('pdf', table, toRows(batches, row));
  }
  return writeTable(
    'csv',
    { ...printedTable(job, organisation), columns: selectColumns(job) },
    toRows(batches, (doc) => toRow(doc, job)),
  );
};
