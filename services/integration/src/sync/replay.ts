import type { RemoteRecord, Source } from '../connector/connector.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import type { ParkedRecord } from '../parked/parked.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import type { Reconcile } from './reconcile.ts';

type Parts = { reconcile: Reconcile; parked: Pick<ParkedStore, 'walk'> };

const BATCH = 500;

/** Tries parked records again, as they stand on both sides now. What is taken, or is not there any more, is parked no longer. */
export const makeReplay =
  ({ reconcile, parked }: Parts) =>
  async (run: MappingRun): Promise<void> => {
    for (let after = ''; ; ) {
      const waiting = await parked.walk(run.place, { after, limit: BATCH });
      const last = waiting.at(-1);
      if (!last) return;
      after = last.id;
      // One that was never taken is taken as far as the mapping still chooses it.
      const [untaken, taken] = [waiting.filter(isUntaken), waiting.filter((one) => !isUntaken(one))];
      const there = [...(await fetched(run, run.source, untaken)), ...(await fetched(run, whole(run.source), taken))];
      const byId = new Map(there.map((record) => [record.externalId, record]));
      const pairs = waiting.map(({ external_id: externalId, entity_id: entityId }) => ({
        externalId,
        entityId,
        remote: byId.get(externalId ?? '') ?? null,
      }));
      await reconcile(run, pairs, { skipsSame: false });
    }
  };

const isUntaken = ({ entity_id }: ParkedRecord): boolean => entity_id === null;

const fetched = async (
  { system }: MappingRun,
  source: Source,
  parked: readonly ParkedRecord[],
): Promise<RemoteRecord[]> => {
  const ids = parked.flatMap(({ external_id }) => external_id ?? []);
  return ids.length > 0 ? system.fetch(source, ids) : [];
};
