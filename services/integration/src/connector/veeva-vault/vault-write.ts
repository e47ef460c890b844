import type { RemoteAnswer, RemoteRequest } from '../../remote/remote.ts';
import { RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import type { RemoteContext, RemoteWrite, RemoteWriteResult, Source } from '../connector.ts';
import { apiUrl } from './vault-address.ts';
import { requireSuccess, toBody, toError, type VaultProblem } from './vault-answer.ts';
import { tooLong, type VaultFields } from './vault-fields.ts';
import { VAULT_TIMEOUT_MS } from './vault-query.ts';
import { isDocuments, REFERENCE } from './vault-source.ts';
import { fieldName, objectName } from './vql.ts';

/** The most rows that Vault takes at once. */
export const MAX_BATCH = 500;

type Row = Record<string, unknown>;

/**
 * Writes rows: those with a key are changed, those without are made, or changed where one with our reference is there. A row
 * that Vault refuses does not stop the others.
 */
export const upsert = async (
  context: RemoteContext,
  { source, fields }: { source: Source; fields: VaultFields },
  all: readonly RemoteWrite[],
): Promise<RemoteWriteResult[]> => {
  const results = new Map<RemoteWrite, RemoteWriteResult>();
  const writes = all.filter((write) => {
    const error = tooLong(write, fields);
    if (error) results.set(write, { ok: false, error });
    return !error;
  });
  const send = async (some: readonly RemoteWrite[], request: (rows: readonly RemoteWrite[]) => RemoteRequest) => {
    if (some.length === 0) return;
    const sent = await sendBatch(context, request(some), some.length);
    some.forEach((write, index) => void results.set(write, sent[index] ?? missing));
  };
  const made = writes.filter(({ externalId }) => externalId === null);
  const changed = writes.filter(({ externalId }) => externalId !== null);
  if (isDocuments(source)) {
    for (const write of made) results.set(write, notMade);
    for (const alike of byColumns(changed)) await send(alike, (rows) => documentRequest(context, rows));
  } else {
    await send(changed, (rows) =>
      objectRequest(context, source, { method: 'PUT', query: '', rows: rows.map(changedRow) }),
    );
    const query = `?idParam=${REFERENCE}`;
    await send(made, (rows) => objectRequest(context, source, { method: 'POST', query, rows: rows.map(madeRow) }));
  }
  return all.map((write) => results.get(write) ?? missing);
};

const missing: RemoteWriteResult = { ok: false, error: new RemoteTrouble('Vault returned no result for this row.') };

const notMade: RemoteWriteResult = {
  ok: false,
  error: new RemoteRefusal('VALIDATION_ERROR', 'Documents are made in Vault alone; here their fields are changed.'),
};

const toValues = ({ fields }: RemoteWrite): Row =>
  Object.fromEntries(Object.entries(fields).map(([path, value]) => [fieldName(path), value]));

const changedRow = (write: RemoteWrite): Row => ({ ...toValues(write), id: write.externalId });

const madeRow = (write: RemoteWrite): Row => ({ [REFERENCE]: write.reference, ...toValues(write) });

const objectRequest = (
  { endpoints }: RemoteContext,
  { object }: Source,
  { method, query, rows }: { method: 'PUT' | 'POST'; query: string; rows: readonly Row[] },
): RemoteRequest => ({
  url: apiUrl(endpoints, `/vobjects/${objectName(object)}${query}`),
  method,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(rows),
});

/** An empty cell takes a value away, so rows of different fields do not share a table. */
const byColumns = (writes: readonly RemoteWrite[]): readonly (readonly RemoteWrite[])[] => [
  ...Map.groupBy(writes, ({ fields }) => JSON.stringify(Object.keys(fields).toSorted())).values(),
];

/** Documents are changed by CSV alone (RFC 4180). */
const documentRequest = ({ endpoints }: RemoteContext, writes: readonly RemoteWrite[]): RemoteRequest => {
  const rows = writes.map(changedRow);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return {
    url: apiUrl(endpoints, '/objects/documents/batch'),
    method: 'PUT',
    headers: { 'content-type': 'text/csv', accept: 'application/json' },
    body: lines.map((line) => line.map(cell).join(',')).join('\r\n'),
  };
};

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const sendBatch = ({ call }: RemoteContext, request: RemoteRequest, count: number): Promise<RemoteWriteResult[]> =>
  call({ ...request, timeoutMs: VAULT_TIMEOUT_MS }, (answer) => toResults(answer, count));

/** Rows have results of their own, whatever the answer as a whole says; without them it is the answer that failed. */
const toResults = (answer: RemoteAnswer, count: number): RemoteWriteResult[] => {
  const body = toBody(answer);
  const { data } = body;
  if (Array.isArray(data) && data.length === count) return data.map(toResult);
  requireSuccess(body);
  throw new RemoteTrouble('Vault did not return a result for each row.');
};

type RowResult = { responseStatus?: unknown; data?: { id?: unknown }; id?: unknown; errors?: readonly VaultProblem[] };

const toResult = (row: RowResult): RemoteWriteResult => {
  const id = row.data?.id ?? row.id;
  const isWritten = row.responseStatus === 'SUCCESS' || row.responseStatus === 'WARNING';
  if (isWritten && id !== undefined) return { ok: true, externalId: String(id), etag: null, record: null };
  return { ok: false, error: toError(row.errors?.[0]) };
};
