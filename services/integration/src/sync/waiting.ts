import type { ParkedStore } from '../parked/parked.store.ts';
import type { ParkedRecord } from '../parked/parked.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import type { Pair } from './pair.ts';

const BATCH = 500;

/** Parked records of a mapping that are chosen, as pairs with what is there now, some hundreds at a time. */
export async function* waitingPairs(
  run: MappingRun,
  parked: Pick<ParkedStore, 'walk'>,
  isChosen: (record: ParkedRecord) => boolean = () => true,
): AsyncIterable<Pair[]> {
  for (let after = ''; ; ) {
    const found = await parked.walk(run.place, { after, limit: BATCH });
    const last = found.at(-1);
    if (!last) return;
    after = last.id;
    const chosen = found.filter(isChosen);
    if (chosen.length > 0) yield await pairsOf(run, chosen);
  }
}

const pairsOf = async (run: MappingRun, records: readonly ParkedRecord[]): Promise<Pair[]> => {
  const ids = records.flatMap(({ external_id }) => external_id ?? []);
  const there = ids.length > 0 ? await run.system.fetch(whole(run.source), ids) : [];
  const byId = new Map(there.map((record) => [record.externalId, record]));
  return records.map(({ external_id: externalId, entity_id: entityId }) => ({
    externalId,
    entityId,
    remote: byId.get(externalId ?? '') ?? null,
  }));
};
