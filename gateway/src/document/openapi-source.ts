import { errorFields, type Log } from '@qsc/service-kit/edge';
import type { Row } from '../routing/routing-table.ts';
import { frameDocument } from './openapi-frame.ts';
import { mergeDocuments, type OpenApiDocument } from './openapi-merge.ts';
import { type Packed, pack } from './packed.ts';

export type OpenApiSource = {
  /** The merged document of the services that have answered so far. */
  current(): Packed;
  /** Fetches the documents again, of one service or of all; what cannot be had stays as it was last known. Never throws. */
  refresh(name?: string): Promise<void>;
  close(): void;
};

type Parts = {
  table: readonly Row[];
  addresses: Readonly<Record<string, string>>;
  baseUrl: string;
  authUrl: string;
  log: Pick<Log, 'info' | 'debug' | 'error'>;
};

const ANSWER_MS = 3_000;
const TICK_MS = 2_000;
const KNOWN_FOR_MS = 60_000;

type Known = { text: string; document: OpenApiDocument; at: number };

const fetchDocument = async (address: string): Promise<Known> => {
  const url = new URL('/openapi.json', address);
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}`);
  const text = await response.text();
  const document = JSON.parse(text) as OpenApiDocument;
  if (typeof document?.paths !== 'object') throw new Error(`${url.href} is not an OpenAPI document`);
  return { text, document, at: Date.now() };
};

/**
 * Keeps the merged OpenAPI document: asks each service every minute, and one that is missing every two seconds.
 */
export const makeOpenApiSource = ({ table, addresses, baseUrl, authUrl, log }: Parts): OpenApiSource => {
  const known = new Map<string, Known>();
  const merge = () => {
    const sources = table.flatMap(({ name, prefixes, paths }) => {
      const document = known.get(name)?.document;
      return document ? [{ service: name, prefixes, paths, document }] : [];
    });
    const merged = mergeDocuments(sources);
    for (const clash of merged.clashes) log.error('a service is missing in the API description', { clash });
    return pack(Buffer.from(JSON.stringify(frameDocument(merged, { baseUrl, authUrl }))));
  };
  let current = merge();

  const ask = async (name: string): Promise<void> => {
    try {
      const before = known.get(name)?.text;
      const fetched = await fetchDocument(addresses[name] ?? '');
      known.set(name, fetched);
      if (fetched.text === before) return;
      current = merge();
      log.info('the API description of a service is merged', { upstream: name });
    } catch (error) {
      log.debug('the API description of a service cannot be had', { upstream: name, ...errorFields(error) });
    }
  };

  const refresh = async (name?: string): Promise<void> => {
    const requested = name === undefined ? table.map((row) => row.name) : [name];
    await Promise.all(requested.map(ask));
  };

  const timer = setInterval(() => {
    for (const { name } of table) if (Date.now() - (known.get(name)?.at ?? 0) > KNOWN_FOR_MS) void ask(name);
  }, TICK_MS);
  timer.unref();

  return { current: () => current, refresh, close: () => clearInterval(timer) };
};
