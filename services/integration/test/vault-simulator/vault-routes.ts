import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { VaultSimulator } from './simulated-vault.ts';
import { failure, type Reply, success } from './vault-reply.ts';
import { createRows, updateDocuments, updateRows } from './vault-rows.ts';
import { buildOrphanFilter, parseQuery, QuerySyntax, read, type Stored } from './vql-reader.ts';

export type Requested = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };

type Vault = { simulator: VaultSimulator; queries: Map<string, string> };

type Handle = (vault: Vault, incoming: Requested, ...parts: string[]) => Reply;

const MAX_PAGE = 1_000;
const MAX_QUERY = 50_000;
const SHOWN_TEXT = 250;

const toForm = ({ body }: Requested): URLSearchParams => new URLSearchParams(body.toString('utf8'));

const toShown = (row: Stored, select: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    select.map((path) => {
      const [, wrapped] = /^\w+\((\w+)\)$/.exec(path) ?? [];
      const value = read(row, path);
      const isCut = wrapped === undefined && typeof value === 'string' && value.length > SHOWN_TEXT;
      return [wrapped ?? path, isCut ? value.slice(0, SHOWN_TEXT) : value];
    }),
  );

const page = ({ simulator, queries }: Vault, text: string, offset: number): Reply => {
  const { data, faults, sessions } = simulator;
  try {
    faults.beforePage?.(simulator.requests.filter((request) => request.includes('/query')).length);
    if (text.length > MAX_QUERY) return failure('INVALID_DATA', 'The query is too long.');
    const query = parseQuery(text);
    const size = Math.min(query.pageSize, MAX_PAGE);
    const found = buildOrphanFilter(query, data.rows(query.from).values());
    const rows = found.slice(offset, offset + size);
    const id = randomUUID();
    queries.set(id, text);
    const next = `/api/v25.2/query/${id}?pagesize=${size}&pageoffset=${offset + size}`;
    if (faults.expireAfterPages !== null && --faults.expireAfterPages <= 0) {
      faults.expireAfterPages = null;
      sessions.expireAll();
    }
    const answer = success({
      responseDetails: {
        pagesize: size,
        pageoffset: offset,
        size: rows.length,
        total: found.length,
        ...(offset + rows.length < found.length ? { next_page: next } : {}),
      },
      data: rows.map((row) => toShown(row, query.select)),
    });
    return { ...answer, body: `${String(answer.body)}${' '.repeat(faults.pagePadding)}` };
  } catch (error) {
    if (error instanceof QuerySyntax) return failure('INCORRECT_QUERY_SYNTAX_ERROR', error.message);
    throw error;
  }
};

const deletions = ({ simulator }: Vault, { url }: Requested, object: string): Reply => {
  const start = url.searchParams.get('start_date') ?? '';
  if (Date.parse(start) < simulator.now().getTime() - 30 * 86_400_000)
    return failure('INVALID_DATA', 'The start date is more than 30 days past.');
  const [limit, offset] = ['limit', 'offset'].map((name) => Number(url.searchParams.get(name) ?? 0));
  const all = simulator.data.deleted(object).filter(({ at }) => Date.parse(at) >= Date.parse(start));
  const rows = all.slice(offset, (offset ?? 0) + (limit || MAX_PAGE));
  return success({
    responseDetails: { total: all.length, limit, size: rows.length, offset },
    data: rows.map(({ id, at, ...rest }) => ({ id, date_deleted: at, ...rest })),
  });
};

const toFile = ({ simulator }: Vault, id: string, kind: string): Reply => {
  const file = simulator.data.files.get(`${id}/${kind}`);
  if (!file) return failure('RESOURCE_NOT_FOUND', 'The document or its rendition was not found.');
  const name = `attachment;filename*=UTF-8''${encodeURIComponent(file.name)}`;
  return { status: 200, headers: { 'content-type': file.mediaType, 'content-disposition': name }, body: file.bytes };
};

const actionsFor = ({ simulator: { data } }: Vault, object: string, id: string) => {
  const row = data.rows(object).get(id);
  const states = [row?.state__v, row?.status__v].flat();
  return { row, offered: (data.actions.get(object) ?? []).filter(({ from }) => states.includes(from)) };
};

const startAction = (vault: Vault, object: string, id: string, name: string): Reply => {
  const { row, offered } = actionsFor(vault, object, id);
  const action = offered.find((one) => one.name === name);
  if (!row || !action) return failure('OPERATION_NOT_ALLOWED', 'The action is not available.');
  const field = object === 'documents' ? 'status__v' : 'state__v';
  vault.simulator.data.put(object, { id: row.id, [field]: action.to });
  return success();
};

