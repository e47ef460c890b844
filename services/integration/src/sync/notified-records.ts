import type { MappingRun } from './mapping-run.ts';
import type { Pair } from './pair.ts';
import type { Reconcile } from './reconcile.ts';

const BATCH = 500;

/** Takes the records that the external system notified of. Those that do not match the mapping are skipped. */
export const makeNotifiedStage =
  ({ reconcile }: { reconcile: Reconcile }) =>
  async (run: MappingRun): Promise<void> => {
    const about = run.ledger.sync().notified.filter(({ object }) => object === run.mapping.source_object);
    const ids = [...new Set(about.flatMap(({ external_ids }) => external_ids))];
    for (let from = 0; from < ids.length; from += BATCH) {
      const records = await run.system.fetch(run.source, ids.slice(from, from + BATCH));
      const pairs = records.map((remote): Pair => ({ externalId: remote.externalId, entityId: null, remote }));
      if (pairs.length > 0) await reconcile(run, pairs, { skipsSame: true });
    }
  };
