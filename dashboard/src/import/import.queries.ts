import { uniqueKey } from '@qsc/contracts/text';
import { client } from '../session/client.ts';
import { errorLine } from '../ui/fault-words.ts';
import { eventKey, type ImportRow } from './import-row.ts';
import type { ImportKind } from './kind.ts';
import { MAX_ROWS } from './table-file.ts';

const CODES_AT_ONCE = 50;
const ROWS_AT_ONCE = 100;

const toChunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** The ids of records that exist already, by the keys of rows. */
export type KnownRecords = ReadonlyMap<string, string>;

/** Finds the records that have the keys of rows. `onProgress` is called with how many rows were looked up. */
export const findKnown = async (
  { id, code }: ImportKind,
  rows: readonly ImportRow[],
  onProgress: (done: number) => void,
): Promise<KnownRecords> => {
  const known = new Map<string, string>();
  if (rows.length === 0) return known;
  if (code === null) {
    // No filter finds a title as a whole. The newest events are read, as many as a file has at most: an import before is among them.
    const query = { type: [...new Set(rows.map(({ body }) => body.type))], sort: '-created_at', per_page: 100 };
    let read = 0;
    for await (const event of client.qualityEvents.list(query as Parameters<typeof client.qualityEvents.list>[0])) {
      known.set(eventKey(event.type, event.title), event.id);
      read += 1;
      if (read === MAX_ROWS) break;
    }
    onProgress(rows.length);
    return known;
  }
  const attribute = code.split('.').at(-1) ?? '';
  // The system does not keep product codes unique, so that a filter would find them by their exact text alone.
  if (id === 'product') {
    for await (const { attributes, id: product } of client.entities.list({ type: ['product'], per_page: 100 }))
      if (attributes[attribute] !== undefined) known.set(uniqueKey(String(attributes[attribute])), product);
    onProgress(rows.length);
    return known;
  }
  let done = 0;
  for (const chunk of toChunks(rows, CODES_AT_ONCE)) {
    const query = { type: [id], per_page: 100, [code]: chunk.map((row) => row.code) };
    for await (const entity of client.entities.list(query as Parameters<typeof client.entities.list>[0]))
      known.set(uniqueKey(String(entity.attributes[attribute])), entity.id);
    done += chunk.length;
    onProgress(done);
  }
  return known;
};

/** What became of a row that was sent. */
export type RowResult = { line: number; id: string } | { line: number; error: string };

type SendOptions = {
  /** Of this import: a batch that is sent again after a lost answer has its key, so that it is written once. */
  importId: string;
  reason: string | undefined;
  /** Called after each batch with its results; false stops before the next one. */
  onResults: (results: RowResult[]) => boolean;
};

type Options = Parameters<typeof client.entities.createMany>[1];

const createMany = ({ id }: ImportKind, bodies: readonly Record<string, unknown>[], options: Options) =>
  id === 'quality_event'
    ? client.qualityEvents.createMany({ quality_events: [...bodies] }, options)
    : client.entities.createMany({ entities: [...bodies] }, options);

/** Writes rows in batches; each row is accepted or refused by itself. Throws where a batch as a whole is refused. */
export const sendRows = async (
  kind: ImportKind,
  rows: readonly ImportRow[],
  { importId, reason, onResults }: SendOptions,
): Promise<void> => {
  for (const chunk of toChunks(rows, ROWS_AT_ONCE)) {
    const idempotencyKey = `${importId}-${chunk[0]?.line}-${chunk.length}`;
    const results = await createMany(
      kind,
      chunk.map(({ body }) => body),
      { idempotencyKey, ...(reason === undefined ? {} : { reason }) },
    );
    const goesOn = onResults(
      results.map(({ index, id, error }): RowResult => {
        const line = chunk[index]?.line ?? 0;
        return id === null ? { line, error: error ? errorLine(error) : '' } : { line, id };
      }),
    );
    if (!goesOn) return;
  }
};
