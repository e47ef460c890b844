import { RemoteTrouble } from '../../remote/remote-error.ts';
import type { RemoteRecord, RemoteWrite, RemoteWriteResult } from '../connector.ts';
import { externalIdOf } from './key.ts';
import type { Property } from './property.ts';
import { settled } from './write.ts';

type Given = {
  keys: readonly Property[];
  writes: readonly RemoteWrite[];
  results: readonly RemoteWriteResult[];
  fetch: (externalIds: readonly string[]) => Promise<RemoteRecord[]>;
};

/** The results, after a look at what may have been made by a try whose answer was lost (see `settled`). */
export const settle = async ({ keys, writes, results, fetch }: Given): Promise<RemoteWriteResult[]> => {
  const lost = writes.map((write, index) => lostKeyOf(keys, write, results[index]));
  const asked = lost.filter((key) => key !== null);
  if (asked.length === 0) return [...results];
  const found = new Map((await fetch(asked)).map((record) => [record.externalId, record]));
  return results.map((result, index) => {
    const [key, write] = [lost[index] ?? null, writes[index]];
    return key === null || !write ? result : settled(result, write, found.get(key) ?? null);
  });
};

/** The key that we gave to a record of which nobody knows whether it was made. */
const lostKeyOf = (
  keys: readonly Property[],
  write: RemoteWrite,
  result: RemoteWriteResult | undefined,
): string | null => {
  const isLost = write.externalId === null && result?.ok === false && result.error instanceof RemoteTrouble;
  return isLost ? externalIdOf(keys, write.fields) : null;
};
