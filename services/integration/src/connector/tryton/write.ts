import { AnswerTooLarge, RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import type { RemoteRecord, RemoteWrite, RemoteWriteResult } from '../connector.ts';
import { type Definition, type Definitions, named } from './definition.ts';
import { isOurs, makeReference } from './reference.ts';
import { RecordChanged } from './refusal.ts';
import { type RowValues, toRowValues, valuesWith } from './row-value.ts';
import type { Rpc } from './rpc.ts';

export type WriteParts = { rpc: Rpc; definitions: Definitions; object: string };

type Failure = RemoteRefusal | RemoteTrouble;
type Done = { id: number } | { error: Failure };
type Planned = { write: RemoteWrite; values: RowValues };
type Change = Planned & { id: number };

/**
 * Writes rows, those that are new in one call and the others in another. Tryton takes all of a call or nothing: where it refuses,
 * the call is halved until each faulty row is alone. One result for each row, in their order; `read`
 * reads the rows after the write. Throws where none can be written (a lost session, a rate limit).
 */
export const writeRows = async (
  parts: WriteParts,
  writes: readonly RemoteWrite[],
  read: (ids: readonly number[]) => Promise<RemoteRecord[]>,
): Promise<RemoteWriteResult[]> => {
  const definition = await parts.definitions(parts.object);
  const done = new Map<RemoteWrite, Done>();
  const planned = await planRows(parts, { writes, definition, done });
  const { changes, creations } = await splitRows(parts, planned);
  await inHalves(changes, (some) => changeRows(parts, some), done);
  await inHalves(creations, (some) => createRows(parts, some), done);
  const written = [...done.values()].flatMap((one) => ('id' in one ? [one.id] : []));
  const records = await readRecords(written, read);
  return writes.map((write) => toWriteResult(done.get(write) as Done, { records, definition }));
};

type Plan = { writes: readonly RemoteWrite[]; definition: Definition; done: Map<RemoteWrite, Done> };

const planRows = async ({ definitions }: WriteParts, { writes, definition, done }: Plan): Promise<Planned[]> => {
  const planned: Planned[] = [];
  for (const write of writes)
    try {
      planned.push({ write, values: await toRowValues(write.fields, definition, definitions) });
    } catch (error) {
      if (!(error instanceof RemoteRefusal) || error.code !== 'VALIDATION_ERROR') throw error;
      done.set(write, { error });
    }
  return planned;
};

/** What was made by an earlier call whose answer never came is changed, not made again. */
const splitRows = async ({ rpc, object }: WriteParts, planned: readonly Planned[]) => {
  const unlinked = planned.filter(({ write }) => write.externalId === null);
  const made = unlinked.length > 0 ? await makeReference(rpc, object).find(unlinked.map(toNewRow)) : new Map();
  const changes = planned.flatMap((one): Change[] => {
    const id = one.write.externalId ?? made.get(one.write.reference);
    return id === undefined ? [] : [{ ...one, id: Number(id) }];
  });
  return { changes, creations: unlinked.filter(({ write }) => !made.has(write.reference)) };
};

const toNewRow = ({ write, values }: Planned) => ({
  reference: write.reference,
  values: valuesWith(values, () => []),
});

const createRows = async ({ rpc, object }: WriteParts, rows: readonly Planned[]): Promise<number[]> => {
  const { withReference } = makeReference(rpc, object);
  return (await rpc(`model.${object}.create`, [rows.map((row) => withReference(toNewRow(row)))])) as number[];
};

const changeRows = async (parts: WriteParts, rows: readonly Change[]): Promise<number[]> => {
  const { rpc, object } = parts;
  const listChildren = await readChildren(parts, rows);
  const pairs = rows.flatMap(({ id, values }) => [[id], valuesWith(values, (relation) => listChildren(id, relation))]);
  const etags = rows.flatMap(({ id, write }) => (write.etag === null ? [] : [[`${object},${id}`, write.etag]]));
  await rpc(`model.${object}.write`, pairs, { _timestamp: Object.fromEntries(etags), active_test: false });
  return rows.map(({ id }) => id);
};

/** The records of the relations that are written, in the order in which they are read. */
const readChildren = async ({ rpc, object }: WriteParts, rows: readonly Change[]) => {
  const relations = new Set(rows.flatMap(({ values }) => [...values.relations.keys()]));
  if (relations.size === 0) return () => [];
  const names = [...relations].flatMap((name) => [name, ...(name === 'identifiers' ? ['identifiers.code'] : [])]);
  const found = await rpc(`model.${object}.read`, [rows.map(({ id }) => id), names], { active_test: false });
  const byId = new Map((found as Record<string, unknown>[]).map((row) => [row.id, row]));
  return (id: number, relation: string): number[] => {
    const row = byId.get(id);
    const ours = ((row?.['identifiers.'] ?? []) as { id: number; code: unknown }[]).filter(({ code }) => isOurs(code));
    const ids = (row?.[relation] ?? []) as number[];
    return relation === 'identifiers' ? ids.filter((one) => ours.every((own) => own.id !== one)) : ids;
  };
};

/** Whether the fault is that of one row, and others beside it can be written. */
const isOfRow = (error: unknown): error is Failure =>
  error instanceof RecordChanged ||
  (error instanceof RemoteRefusal && error.code !== 'INVALID_SESSION' && error.code !== 'RATE_LIMIT');

const inHalves = async <R extends Planned>(
  rows: readonly R[],
  run: (some: readonly R[]) => Promise<number[]>,
  done: Map<RemoteWrite, Done>,
): Promise<void> => {
  if (rows.length === 0) return;
  try {
    const ids = await run(rows);
    rows.forEach(({ write }, index) => void done.set(write, { id: ids[index] as number }));
  } catch (error) {
    if (isOfRow(error) && rows.length > 1) {
      const middle = rows.length >> 1;
      await inHalves(rows.slice(0, middle), run, done);
      await inHalves(rows.slice(middle), run, done);
    } else if (isOfRow(error) || error instanceof RemoteTrouble)
      for (const { write } of rows) done.set(write, { error: error as Failure });
    else throw error;
  }
};

/** What was written is written, whether or not it can be read just now. */
const readRecords = async (
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<RemoteRecord[]>,
): Promise<Map<string, RemoteRecord>> => {
  if (ids.length === 0) return new Map();
  try {
    return new Map((await read(ids)).map((record) => [record.externalId, record]));
  } catch (error) {
    if (error instanceof RemoteTrouble || error instanceof AnswerTooLarge) return new Map();
    throw error;
  }
};

type WriteContext = { records: ReadonlyMap<string, RemoteRecord>; definition: Definition };

const toWriteResult = (done: Done, { records, definition }: WriteContext): RemoteWriteResult => {
  if ('error' in done) return { ok: false, error: named(done.error, definition) };
  const externalId = String(done.id);
  const record = records.get(externalId) ?? null;
  return { ok: true, externalId, etag: record?.etag ?? null, record };
};
