import type { RemoteRecord, RemoteWrite, RemoteWriteResult } from '../connector/connector.ts';
import { writeRemote } from '../mapping/transform.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import type { MappingRun } from './mapping-run.ts';
import { type Item, makeHashOf, type Pair, problemOf } from './pair.ts';

/** What came of the sending: the items, and what ended it before its time. */
export type Sent = { items: Item[]; halted: Error | null };

type Asked = { item: Item; write: RemoteWrite };

/**
 * Sends what the merges give the external system, in batches that it takes. What it refuses is the record's problem; what it
 * cannot take for now, and all that comes after a halt, stays unsent and goes later.
 */
export const writeRemotely = async (run: MappingRun, items: readonly Item[]): Promise<Sent> => {
  const hashOf = makeHashOf(run.mapping, run.rules);
  const prepared = items.map((item) => prepare(run, item));
  const asked = prepared.flatMap(({ item, write }) => (write ? [{ item, write }] : []));
  const done = new Map<Item, Item>();
  let halted: Error | null = null;
  for (let from = 0; from < asked.length; from += run.system.maxBatch) {
    const batch = asked.slice(from, from + run.system.maxBatch);
    const results: Error | RemoteWriteResult[] = halted ?? (await sendBatch(run, batch));
    if (results instanceof Error) halted = results;
    batch.forEach(({ item, write }, index) => {
      const result = results instanceof Error ? null : results[index];
      done.set(item, result ? afterSend({ item, write }, result, hashOf) : { ...item, unsent: true });
      if (result && !result.ok && isLimit(result.error)) halted = result.error;
    });
  }
  return { items: prepared.map(({ item }) => done.get(item) ?? item), halted };
};

const isLimit = (error: Error): boolean => error instanceof RemoteRefusal && error.code === 'RATE_LIMIT';

const sendBatch = async (
  { system, source }: MappingRun,
  batch: readonly Asked[],
): Promise<RemoteWriteResult[] | Error> => {
  try {
    return (
      (await system.upsert?.(
        source,
        batch.map(({ write }) => write),
      )) ?? []
    );
  } catch (error) {
    if (error instanceof RemoteRefusal || error instanceof RemoteTrouble || error instanceof AuthorizationLost)
      return error;
    throw error;
  }
};

const prepare = ({ mapping }: MappingRun, item: Item): { item: Item; write: RemoteWrite | null } => {
  const { merged, local, pair } = item;
  const targets = Object.keys(merged?.toRemote ?? {});
  if (!merged || !local || item.again || targets.length === 0) return { item, write: null };
  const { fields, problems } = writeRemote(mapping, merged.toRemote, targets);
  const [first] = problems;
  if (first) return { item: { ...item, problem: problemOf(pair, 'validation_failed', first) }, write: null };
  const etag = pair.remote === 'deleted' ? null : (pair.remote?.etag ?? null);
  return { item, write: { externalId: pair.externalId, reference: local.id, fields, etag } };
};

/**
 * The item after it was sent. Its hash is that of the record as it was, with what was sent: the value before it is a change where it
 * comes again, and so is whatever else the partner made of the record.
 */
const afterSend = (
  { item, write: { fields } }: Asked,
  result: RemoteWriteResult,
  hashOf: (pair: Pair) => string | null,
): Item => {
  if (!result.ok) {
    const { error } = result;
    if (error instanceof RemoteTrouble || isLimit(error)) return { ...item, unsent: true };
    return { ...item, problem: problemOf(item.pair, error.code, error) };
  }
  const { externalId, etag, record } = result;
  const sent = { ...item.pair, externalId, remote: assumed(item, { externalId, etag, fields }) };
  return { ...item, pair: { ...sent, remote: record ?? sent.remote }, hash: hashOf(sent) };
};

/** The record as it was, with what was sent. */
const assumed = (
  { pair: { remote } }: Item,
  sent: Pick<RemoteRecord, 'externalId' | 'etag' | 'fields'>,
): RemoteRecord => {
  const before = remote === 'deleted' ? null : remote;
  return {
    modifiedAt: before?.modifiedAt ?? null,
    deleted: false,
    ...sent,
    fields: { ...before?.fields, ...sent.fields },
  };
};
