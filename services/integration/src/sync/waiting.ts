import type { Source } from '../connector/connector.ts';
import { findsRecords } from '../mapping/transform.ts';
import { NAMES_NO_RECORD } from '../mapping/transformation.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import type { ParkedRecord } from '../parked/parked.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import type { Pair } from './pair.ts';
import type { Reading } from './reading.ts';
import type { Reconcile } from './reconcile.ts';

type Parts = { reconcile: Reconcile; reading: Reading; parked: Pick<ParkedStore, 'walk'> };

/** Retries parked records. Those that are taken, or do not exist any more, are not parked any longer. */
export const makeReplay =
  ({ reconcile, parked }: Pick<Parts, 'reconcile' | 'parked'>) =>
  async (run: MappingRun): Promise<void> => {
    const waiting = waitingPairs(run, { parked, source: whole(run.source) });
    for await (const pairs of waiting) await reconcile(run, pairs, { skipsSame: false });
  };

/** Only those that our own checks refused: a refusal of the owner is reported once. */
const isNaming = ({ external_id, message }: ParkedRecord): boolean =>
  external_id !== null && message === NAMES_NO_RECORD;

/**
 * Takes parked records whose value names another record, once that is here: it may come by a later mapping or message than the
 * one that names it. Those whose value still cannot be read stay parked and are not reported again, and those that the mapping
 * does not match any more are not taken.
 */
export const makeReferences =
  ({ reconcile, reading, parked }: Parts) =>
  async (run: MappingRun): Promise<void> => {
    if (!findsRecords(run.mapping)) return;
    for await (const pairs of waitingPairs(run, { parked, source: run.source, isChosen: isNaming })) {
      const read = await reading.read(run, await reading.meet(run, pairs));
      const found = read.filter(({ problem, remote }) => problem === null && remote !== null).map(({ pair }) => pair);
      if (found.length > 0) await reconcile(run, found, { skipsSame: false });
    }
  };

const BATCH = 500;

type Waiting = {
  parked: Pick<ParkedStore, 'walk'>;
  /** Where they are looked for. */
  source: Source;
  isChosen?: (record: ParkedRecord) => boolean;
};

/** Parked records of a mapping that are chosen, as pairs with what is there now, some hundreds at a time. */
async function* waitingPairs(
  run: MappingRun,
  { parked, source, isChosen = () => true }: Waiting,
): AsyncIterable<Pair[]> {
  for (let after = ''; ; ) {
    const found = await parked.walk(run.mappingKey, { after, limit: BATCH });
    const last = found.at(-1);
    if (!last) return;
    after = last.id;
    const chosen = found.filter(isChosen);
    if (chosen.length > 0) yield await toPairs(run, source, chosen);
  }
}

const toPairs = async (run: MappingRun, source: Source, records: readonly ParkedRecord[]): Promise<Pair[]> => {
  const ids = records.flatMap(({ external_id }) => external_id ?? []);
  const there = ids.length > 0 ? await run.system.fetch(source, ids) : [];
  const byId = new Map(there.map((record) => [record.externalId, record]));
  return records.map(({ external_id: externalId, entity_id: entityId }) => ({
    externalId,
    entityId,
    remote: byId.get(externalId ?? '') ?? null,
  }));
};
