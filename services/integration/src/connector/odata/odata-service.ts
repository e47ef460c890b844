import { headerOf, type RemoteCall, type RemoteRequest } from '../../remote/remote.ts';
import { RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import { errorOf, outcomeOf, readJson } from './answer.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import type { Protocol } from './property.ts';
import { isRow, type Row } from './row.ts';

/** Options of a query, not yet encoded. */
export type Query = Readonly<Record<string, string | undefined>>;

export type Page = { rows: Row[]; next: string | null };

/** A service of OData at the root that a connection names, spoken to in one protocol. */
export type ODataService = {
  protocol: Protocol;
  call: RemoteCall;
  headers: Readonly<Record<string, string>>;
  /** Asked for once. Throws `RemoteRefusal`, `RemoteTrouble`. */
  metadata(): Promise<Metadata>;
  /** An address below the root; members of the path are encoded by whoever gives them. */
  addressOf(path: string, query?: Query): string;
  /** One page of a list. Throws `RemoteRefusal` also where it names a next page that lies at another origin. */
  page(url: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** The clock of the partner. */
  now(): Promise<Date | null>;
};

const HEADERS = {
  v2: { accept: 'application/json', 'accept-language': 'en', dataserviceversion: '2.0', maxdataserviceversion: '2.0' },
  v4: { accept: 'application/json', 'accept-language': 'en', 'odata-maxversion': '4.0' },
} as const;

/** `apiBase` is the root of the service; what it asks in its query (`sap-client=100`) goes with every request. */
export const makeODataService = (protocol: Protocol, apiBase: string, call: RemoteCall): ODataService => {
  const base = new URL(apiBase);
  const headers = HEADERS[protocol];

  const addressOf: ODataService['addressOf'] = (path, query = {}) => {
    const own = [...base.searchParams].map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    );
    const asked = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    const search = [...own, ...asked].join('&');
    return `${base.origin}${base.pathname.replace(/\/+$/, '')}/${path}${search === '' ? '' : `?${search}`}`;
  };

  const get = (url: string, more: Readonly<Record<string, string>> = {}): RemoteRequest => ({
    url,
    method: 'GET',
    headers: { ...headers, ...more },
  });

  /** Where a next page is. The credential goes with the request, so it goes to the connection's own place alone. */
  const nextOf = (link: unknown, url: string): string | null => {
    if (link === undefined || link === null) return null;
    const next = URL.parse(String(link), url);
    if (next?.origin === base.origin && next.username === '' && next.password === '') return next.href;
    throw new RemoteRefusal('NO_PERMISSION', 'The external system names a next page that lies at another address.');
  };

  let metadata: Promise<Metadata> | null = null;
  const loadMetadata = (): Promise<Metadata> =>
    call(get(addressOf('$metadata'), { accept: 'application/xml' }), (answer) => {
      const error = errorOf(outcomeOf(answer));
      if (error) throw error;
      return readMetadata(answer.body.toString('utf8'));
    });

  return {
    protocol,
    call,
    headers,
    addressOf,
    metadata() {
      metadata ??= loadMetadata().catch((error: unknown) => {
        metadata = null;
        throw error;
      });
      return metadata;
    },
    page: (url, more) =>
      call(get(url, more), (answer) => {
        const { rows, next } = listOf(readJson(answer));
        return { rows, next: nextOf(next, url) };
      }),
    now: () =>
      call(get(addressOf('')), (answer) => {
        const error = errorOf(outcomeOf(answer));
        if (error) throw error;
        const date = new Date(headerOf(answer.headers, 'date') ?? '');
        return Number.isNaN(date.getTime()) ? null : date;
      }),
  };
};

/** The rows of a list in either protocol; a single record is a list of one. */
const listOf = (body: Row): { rows: Row[]; next: unknown } => {
  const d = body.d;
  if (Array.isArray(body.value))
    return { rows: body.value.filter(isRow), next: body['@odata.nextLink'] ?? body['@nextLink'] };
  if (Array.isArray(d)) return { rows: d.filter(isRow), next: undefined };
  if (isRow(d) && !Array.isArray(d.results)) return { rows: [d], next: undefined };
  if (isRow(d) && Array.isArray(d.results)) return { rows: d.results.filter(isRow), next: d.__next };
  throw new RemoteTrouble('The external system answered no list.');
};
