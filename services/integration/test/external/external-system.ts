import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stored record of the external system. */
export type ExternalRow = {
  id: string;
  fields: Record<string, unknown>;
  modified: string;
  etag: string;
  deleted: boolean;
  /** Our id, where we created it and the system stores that. */
  reference?: string | undefined;
};

/** What the next requests come to; null lets a request through. Called with the path and the query. */
export type Fault = (request: { method: string; path: string; query: URLSearchParams }) => FaultAnswer | null;

export type FaultAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

/** A request whose answer may wait; `isOver`: nobody waits for it any more. */
export type Held = { method: string; path: string; isOver: () => boolean };

/** An external system of the test's own: a small HTTP server that stores rows and answers in pages. */
export type ExternalSystem = {
  url: string;
  rows: Map<string, ExternalRow>;
  /** Puts a row; its change time is now by default. */
  put(id: string, fields: Record<string, unknown>, at?: string): void;
  remove(id: string): void;
  /** The clock of the system, ahead of ours by so much. */
  skewMs: number;
  /** Whether it lists deletions. */
  lists: boolean;
  fault: Fault | null;
  /** Answers wait for it. */
  acquire: ((request: Held) => Promise<void>) | null;
  /** The requests that came, as `METHOD /path`. */
  requests: string[];
  /** Rows that were written by requests, in their order. */
  written: { id: string; fields: Record<string, unknown> }[];
  /** Whether rows that it made are known again by our id. */
  storesReferences: boolean;
  /** What it sets itself in a row that is written. */
  ownFields: Record<string, unknown>;
  /** So many writes are done and not answered. */
  lostAnswers: number;
  /** Rows of a write that are refused, by their id or name. */
  refuse: Set<string>;
  stop(): Promise<void>;
};

type Write = { id: string | null; reference: string; fields: Record<string, unknown>; etag: string | null };

const byTime = (one: ExternalRow, other: ExternalRow): number =>
  one.modified === other.modified ? (one.id < other.id ? -1 : 1) : one.modified < other.modified ? -1 : 1;

const toBody = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/** Starts it on a free port of 127.0.0.1. */
export const startExternalSystem = async (): Promise<ExternalSystem> => {
  const removed: { id: string; at: string }[] = [];
  const byReference = new Map<string, string>();
  let made = 0;

  const nowText = (): string => new Date(Date.now() + system.skewMs).toISOString();

  const put = (id: string, fields: Record<string, unknown>, at = nowText()): void => {
    const version = Number(system.rows.get(id)?.etag ?? 0) + 1;
    const { reference } = system.rows.get(id) ?? {};
    system.rows.set(id, { id, fields, modified: at, etag: String(version), deleted: false, reference });
  };

  const page = (query: URLSearchParams): ExternalRow[] => {
    const [since, after, limit] = [query.get('since') ?? '', query.get('after') ?? '', Number(query.get('limit'))];
    const [afterTime = '', afterId = ''] = after.split(' ');
    return [...system.rows.values()]
      .filter(({ modified }) => modified >= since)
      .filter(({ modified, id }) => after === '' || modified > afterTime || (modified === afterTime && id > afterId))
      .toSorted(byTime)
      .slice(0, limit);
  };

  const write = ({ id, reference, fields, etag }: Write) => {
    const known = id ?? (system.storesReferences ? byReference.get(reference) : null) ?? null;
    if (system.refuse.has(known ?? '') || system.refuse.has(String(fields.name))) return { error: 'VALIDATION_ERROR' };
    const before = known === null ? undefined : system.rows.get(known);
    if (id !== null && !before) return { error: 'RECORD_NOT_FOUND' };
    if (etag !== null && before && before.etag !== etag) return { error: 'STALE' };
    made += known === null ? 1 : 0;
    const key = known ?? `made-${String(made).padStart(6, '0')}`;
    byReference.set(reference, key);
    put(key, { ...before?.fields, ...fields, ...system.ownFields });
    const row = system.rows.get(key);
    if (row && known === null && system.storesReferences) row.reference = reference;
    system.written.push({ id: key, fields });
    return { row };
  };

  const answer = (method: string, url: URL, body: string): unknown => {
    const ids = (url.searchParams.get('ids') ?? '').split(',');
    if (method === 'POST') return (JSON.parse(body) as Write[]).map(write);
    if (url.pathname === '/time') return {};
    if (url.pathname === '/removed') {
      const since = url.searchParams.get('since') ?? '';
      return removed.filter(({ at }) => at >= since).map(({ id }) => id);
    }
    if (url.searchParams.has('codes')) {
      const codes = url.searchParams.get('codes')?.split(',');
      return [...system.rows.values()].filter(({ fields }) => codes?.includes(String(fields.code)));
    }
    if (url.searchParams.has('ids')) return ids.flatMap((id) => system.rows.get(id) ?? []);
    return page(url.searchParams);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    system.requests.push(`${method} ${url.pathname}`);
    const body = await toBody(request);
    const fault = system.fault?.({ method, path: url.pathname, query: url.searchParams }) ?? null;
    await system.acquire?.({ method, path: url.pathname, isOver: () => request.socket.destroyed });
    response.setHeader('date', new Date(Date.now() + system.skewMs).toUTCString());
    for (const [name, value] of Object.entries(fault?.headers ?? {})) response.setHeader(name, value);
    response.statusCode = fault?.status ?? 200;
    const answered = JSON.stringify(fault ? (fault.body ?? {}) : answer(method, url, body));
    const isLost = method === 'POST' && system.lostAnswers > 0;
    system.lostAnswers -= isLost ? 1 : 0;
    if (isLost) response.destroy();
    else response.end(answered);
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const system: ExternalSystem = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rows: new Map(),
    put,
    remove(id) {
      system.rows.delete(id);
      removed.push({ id, at: nowText() });
    },
    skewMs: 0,
    lists: false,
    fault: null,
    acquire: null,
    requests: [],
    written: [],
    storesReferences: true,
    ownFields: {},
    lostAnswers: 0,
    refuse: new Set(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return system;
};
