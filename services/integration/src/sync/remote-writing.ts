import type { RemoteRecord, RemoteWrite, RemoteWriteResult } from '../connector/connector.ts';
import { readSent, toExternalPath, writeRemote } from '../mapping/transform.ts';
import type { Values } from '../mapping/values.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import { type Item, makeHash, toProblem } from './pair.ts';

/** The items after sending, and the error that stopped it. */
export type Sent = { items: Item[]; halted: Error | null };

type Requested = { item: Item; write: RemoteWrite };

/**
 * Sends the merged values to the external system in batches. A refusal is the record's problem. What the system cannot take now,
 * and everything after an error that stops the sending, stays unsent and is sent later.
 */
export const writeRemotely = async (run: MappingRun, items: readonly Item[]): Promise<Sent> => {
  const prepared = items.map((item) => prepare(run, item));
  const requested = prepared.flatMap(({ item, write }) => (write ? [{ item, write }] : []));
  const done = new Map<Item, Item>();
  let halted: Error | null = null;
  for (let from = 0; from < requested.length; from += run.system.maxBatch) {
    const batch = requested.slice(from, from + run.system.maxBatch);
    const results: Error | RemoteWriteResult[] = halted ?? (await sendBatch(run, batch));
    if (results instanceof Error) halted = results;
    batch.forEach(({ item, write }, index) => {
      const result = results instanceof Error ? null : results[index];
      done.set(item, result ? afterSend(run, { item, write }, result) : { ...item, unsent: true });
      if (result && !result.ok && isLimit(result.error)) halted = result.error;
    });
  }
  return { items: prepared.map(({ item }) => done.get(item) ?? item), halted };
};

const isForeseen = (error: unknown): error is Error =>
  error instanceof RemoteRefusal || error instanceof RemoteTrouble || error instanceof AuthorizationLost;

const isLimit = (error: Error): boolean => error instanceof RemoteRefusal && error.code === 'RATE_LIMIT';

/** Reads records that the write did not return, to compare them with what was sent. */
const sendBatch = async (
  { system, source }: MappingRun,
  batch: readonly Requested[],
): Promise<RemoteWriteResult[] | Error> => {
  try {
    const writes = batch.map(({ write }) => write);
    const results = (await system.upsert?.(source, writes)) ?? [];
    const silent = results.flatMap((result) => (result.ok && !result.record ? [result.externalId] : []));
    if (silent.length === 0) return results;
    const there = await system.fetch(whole(source), silent).catch((error: unknown) => {
      // They are written, whether or not they can be read just now.
      if (isForeseen(error)) return [];
      throw error;
    });
    const read = new Map(there.map((record) => [record.externalId, record]));
    return results.map((result) =>
      result.ok ? { ...result, record: result.record ?? read.get(result.externalId) ?? null } : result,
    );
  } catch (error) {
    if (isForeseen(error)) return error;
    throw error;
  }
};

const prepare = ({ mapping }: MappingRun, item: Item): { item: Item; write: RemoteWrite | null } => {
  const { merged, local, pair } = item;
  const targets = Object.keys(merged?.toRemote ?? {});
  if (!merged || !local || item.again || targets.length === 0) return { item, write: null };
  const { fields, problems } = writeRemote(mapping, merged.toRemote, targets);
  const [first] = problems;
  if (first) return { item: { ...item, problem: toProblem(pair, 'validation_failed', first) }, write: null };
  const etag = pair.remote === 'deleted' ? null : (pair.remote?.etag ?? null);
  return { item, write: { externalId: pair.externalId, reference: local.id, fields, etag } };
};

/**
 * The item after it was sent. Its hash is that of the former record with the sent values: the value before is a change where it
 * comes again, and so is whatever else the partner made of the record. Where the partner stored less than was sent, ours stays,
 * and what it stored is the base from then on.
 */
const afterSend = (run: MappingRun, requested: Requested, result: RemoteWriteResult): Item => {
  const { item, write } = requested;
  if (!result.ok) {
    const { error } = result;
    if (error instanceof RemoteTrouble || isLimit(error)) return { ...item, unsent: true };
    return { ...item, problem: toProblem(item.pair, error.code, error) };
  }
  const toHash = makeHash(run.mapping, run.rules);
  const { externalId, etag, record } = result;
  const sent = { ...item.pair, externalId, remote: assumed(item, { externalId, etag, fields: write.fields }) };
  const pair = { ...sent, remote: record ?? sent.remote };
  const lost = record ? findLost(run, item, record) : {};
  const [field] = Object.keys(lost);
  if (field === undefined) return { ...item, pair, hash: toHash(sent) };
  const there = run.mapping.field_mappings.find(({ target }) => target === field);
  const message = 'The external system stored another value than the one that was sent; ours stays here.';
  const about = { message, field: there ? toExternalPath(run.mapping, there) : field };
  const remote = { ...(typeof item.remote === 'object' ? item.remote : {}), ...item.merged?.toRemote, ...lost };
  return { ...item, pair, hash: toHash(pair), remote, problem: toProblem(pair, 'VALIDATION_ERROR', about) };
};

/** The values of sent targets that the partner stored differently. */
const findLost = ({ mapping, rules }: MappingRun, { merged }: Item, record: RemoteRecord): Values => {
  const sent = merged?.toRemote ?? {};
  const received = Object.entries(readSent(mapping, record.fields, Object.keys(sent)));
  return Object.fromEntries(
    received.filter(([target, value]) => !rules.same(target, single(value), single(sent[target]))),
  );
};

/** A list of one is that one: a picklist is sent as a value and comes as a list. */
const single = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

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