/** Method, path, whether a session is needed, and what it does; `{v}` is the version of the API. */
const ROUTES: readonly (readonly [string, RegExp, boolean, Handle])[] = [
  ['POST', /^\/api\/v[\d.]+\/auth$/, false, ({ simulator }, incoming) => simulator.sessions.login(toForm(incoming))],
  [
    'POST',
    /^\/auth\/oauth\/session\/[\w-]+$/,
    false,
    ({ simulator }, incoming) =>
      simulator.sessions.loginByToken(
        toForm(incoming),
        simulator.oauthTokens.has(/^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1] ?? ''),
      ),
  ],
  [
    'GET',
    /^\/api\/v[\d.]+\/services\/certificate\/(\w+)$/,
    false,
    ({ simulator: { spark } }, _incoming, id) =>
      id === spark.certificateId
        ? { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: spark.certificate }
        : failure('INVALID_DATA', 'There is no such certificate.'),
  ],
  ['POST', /^\/api\/v[\d.]+\/keep-alive$/, true, () => success()],
  ['GET', /^\/api\/$/, true, ({ simulator }) => success({ values: { 'v25.2': `${simulator.url}/api/v25.2` } })],
  [
    'GET',
    /^\/api\/v[\d.]+\/metadata\/vobjects\/(\w+)$/,
    true,
    ({ simulator: { data } }, _incoming, object = '') =>
      success({ object: { name: object, fields: [...(data.fields.get(object) ?? [])] } }),
  ],
  ['GET', /^\/api\/v[\d.]+\/metadata\/objects\/documents\/properties$/, true, () => success({ properties: [] })],
  ['GET', /^\/api\/v[\d.]+\/objects\/users\/me$/, true, () => success({ users: [] })],
  ['POST', /^\/api\/v[\d.]+\/query$/, true, (vault, incoming) => page(vault, toForm(incoming).get('q') ?? '', 0)],
  [
    'POST',
    /^\/api\/v[\d.]+\/query\/([\w-]+)$/,
    true,
    (vault, { url }, id) => page(vault, vault.queries.get(id ?? '') ?? '', Number(url.searchParams.get('pageoffset'))),
  ],
  [
    'POST',
    /^\/api\/v[\d.]+\/vobjects\/(\w+)$/,
    true,
    ({ simulator }, { body, url }, object = '') =>
      createRows(simulator, object, JSON.parse(body.toString()), url.searchParams.get('idParam')),
  ],
  [
    'PUT',
    /^\/api\/v[\d.]+\/vobjects\/(\w+)$/,
    true,
    ({ simulator }, { body }, object = '') => updateRows(simulator, object, JSON.parse(body.toString())),
  ],
  [
    'PUT',
    /^\/api\/v[\d.]+\/objects\/documents\/batch$/,
    true,
    ({ simulator }, { body, headers }) =>
      headers['content-type'] === 'text/csv'
        ? updateDocuments(simulator, body.toString('utf8'))
        : failure('INVALID_DATA', 'The content type is not supported.'),
  ],
  [
    'GET',
    /^\/api\/v[\d.]+\/objects\/deletions\/vobjects\/(\w+)$/,
    true,
    (vault, incoming, o = '') => deletions(vault, incoming, o),
  ],
  [
    'GET',
    /^\/api\/v[\d.]+\/objects\/deletions\/(documents)$/,
    true,
    (vault, incoming, o = '') => deletions(vault, incoming, o),
  ],
  [
    'GET',
    /^\/api\/v[\d.]+\/objects\/documents\/(\d+)\/(file)$/,
    true,
    (vault, _incoming, id = '', kind = '') => toFile(vault, id, kind),
  ],
  [
    'GET',
    /^\/api\/v[\d.]+\/objects\/documents\/(\d+)\/renditions\/(\w+)$/,
    true,
    (vault, _incoming, id = '', kind = '') => toFile(vault, id, kind),
  ],
  [
    'GET',
    /^\/api\/v[\d.]+\/vobjects\/(\w+)\/(\w+)\/actions$/,
    true,
    (vault, _incoming, object = '', id = '') =>
      success({
        data: actionsFor(vault, object, id).offered.map(({ name, label }) => ({ name, label, type: 'state_change' })),
      }),
  ],
  [
    'POST',
    /^\/api\/v[\d.]+\/vobjects\/(\w+)\/(\w+)\/actions\/([\w.]+)$/,
    true,
    (vault, _incoming, object = '', id = '', name = '') => startAction(vault, object, id, name),
  ],
  [
    'GET',
    /^\/api\/v[\d.]+\/objects\/documents\/(\d+)\/versions\/\d+\/\d+\/lifecycle_actions$/,
    true,
    (vault, _incoming, id = '') =>
      success({
        lifecycle_actions__v: actionsFor(vault, 'documents', id).offered.map(({ name, label, executable = true }) => ({
          name__v: name,
          label__v: label,
          lifecycle_action_type__v: 'stateChange',
          executable__v: String(executable),
        })),
      }),
  ],
  [
    'PUT',
    /^\/api\/v[\d.]+\/objects\/documents\/(\d+)\/versions\/\d+\/\d+\/lifecycle_actions\/([\w.]+)$/,
    true,
    (vault, _incoming, id = '', name = '') => startAction(vault, 'documents', id, name),
  ],
];

/** Answers as Vault would. */
export const answerRequest = (vault: Vault, incoming: Requested): Reply => {
  for (const [method, path, needsSession, handle] of ROUTES) {
    const found = incoming.method === method ? path.exec(incoming.url.pathname) : null;
    if (!found) continue;
    if (needsSession && !vault.simulator.sessions.use(incoming.headers.authorization))
      return failure('INVALID_SESSION_ID', 'Invalid or expired session ID.');
    return handle(vault, incoming, ...found.slice(1));
  }
  return failure('MALFORMED_URL', 'The specified resource cannot be found.');
};
