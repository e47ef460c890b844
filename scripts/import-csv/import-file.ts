import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Client, makeClient, toImportError } from './api/client.ts';
import { makeEntityApi } from './api/entity-api.ts';
import { makeQualityApi } from './api/quality-api.ts';
import { readColumns, readTable, type Table } from './file/table.ts';
import { UsageError } from './import-error.ts';
import type { Mapping } from './mapping/mapping.schema.ts';
import { findMapping, loadMapping, requireColumns, unusedColumns } from './mapping/mapping.ts';
import type { Options } from './options.ts';
import type { Progress } from './progress.ts';
import { type Gathered, gather } from './record/gathering.ts';
import { type ReportLine, writeReport } from './report.ts';
import type { Outcome } from './summary.ts';
import type { UploadParts } from './upload/chunk-upload.ts';
import { noCounts } from './upload/counts.ts';
import { uploadEvents } from './upload/event-upload.ts';
import { upload } from './upload/upload.ts';

const REQUESTS_AT_ONCE = 4;
const REASON_LENGTH = 200;

export type Surroundings = { progress: Progress; stopped: AbortSignal; say: (line: string) => void };

/**
 * Reads the file, brings the API to what it says, and writes the report, also when it could not finish. Throws
 * `UsageError` or `Unfinished`.
 * @returns what was done.
 */
export const importFile = async (options: Options, { progress, stopped, say }: Surroundings): Promise<Outcome> => {
  const { mapping, table } = readFile(options);
  const gathered = gather(mapping, table.rows);
  const lines = [...table.faults, ...gathered.report];
  const counts = noCounts();
  const unused = unusedColumns(mapping, table.header);
  if (unused.length > 0) say(`${'not imported'.padEnd(14)}column ${unused.join(', ')}`);
  const reject = (line: ReportLine): void => void lines.push(line);
  try {
    if (options.target) {
      const client = openClient(options, options.target, { progress, stopped });
      await uploadAll(mapping, gathered, { client, counts, reject, progress });
    }
  } catch (error) {
    throw toImportError(error);
  } finally {
    progress.end();
    writeReport(options.report, lines);
  }
  const rows = table.rows.length + table.faults.length;
  const found = new Map([...gathered.entities, ...gathered.events].map(([kind, all]) => [kind, all.length]));
  const done = options.target ? counts : null;
  return { rows, recoded: table.recoded, found, report: lines, reportPath: options.report, counts: done };
};

type Uploading = Pick<UploadParts, 'counts' | 'reject' | 'progress'> & { client: Client };

/** The entities, and then the events that are about them. */
const uploadAll = async (
  { name, entities }: Mapping,
  gathered: Gathered,
  { client, ...parts }: Uploading,
): Promise<void> => {
  const ids = await upload(gathered.entities, { ...parts, api: makeEntityApi(client), source: name });
  const types = new Map(entities.map(({ id, type }) => [id, type]));
  await uploadEvents(gathered.events, ids, { ...parts, quality: makeQualityApi(client), types });
};

const readFile = ({ file, mapping: requested }: Options): { mapping: Mapping; table: Table } => {
  const bytes = readBytes(file);
  const columnsBy = (delimiter: string) => readColumns(bytes, delimiter);
  const mapping = requested === null ? findMapping(columnsBy) : loadMapping(requested);
  requireColumns(mapping, columnsBy(mapping.delimiter));
  return { mapping, table: readTable(bytes, mapping.delimiter) };
};

const readBytes = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

const openClient = (
  { file, retryMs }: Options,
  target: NonNullable<Options['target']>,
  { progress, stopped }: Pick<Surroundings, 'progress' | 'stopped'>,
) =>
  makeClient({
    ...target,
    reason: reasonFor(file),
    retryMs,
    parallel: REQUESTS_AT_ONCE,
    stopped,
    onWait: (why, ms) => progress.waits(why, ms),
  });

/** What the audit log tells of each change. */
const reasonFor = (file: string): string => `Import of ${basename(file)}`.slice(0, REASON_LENGTH);
