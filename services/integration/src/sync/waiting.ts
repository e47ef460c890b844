import type { Source } from '../connector/connector.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import type { ParkedRecord } from '../parked/parked.ts';
import type { MappingRun } from './mapping-run.ts';
import type { Pair } from './pair.ts';

const BATCH = 500;

type Waiting = {
  parked: Pick<ParkedStore, 'walk'>;
  /** Where they are looked for. */
  source: Source;
  isChosen?: (record: ParkedRecord) => boolean;
};

/** Parked records of a mapping that are chosen, as pairs with what is there now, some hundreds at a time. */
export async function* waitingPairs(
  run: MappingRun,
  { parked, source, isChosen = () => true }: Waiting,
): AsyncIterable<Pair[]> {
  for (let after = ''; ; ) {
    const found = await parked.walk(run.place, { after, limit: BATCH });
    const last = found.at(-1);
    if (!last) return;
    after = last.id;
    const chosen = found.filter(isChosen);
    if (chosen.length > 0) yield await pairsOf(run, source, chosen);
  }
}

const pairsOf = async (run: MappingRun, source: Source, records: readonly ParkedRecord[]): Promise<Pair[]> => {
  const ids = records.flatMap(({ external_id }) => external_id ?? []);
  const there = ids.length > 0 ? await run.system.fetch(source, ids) : [];
  const byId = new Map(there.map((record) => [record.externalId, record]));
  return records.map(({ external_id: externalId, entity_id: entityId }) => ({
    externalId,
    entityId,
    remote: byId.get(externalId ?? '') ?? null,
  }));
};
