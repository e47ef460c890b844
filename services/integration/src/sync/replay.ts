import type { ParkedStore } from '../parked/parked.store.ts';
import { type MappingRun, whole } from './mapping-run.ts';
import type { Reconcile } from './reconcile.ts';
import { waitingPairs } from './waiting.ts';

type Parts = { reconcile: Reconcile; parked: Pick<ParkedStore, 'walk'> };

/** Tries parked records again, as they stand on both sides now. What is taken, or is not there any more, is parked no longer. */
export const makeReplay =
  ({ reconcile, parked }: Parts) =>
  async (run: MappingRun): Promise<void> => {
    const waiting = waitingPairs(run, { parked, source: whole(run.source) });
    for await (const pairs of waiting) await reconcile(run, pairs, { skipsSame: false });
  };
