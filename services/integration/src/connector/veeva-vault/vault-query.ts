import { RemoteTrouble } from '../../remote/remote-error.ts';
import type { RemoteContext } from '../connector.ts';
import { samePage } from '../walk.ts';
import { apiUrl, furtherUrl } from './vault-address.ts';
import { readVault, type VaultBody } from './vault-answer.ts';
import { type Statement, statement } from './vql.ts';

export type Row = Readonly<Record<string, unknown>>;

export type QueryPage = {
  rows: readonly Row[];
  /** The address of the next page; null at the end. */
  next: string | null;
};

/** A throttled answer is delayed by Vault itself, by many seconds at the worst. */
export const VAULT_TIMEOUT_MS = 120_000;
/** A page of a thousand rows with long texts. */
const PAGE_BYTES = 64 * 1024 * 1024;

const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };

/** The first page of a query. */
export const queryPage = (context: RemoteContext, query: Statement): Promise<QueryPage> =>
  post(context, apiUrl(context.endpoints, '/query'), new URLSearchParams({ q: statement(query) }).toString());

/** The page at an address that Vault returned. */
export const furtherPage = (context: RemoteContext, next: string): Promise<QueryPage> =>
  post(context, furtherUrl(context.endpoints, next), '');

/** All rows of a query, page by page. */
export async function* queryAll(context: RemoteContext, query: Statement): AsyncGenerator<readonly Row[]> {
  let page = await queryPage(context, query);
  yield page.rows;
  const visited = new Set<string>();
  while (page.next !== null) {
    if (visited.has(page.next)) throw samePage();
    visited.add(page.next);
    page = await furtherPage(context, page.next);
    yield page.rows;
  }
}

const post = ({ call, log }: RemoteContext, url: string, body: string): Promise<QueryPage> =>
  call(
    { url, method: 'POST', headers: HEADERS, body, timeoutMs: VAULT_TIMEOUT_MS, keepBytes: PAGE_BYTES },
    (answer) => {
      const delay = Number(answer.headers['x-vaultapi-responsedelay']);
      if (delay > 0) log.warn('vault delays answers above its burst limit', { delay_ms: delay });
      return toPage(readVault(answer));
    },
  );

const toPage = ({ data, responseDetails }: VaultBody): QueryPage => {
  if (!Array.isArray(data)) throw new RemoteTrouble('Vault answered a query without rows.');
  const { next_page: next } = (responseDetails ?? {}) as { next_page?: unknown };
  return { rows: data as Row[], next: typeof next === 'string' && next !== '' ? next : null };
};
