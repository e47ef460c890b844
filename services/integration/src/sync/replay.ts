import type { ParkedStore } from '../parked/parked.store.ts';
import type { MappingRun } from './mapping-run.ts';
import type { Reconcile } from './reconcile.ts';
import { waitingPairs } from './waiting.ts';

type Parts = { reconcile: Reconcile; parked: Pick<ParkedStore, 'walk'> };

/** Tries parked records again, as they stand on both sides now. What is taken, or is not there any more, is parked no longer. */
export const makeReplay =
  ({ reconcile, parked }: Parts) =>
  async (run: MappingRun): Promise<void> => {
    for await (const pairs of waitingPairs(run, parked)) await reconcile(run, pairs, { skipsSame: false });
  };
