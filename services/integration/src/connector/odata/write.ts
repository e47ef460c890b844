import { valueAt } from '../../mapping/values.ts';
import { readHeader } from '../../remote/remote.ts';
import { RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import type { RemoteRecord, RemoteWrite, RemoteWriteResult } from '../connector.ts';
import { type Outcome, toError } from './answer.ts';
import { keyOfLink, toExternalId } from './key.ts';
import type { Property, Protocol } from './property.ts';
import { isRow, type Row, toEtag } from './row.ts';

type Failure = Extract<RemoteWriteResult, { ok: false }>;

/** Runs what may throw as one row's own failure. Anything else, a lost authorization too, is thrown on. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof RemoteRefusal || error instanceof RemoteTrouble) return { ok: false, error };
  throw error;
};

type Written = {
  protocol: Protocol;
  write: RemoteWrite;
  keys: readonly Property[];
  /** The record of a body; null where it lacks requested fields. */
  toRecord: (row: Row) => RemoteRecord | null;
};

/** What came of one write. A good answer without a body is that of a write whose key is known. */
export const toResult = (outcome: Outcome, { protocol, write, keys, toRecord }: Written): RemoteWriteResult => {
  const error = toError(outcome);
  if (error) return { ok: false, error };
  const row = toRow(outcome.body);
  const externalId =
    (row && toExternalId(keys, row)) ?? write.externalId ?? toExternalId(keys, write.fields) ?? linkedKey(outcome);
  if (externalId === null)
    return { ok: false, error: new RemoteTrouble('The external system made a record and does not say which.') };
  const etag = (row && toEtag(protocol, row)) ?? readHeader(outcome.headers, 'etag');
  return { ok: true, externalId, etag, record: row && toRecord(row) };
};

/** Where a service sends no record back, it says where it is. */
const linkedKey = ({ headers }: Outcome): string | null => {
  const link = readHeader(headers, 'odata-entityid') ?? readHeader(headers, 'location');
  return link === null ? null : keyOfLink(link);
};

/** The record in the body of an answer, in either protocol. */
const toRow = (body: unknown): Row | null => {
  const inner = isRow(body) && isRow(body.d) ? body.d : body;
  return isRow(inner) && !isRow(inner.error) ? inner : null;
};

/** Whether a record has the values of a write. */
const holds = (record: RemoteRecord, fields: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(fields).every(([path, value]) => String(valueAt(record.fields, path) ?? '') === String(value ?? ''));

/**
 * What became of a record that was to be made under a key of ours, when no answer or a fault came back: it may have been made all
 * the same, by this try or by one before it. Then it is as good as a good answer; another record of that key is a refusal.
 */
const settled = (result: RemoteWriteResult, write: RemoteWrite, found: RemoteRecord | null): RemoteWriteResult => {
  if (result.ok || found === null) return result;
  if (holds(found, write.fields)) return { ok: true, externalId: found.externalId, etag: found.etag, record: found };
  return { ok: false, error: new RemoteRefusal('VALIDATION_ERROR', 'Another record there has this key already.') };
};

type Given = {
  keys: readonly Property[];
  writes: readonly RemoteWrite[];
  results: readonly RemoteWriteResult[];
  fetch: (externalIds: readonly string[]) => Promise<RemoteRecord[]>;
};

/** The results, after a look at what may have been made by a try whose answer was lost (see `settled`). */
export const settle = async ({ keys, writes, results, fetch }: Given): Promise<RemoteWriteResult[]> => {
  const lost = writes.map((write, index) => findLostKey(keys, write, results[index]));
  const requested = lost.filter((key) => key !== null);
  if (requested.length === 0) return [...results];
  const found = new Map((await fetch(requested)).map((record) => [record.externalId, record]));
  return results.map((result, index) => {
    const [key, write] = [lost[index] ?? null, writes[index]];
    return key === null || !write ? result : settled(result, write, found.get(key) ?? null);
  });
};

/** The key that we gave to a record of which nobody knows whether it was made. */
const findLostKey = (
  keys: readonly Property[],
  write: RemoteWrite,
  result: RemoteWriteResult | undefined,
): string | null => {
  const isLost = write.externalId === null && result?.ok === false && result.error instanceof RemoteTrouble;
  return isLost ? toExternalId(keys, write.fields) : null;
};
