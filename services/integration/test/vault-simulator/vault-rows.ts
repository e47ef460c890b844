import type { VaultData } from './vault-data.ts';
import type { Faults } from './vault-fault.ts';
import { failure, type Reply, success } from './vault-reply.ts';
import type { Stored } from './vql-reader.ts';

const MAX_BATCH = 500;
const NAME_LENGTH = 128;

type Row = Record<string, unknown>;
type RowResult = Record<string, unknown>;

type Parts = { data: VaultData; faults: Faults };

const failed = (type: string, message: string): RowResult => ({
  responseStatus: 'FAILURE',
  errors: [{ type, message }],
});

/** What is wrong with a row, as the API returns it; null where nothing is. */
const toProblem = ({ faults }: Parts, row: Row, isNew: boolean): RowResult | null => {
  const type = faults.failingRows.get(String(row.id ?? '')) ?? faults.failingRows.get(String(row.name__v ?? ''));
  if (type !== undefined) return failed(type, 'The row was refused, as the test wishes. [secret of the vault]');
  if (isNew && !row.name__v) return failed('PARAMETER_REQUIRED', 'Missing required parameter [name__v]');
  if (String(row.name__v ?? '').length > NAME_LENGTH)
    return failed('INVALID_DATA', `The value of field [name__v] is longer than ${NAME_LENGTH} characters`);
  return null;
};

const written = (object: string, row: Stored, event: string): RowResult => ({
  responseStatus: 'SUCCESS',
  event,
  data: { id: row.id, url: `/api/v25.2/vobjects/${object}/${row.id}` },
});

/** `POST /vobjects/{object}`: made, or changed where `idParam` names a field by which a row is there. */
export const createRows = (parts: Parts, object: string, rows: readonly Row[], idParam: string | null): Reply => {
  if (rows.length > MAX_BATCH) return failure('INVALID_DATA', 'The maximum batch size is 500.');
  const { data } = parts;
  const one = (row: Row): RowResult => {
    const key = idParam === null ? undefined : row[idParam];
    const before =
      key === undefined ? undefined : [...data.rows(object).values()].find((it) => it[idParam ?? ''] === key);
    const problem = toProblem(parts, { ...before, ...row }, !before);
    if (problem) return problem;
    return written(
      object,
      data.put(object, { ...row, ...(before ? { id: before.id } : {}) }),
      before ? 'updated' : 'created',
    );
  };
  return success({ data: rows.map(one) });
};

/** `PUT /vobjects/{object}`: rows by their id, each once in a request. */
export const updateRows = (parts: Parts, object: string, rows: readonly Row[]): Reply => {
  if (rows.length > MAX_BATCH) return failure('INVALID_DATA', 'The maximum batch size is 500.');
  const seen = new Set<unknown>();
  const one = (row: Row): RowResult => {
    if (!parts.data.rows(object).has(String(row.id)) || seen.has(row.id))
      return failed('INVALID_DATA', `The resource [${String(row.id)}] does not exist`);
    seen.add(row.id);
    return toProblem(parts, row, false) ?? written(object, parts.data.put(object, row), 'updated');
  };
  return success({ data: rows.map(one) });
};

/** `PUT /objects/documents/batch`: a table of CSV whose first line names the fields. */
export const updateDocuments = (parts: Parts, csv: string): Reply => {
  const [head = [], ...lines] = toLines(csv);
  if (!head.includes('id')) return failure('PARAMETER_REQUIRED', 'Missing required parameter [id]');
  const one = (cells: readonly string[]): RowResult => {
    const row: Row = Object.fromEntries(head.map((name, index) => [name, cells[index] === '' ? null : cells[index]]));
    const id = Number(row.id);
    if (!parts.data.rows('documents').has(String(id))) return failed('INVALID_DATA', 'The document does not exist');
    const problem = toProblem(parts, row, false);
    if (problem) return problem;
    parts.data.put('documents', { ...row, id });
    return { responseStatus: 'SUCCESS', id };
  };
  return success({ data: lines.map(one) });
};

/** RFC 4180. */
const toLines = (csv: string): string[][] => {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
    if (end === '') break;
  }
  return lines;
};
