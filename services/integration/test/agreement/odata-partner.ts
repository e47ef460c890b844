import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fits, ordered } from './odata-filter.ts';

export type Row = Record<string, unknown>;

export type Raw = { status?: number; headers?: Record<string, string>; body: string | Buffer };

/** How it behaves, where it is not as it should be. */
export type Rules = {
  /** A page has no more rows, whatever `$top` says. */
  cap?: number;
  /** A greater `$top` is refused. */
  maxTop?: number;
  /** The link of a page that is not the last; none where it is left out. */
  link?: (requestUrl: URL, skipped: number) => string;
  /** A row as answers show it. */
  shown?: (row: Row) => Row;
  /** The stored fields of a write. */
  stored?: (fields: Row) => Row;
  /** An answer instead of its own; null lets a request through. */
  answer?: (requestUrl: URL, method: string) => Raw | null;
  /** Changes are answered with the record. */
  echoes?: boolean;
};

type Shape = { keys: readonly string[]; properties: Readonly<Record<string, string>>; lists?: readonly string[] };

/** A service of OData, v4 or v2, of one set `Items`, as small as its tests need. */
export type ODataPartner = {
  url: string;
  rows: Row[];
  rules: Rules;
  requests: { method: string; url: URL; headers: IncomingMessage['headers']; body: string }[];
  stop(): Promise<void>;
};

/** Starts it on a free port; `properties` are `Edm.String` and so on by name, with facets behind the type. */
export const startODataPartner = async (protocol: 'v4' | 'v2', shape: Shape): Promise<ODataPartner> => {
  const partner: Omit<ODataPartner, 'url' | 'stop'> = { rows: [], rules: {}, requests: [] };
  const metadata = toMetadata(protocol, shape);

  const list = (requestUrl: URL, response: ServerResponse): void => {
    const {
      cap = Number.POSITIVE_INFINITY,
      maxTop = Number.POSITIVE_INFINITY,
      link,
      shown = (row) => row,
    } = partner.rules;
    const query = requestUrl.searchParams;
    const top = Number(query.get('$top') ?? Number.POSITIVE_INFINITY);
    const skip = Number(query.get('$skip') ?? 0);
    if (query.has('$top') && top > maxTop)
      return void answer(response, { status: 400, body: '{"error":{"code":"400"}}' });
    const found = partner.rows
      .filter((row) => fits(query.get('$filter'), row))
      .toSorted(byColumns((query.get('$orderby') ?? '').split(',')));
    const rows = found.slice(skip, skip + Math.min(top, cap));
    const next = link && skip + rows.length < found.length ? link(requestUrl, skip + rows.length) : undefined;
    const results = rows.map(shown);
    answer(response, {
      body: JSON.stringify(
        protocol === 'v4'
          ? { value: results, ...(next ? { '@odata.nextLink': next } : {}) }
          : { d: { results, ...(next ? { __next: next } : {}) } },
      ),
    });
  };

  const write = (method: string, requestUrl: URL, body: string, response: ServerResponse): void => {
    const { stored = (fields) => fields, echoes = true, shown = (row) => row } = partner.rules;
    const key = keyIn(decodeURIComponent(requestUrl.pathname), shape.keys);
    const before = partner.rows.find((row) =>
      Object.entries(key).every(([name, value]) => String(row[name]) === value),
    );
    if (method !== 'POST' && !before) return void answer(response, { status: 404, body: '{}' });
    const after = { ...before, ...stored(JSON.parse(body)) };
    partner.rows = [...partner.rows.filter((row) => row !== before), after];
    if (echoes) answer(response, { status: method === 'POST' ? 201 : 200, body: JSON.stringify(shown(after)) });
    else response.writeHead(204).end();
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const method = request.method ?? 'GET';
    const body = await text(request);
    partner.requests.push({ method, url, headers: request.headers, body });
    const own = partner.rules.answer?.(url, method);
    if (own) answer(response, own);
    else if (url.pathname.endsWith('/$metadata'))
      answer(response, { headers: { 'content-type': 'application/xml' }, body: metadata });
    else if (url.pathname.endsWith('/$batch')) answer(response, { status: 501, body: '{}' });
    else if (method !== 'GET') write(method, url, body, response);
    else if (url.pathname.includes('/Items')) list(url, response);
    else answer(response, { body: '{}' });
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(partner, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/odata`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

const answer = (response: ServerResponse, { status = 200, headers = {}, body }: Raw): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const keyIn = (path: string, keys: readonly string[]): Row => {
  const [, inside = ''] = /\((.*)\)$/.exec(path) ?? [];
  const parts = keys.length === 1 ? [inside] : inside.split(',').map((part) => part.slice(part.indexOf('=') + 1));
  return inside === '' ? {} : Object.fromEntries(keys.map((name, at) => [name, parts[at]?.replaceAll("'", '')]));
};

const byColumns =
  (columns: readonly string[]) =>
  (one: Row, other: Row): number =>
    columns.reduce((order, name) => {
      const [left, right] = [ordered(one[name]), ordered(other[name])];
      return order || (left < right ? -1 : left > right ? 1 : 0);
    }, 0);

const NAMESPACES = {
  v4: ['4.0', 'http://docs.oasis-open.org/odata/ns/edmx', 'http://docs.oasis-open.org/odata/ns/edm'],
  v2: ['1.0', 'http://schemas.microsoft.com/ado/2007/06/edmx', 'http://schemas.microsoft.com/ado/2008/09/edm'],
} as const;

const propertyXml = ([name, type]: [string, string]): string => {
  const [edm, ...facets] = type.split(' ');
  return `<Property Name="${name}" Type="${edm}" ${facets.join(' ')}/>`;
};

const toMetadata = (protocol: 'v4' | 'v2', { keys, properties, lists = [] }: Shape): string => {
  const [version, edmx, edm] = NAMESPACES[protocol];
  const key = `<Key>${keys.map((name) => `<PropertyRef Name="${name}"/>`).join('')}</Key>`;
  const inner = Object.entries(properties).map(propertyXml).join('');
  const navigation = lists.map((name) => `<NavigationProperty Name="${name}" Type="Collection(X.Line)"/>`).join('');
  const line = propertyXml(['no', 'Edm.Int32']) + propertyXml(['text', 'Edm.String']);
  return `<edmx:Edmx Version="${version}" xmlns:edmx="${edmx}"><edmx:DataServices><Schema Namespace="X" xmlns="${edm}">
    <EntityType Name="Item">${key}${inner}${navigation}</EntityType>
    <EntityType Name="Line"><Key><PropertyRef Name="no"/></Key>${line}</EntityType>
    <EntityContainer Name="C"><EntitySet Name="Items" EntityType="X.Item"/></EntityContainer>
  </Schema></edmx:DataServices></edmx:Edmx>`;
};
