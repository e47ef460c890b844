import { type RemoteCall, type RemoteRequest, readHeader } from '../../remote/remote.ts';
import { RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import { readJson, toError, toOutcome } from './answer.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import type { Protocol } from './property.ts';
import { isRow, type Row } from './row.ts';

/** Options of a query, not yet encoded. */
export type Query = Readonly<Record<string, string | undefined>>;

/** A service of OData at the root that a connection names, spoken to in one protocol. */
export type ODataService = {
  protocol: Protocol;
  call: RemoteCall;
  headers: Readonly<Record<string, string>>;
  /** Read once. Throws `RemoteRefusal`, `RemoteTrouble`. */
  metadata(): Promise<Metadata>;
  /** A URL below the root. The caller encodes the members of the path. */
  buildUrl(path: string, query?: Query): string;
  /** What is at a path: a record, or so many records of a list at most. Links to further pages are ignored. */
  rows(path: string, query: Query, size?: number): Promise<Row[]>;
  /** The clock of the partner. */
  now(): Promise<Date | null>;
};

const HEADERS = {
  v2: { accept: 'application/json', 'accept-language': 'en', dataserviceversion: '2.0', maxdataserviceversion: '2.0' },
  v4: { accept: 'application/json', 'accept-language': 'en', 'odata-maxversion': '4.0' },
} as const;

/** `apiBase` is the root of the service; its query (`sap-client=100`) is added to every request. */
export const makeODataService = (protocol: Protocol, apiBase: string, call: RemoteCall): ODataService => {
  const base = new URL(apiBase);
  const headers = HEADERS[protocol];

  const buildUrl: ODataService['buildUrl'] = (path, query = {}) => {
    const own = [...base.searchParams].map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    );
    const options = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    const search = [...own, ...options].join('&');
    return `${base.origin}${base.pathname.replace(/\/+$/, '')}/${path}${search === '' ? '' : `?${search}`}`;
  };

  const get = (url: string, more: Readonly<Record<string, string>> = {}): RemoteRequest => ({
    url,
    method: 'GET',
    headers: { ...headers, ...more },
  });

  const fetchPage = (path: string, query: Query, more = {}): Promise<Row[]> =>
    call(get(buildUrl(path, query), more), (answer) => buildOrphanFilter(readJson(answer)));

  /** A partner may refuse a `$top` above its limit: then the size is sent as a preference. */
  let takesTop = true;
  const rows: ODataService['rows'] = async (path, query, size) => {
    if (size === undefined) return fetchPage(path, query);
    const byPreference = () => fetchPage(path, query, { prefer: `odata.maxpagesize=${size}` });
    if (!takesTop) return byPreference();
    try {
      return await fetchPage(path, { ...query, $top: String(size) });
    } catch (error) {
      if (!isOfQuery(error)) throw error;
      const page = await byPreference().catch((further: unknown) => {
        throw isOfQuery(further) ? new RemoteRefusal('VALIDATION_ERROR', NOT_TAKEN) : further;
      });
      takesTop = false;
      return page;
    }
  };

  let metadata: Promise<Metadata> | null = null;
  const loadMetadata = (): Promise<Metadata> =>
    call(get(buildUrl('$metadata'), { accept: 'application/xml' }), (answer) => {
      const error = toError(toOutcome(answer));
      if (error) throw error;
      return readMetadata(answer.body.toString('utf8'));
    });

  return {
    protocol,
    call,
    headers,
    buildUrl,
    metadata() {
      metadata ??= loadMetadata().catch((error: unknown) => {
        metadata = null;
        throw error;
      });
      return metadata;
    },
    rows,
    now: () =>
      call(get(buildUrl('')), (answer) => {
        const error = toError(toOutcome(answer));
        if (error) throw error;
        const date = new Date(readHeader(answer.headers, 'date') ?? '');
        return Number.isNaN(date.getTime()) ? null : date;
      }),
  };
};

/** The partner does not take the query, and names no field that is at fault. */
const isOfQuery = (error: unknown): boolean =>
  error instanceof RemoteRefusal && error.code === 'VALIDATION_ERROR' && error.field === null;

const NOT_TAKEN = 'The external system does not take the query. Where it limits its pages, make batch_size smaller.';

/** The rows of a list in either protocol; a single record is a list of one. */
const buildOrphanFilter = (body: Row): Row[] => {
  const { d, value } = body;
  if (Array.isArray(value)) return value.filter(isRow);
  if (Array.isArray(d)) return d.filter(isRow);
  if (isRow(d)) return Array.isArray(d.results) ? d.results.filter(isRow) : [d];
  throw new RemoteTrouble('The external system answered no list.');
};
