import type { Target } from './load.ts';
import { recordOf } from './record.ts';

const BATCH = 500;
const PARALLEL = 2;

const createBatch = async (target: Target, from: number): Promise<string[]> => {
  const entities = Array.from({ length: BATCH }, (_, offset) => recordOf(from + offset));
  const response = await fetch(`${target.url}/v1/entities/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ entities }),
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  if (response.status !== 201) throw new Error(`A bulk request was answered ${response.status}.`);
  return data.map(({ id }) => id);
};

/** Creates so many entities through the public API and gives their ids. */
export const seed = async (target: Target, count: number, say: (line: string) => void): Promise<string[]> => {
  const ids: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const from = next;
      next += BATCH;
      ids.push(...(await createBatch(target, from)));
      if (ids.length % 20_000 < BATCH) say(`${ids.length} entities`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return ids;
};

/** Resolves when the audit trail holds an entry for the entity; gives how long that took in milliseconds. */
export const untilAudited = async (target: Target, entityId: string, from = performance.now()): Promise<number> => {
  for (;;) {
    const response = await fetch(`${target.url}/v1/audit-logs?entity_id=${entityId}&per_page=1`, {
      headers: { authorization: `Bearer ${target.token}` },
    });
    const { data } = (await response.json()) as { data: unknown[] };
    if (data.length > 0) return performance.now() - from;
  }
};
