import type { RemoteContext, Source } from '../connector.ts';
import { apiUrl } from './vault-address.ts';
import { readVault, type VaultBody } from './vault-answer.ts';
import { VAULT_TIMEOUT_MS } from './vault-query.ts';
import { isDocuments } from './vault-source.ts';
import { objectName } from './vql.ts';

/** Vault lists deletions of the last 30 days; an earlier start is refused. */
const RETENTION_MS = 30 * 86_400_000 - 3_600_000;
const PAGE = 1_000;

type DeletedRow = { id?: unknown };

/** Keys that were deleted since then, of those that Vault still knows; also of records of which a version or an attachment was. */
export async function* deletions(
  context: RemoteContext,
  source: Source,
  since: Date,
): AsyncGenerator<readonly string[]> {
  const start = new Date(Math.max(since.getTime(), context.now().getTime() - RETENTION_MS));
  for (let offset = 0; ; ) {
    const { rows, total } = await deletedPage(context, source, { start, offset });
    if (rows.length > 0) yield [...new Set(rows.map(({ id }) => String(id)))];
    offset += rows.length;
    if (rows.length === 0 || offset >= total) return;
  }
}

const deletedPage = (
  { call, endpoints }: RemoteContext,
  source: Source,
  { start, offset }: { start: Date; offset: number },
): Promise<{ rows: DeletedRow[]; total: number }> => {
  const list = isDocuments(source) ? 'documents' : `vobjects/${objectName(source.object)}`;
  const date = `${start.toISOString().slice(0, 19)}Z`;
  const query = new URLSearchParams({ start_date: date, limit: String(PAGE), offset: String(offset) });
  const url = apiUrl(endpoints, `/objects/deletions/${list}?${query}`);
  const headers = { accept: 'application/json' };
  return call({ url, method: 'GET', headers, timeoutMs: VAULT_TIMEOUT_MS }, (answer) => deletedRows(readVault(answer)));
};

const deletedRows = ({ data, responseDetails }: VaultBody): { rows: DeletedRow[]; total: number } => {
  const { total } = (responseDetails ?? {}) as { total?: unknown };
  return { rows: Array.isArray(data) ? (data as DeletedRow[]) : [], total: Number(total ?? 0) };
};
