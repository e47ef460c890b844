import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { makeClient } from './api/client.ts';
import { makeEntityApi } from './api/entity-api.ts';
import { readColumns, readTable, type Table } from './file/table.ts';
import { UsageError } from './import-error.ts';
import type { Mapping } from './mapping/mapping.schema.ts';
import { findMapping, loadMapping, requireColumns, unusedColumns } from './mapping/mapping.ts';
import type { Options } from './options.ts';
import type { Progress } from './progress.ts';
import { gather } from './record/gathering.ts';
import { writeReport } from './report.ts';
import type { Outcome } from './summary.ts';
import { noCounts } from './upload/counts.ts';
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
  const { entities, report } = gather(mapping, table.rows);
  const lines = [...table.faults, ...report];
  const counts = noCounts();
  const unused = unusedColumns(mapping, table.header);
  if (unused.length > 0) say(`${'not imported'.padEnd(14)}column ${unused.join(', ')}`);
  try {
    if (options.target)
      await upload(entities, {
        api: makeEntityApi(clientOf(options, options.target, { progress, stopped })),
        source: mapping.name,
        counts,
        reject: (line) => lines.push(line),
        progress,
      });
  } finally {
    progress.end();
    writeReport(options.report, lines);
  }
  const rows = table.rows.length + table.faults.length;
  const found = new Map([...entities].map(([kind, all]) => [kind, all.length]));
  const done = options.target ? counts : null;
  return { rows, recoded: table.recoded, found, report: lines, reportPath: options.report, counts: done };
};

const readFile = ({ file, mapping: asked }: Options): { mapping: Mapping; table: Table } => {
  const bytes = readBytes(file);
  const columnsBy = (delimiter: string) => readColumns(bytes, delimiter);
  const mapping = asked === null ? findMapping(columnsBy) : loadMapping(asked);
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

const clientOf = (
  { file, patienceMs }: Options,
  target: NonNullable<Options['target']>,
  { progress, stopped }: Pick<Surroundings, 'progress' | 'stopped'>,
) =>
  makeClient({
    ...target,
    reason: reasonFor(file),
    patienceMs,
    parallel: REQUESTS_AT_ONCE,
    stopped,
    onWait: (why, ms) => progress.waits(why, ms),
  });

/** What the audit log tells of each change; a header takes ASCII alone. */
const reasonFor = (file: string): string =>
  `Import of ${basename(file)}`
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, REASON_LENGTH);
