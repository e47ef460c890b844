import { lookedUpTargets } from '../mapping/transform.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import type { MappingRun } from './mapping-run.ts';
import type { Reading } from './reading.ts';
import type { Reconcile } from './reconcile.ts';
import { waitingPairs } from './waiting.ts';

type Parts = { reconcile: Reconcile; reading: Reading; parked: Pick<ParkedStore, 'walk'> };

/**
 * Takes parked records whose value names another record, once that is here: it may come by a later mapping or message than the
 * one that names it. Those whose value cannot be read still stay parked and are not told again.
 */
export const makeReferences =
  ({ reconcile, reading, parked }: Parts) =>
  async (run: MappingRun): Promise<void> => {
    const targets = lookedUpTargets(run.mapping);
    if (targets.size === 0) return;
    const isNaming = ({ external_id, field }: { external_id: string | null; field: string | null }): boolean =>
      external_id !== null && targets.has(field ?? '');
    for await (const pairs of waitingPairs(run, parked, isNaming)) {
      const read = await reading.read(run, await reading.meet(run, pairs));
      const found = read.filter(({ problem, remote }) => problem === null && remote !== null).map(({ pair }) => pair);
      if (found.length > 0) await reconcile(run, found, { skipsSame: false });
    }
  };
