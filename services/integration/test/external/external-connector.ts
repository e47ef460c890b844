import type {
  Connector,
  RemoteContext,
  RemotePage,
  RemoteRecord,
  RemoteSystem,
  RemoteWriteResult,
  Source,
} from '../../src/connector/connector.ts';
import type { RemoteAnswer } from '../../src/remote/remote.ts';
import { getRetryAfterMs } from '../../src/remote/remote.ts';
import {
  AuthorizationLost,
  type RemoteErrorCode,
  RemoteRefusal,
  RemoteTrouble,
} from '../../src/remote/remote-error.ts';
import type { ExternalRow } from './external-system.ts';

const REFUSALS: Readonly<Record<number, RemoteErrorCode>> = {
  401: 'INVALID_SESSION',
  403: 'NO_PERMISSION',
  404: 'RECORD_NOT_FOUND',
  422: 'VALIDATION_ERROR',
};

const read = (answer: RemoteAnswer): unknown => {
  const { status, body } = answer;
  if (status === 200) return JSON.parse(body.toString('utf8'));
  if (status === 418) throw new AuthorizationLost('The login is refused.');
  const retryAfterMs = getRetryAfterMs(answer);
  if (status === 429) throw new RemoteRefusal('RATE_LIMIT', 'Too many requests.', { retryAfterMs });
  const code = REFUSALS[status];
  if (code) throw new RemoteRefusal(code, 'The external system refused the request.');
  throw new RemoteTrouble('The external system could not answer.', retryAfterMs);
};

const toRecord = ({ id, fields, modified, etag, deleted, reference }: ExternalRow): RemoteRecord => ({
  externalId: id,
  modifiedAt: modified,
  etag,
  deleted,
  fields: { id, ...fields },
  ...(reference === undefined ? {} : { reference }),
});

/** A request that a test holds is let go by the test alone. */
const TIMEOUT_MS = 3_600_000;

const fits = ({ documentTypes, filters }: Source, { fields }: ExternalRow): boolean =>
  (documentTypes.length === 0 || documentTypes.includes(String(fields.type))) &&
  filters.every(({ field, value }) => fields[field] === value);

const open = ({ endpoints, call: send }: RemoteContext, lists: boolean): RemoteSystem => {
  const call: RemoteContext['call'] = (request, read) => send({ timeoutMs: TIMEOUT_MS, ...request }, read);
  const ask = <T>(path: string, query: Record<string, string> = {}): Promise<T> => {
    const url = new URL(path, endpoints.api_base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return call({ url: url.href, method: 'GET', headers: {} }, (answer) => read(answer) as T);
  };

  const now = () =>
    call({ url: `${endpoints.api_base}/time`, method: 'GET', headers: {} }, (answer) => {
      read(answer);
      return new Date(String(answer.headers.date));
    });

  async function* changedSince(source: Source, since: Date | null): AsyncIterable<RemotePage> {
    const { pageSize, references } = source;
    for (let after = ''; ; ) {
      const query = { limit: String(pageSize), after, ...(since ? { since: since.toISOString() } : {}) };
      const rows = await ask<ExternalRow[]>('/rows', query);
      const last = rows.at(-1);
      if (!last) return;
      const records = rows.filter((row) => fits(source, row)).map(toRecord);
      yield { records: references ? records : records.map(({ reference: _, ...record }) => record) };
      after = `${last.modified} ${last.id}`;
    }
  }

  async function* once<T>(path: string, query: Record<string, string> = {}): AsyncIterable<readonly T[]> {
    yield await ask<T[]>(path, query);
  }

  const readResult = ({ row, error }: { row?: ExternalRow; error?: string }): RemoteWriteResult => {
    if (row) return { ok: true, externalId: row.id, etag: row.etag, record: toRecord(row) };
    if (error === 'STALE') return { ok: false, error: new RemoteTrouble('The row changed meanwhile.') };
    return { ok: false, error: new RemoteRefusal(error as RemoteErrorCode, 'The row was refused.') };
  };

  return {
    async test() {
      await now();
      return { apiVersion: null, checks: [] };
    },
    now,
    changedSince,
    fetch: async (source, ids) => {
      const rows = await ask<ExternalRow[]>('/rows', { ids: ids.join(',') });
      return rows.filter((row) => fits(source, row)).map(toRecord);
    },
    find: async (_source, field, values) =>
      field === 'code' ? (await ask<ExternalRow[]>('/rows', { codes: values.join(',') })).map(toRecord) : [],
    deletions: lists ? (_source, since) => once<string>('/removed', { since: since.toISOString() }) : null,
    async upsert(_source, writes) {
      const rows = writes.map(({ externalId: id, ...write }) => ({ id, ...write }));
      const request = {
        url: `${endpoints.api_base}/rows`,
        method: 'POST' as const,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rows),
        once: true,
      };
      return (await call(request, (answer) => read(answer) as Parameters<typeof readResult>[0][])).map(readResult);
    },
    maxBatch: 100,
    content: null,
    act: null,
  };
};

/**
 * A connector for the external system of these tests, so that the engine is tested by itself; the connectors that are shipped
 * have tests of their own.
 */
export const externalConnector = ({ lists = false } = {}): Connector => ({
  type: 'odata_v4',
  authenticationTypes: ['api_key'],
  changeField: 'modified',
  hasTypes: true,
  login: null,
  exchange: null,
  apply: (request) => request,
  keepAlive: null,
  open: (context) => open(context, lists),
  inbound: null,
});
