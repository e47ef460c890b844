import { findsRecords } from '../mapping/transform.ts';
import { NAMES_NO_RECORD } from '../mapping/transformation.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import type { ParkedRecord } from '../parked/parked.ts';
import type { MappingRun } from './mapping-run.ts';
import type { Reading } from './reading.ts';
import type { Reconcile } from './reconcile.ts';
import { waitingPairs } from './waiting.ts';

type Parts = { reconcile: Reconcile; reading: Reading; parked: Pick<ParkedStore, 'walk'> };

/** Those that our own checks refused alone: what the owner of the records refuses is told once. */
const isNaming = ({ external_id, message }: ParkedRecord): boolean =>
  external_id !== null && message === NAMES_NO_RECORD;

/**
 * Takes parked records whose value names another record, once that is here: it may come by a later mapping or message than the
 * one that names it. Those whose value cannot be read still stay parked and are not told again, nor are those taken that the mapping
 * does not choose any more.
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
