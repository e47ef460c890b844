import { uniqueKey } from '@qsc/contracts/text';
import { client } from '../session/client.ts';
import type { ImportRow } from './import-row.ts';
import type { ImportKind } from './kind.ts';

const CODES_AT_ONCE = 50;
const ROWS_AT_ONCE = 100;

const toChunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** What is known by a code already: its id, by the code as the system compares codes. */
export type KnownCodes = ReadonlyMap<string, string>;

/** Finds the records that have one of the codes. `onProgress` is called with how many codes were looked up. */
export const findKnownCodes = async (
  { id, code }: ImportKind,
  codes: readonly string[],
  onProgress: (done: number) => void,
): Promise<KnownCodes> => {
  const known = new Map<string, string>();
  const attribute = code.split('.').at(-1) ?? '';
  // The system does not keep product codes unique, so that a filter would find them by their exact text alone.
  if (id === 'product') {
    for await (const { attributes, id: product } of client.entities.list({ type: ['product'], per_page: 100 }))
      if (attributes[attribute] !== undefined) known.set(uniqueKey(String(attributes[attribute])), product);
    onProgress(codes.length);
    return known;
  }
  let done = 0;
  for (const chunk of toChunks(codes, CODES_AT_ONCE)) {
    const query = { type: [id], per_page: 100, [code]: chunk };
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

/** Writes rows in batches; each row is accepted or refused by itself. Throws where a batch as a whole is refused. */
export const sendRows = async (
  rows: readonly ImportRow[],
  { importId, reason, onResults }: SendOptions,
): Promise<void> => {
  for (const chunk of toChunks(rows, ROWS_AT_ONCE)) {
    const body = { entities: chunk.map((row) => row.body) } as Parameters<typeof client.entities.createMany>[0];
    const idempotencyKey = `${importId}-${chunk[0]?.line}-${chunk.length}`;
    const results = await client.entities.createMany(body, {
      idempotencyKey,
      ...(reason === undefined ? {} : { reason }),
    });
    const goesOn = onResults(
      results.map(({ index, id, error }): RowResult => {
        const line = chunk[index]?.line ?? 0;
        return id === null ? { line, error: error?.message ?? '' } : { line, id };
      }),
    );
    if (!goesOn) return;
  }
};
