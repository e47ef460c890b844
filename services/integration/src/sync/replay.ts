import type { ParkedStore } from '../parked/parked.store.ts';
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
      const ids = waiting.flatMap(({ external_id }) => external_id ?? []);
      const there = ids.length > 0 ? await run.system.fetch(whole(run.source), ids) : [];
      const byId = new Map(there.map((record) => [record.externalId, record]));
      const pairs = waiting.map(({ external_id: externalId, entity_id: entityId }) => ({
        externalId,
        entityId,
        remote: byId.get(externalId ?? '') ?? null,
      }));
      await reconcile(run, pairs, { skipsSame: false });
    }
  };
