import type { Log } from '@qsc/service-kit';
import type { ChainEnd, ChainStore } from '../chain/chain.store.ts';
import type { CheckpointClaims, Checkpoints } from '../chain/checkpoint.ts';
import type { CheckpointStore } from './checkpoint.store.ts';
import { type CheckpointArchive, NEWEST } from './checkpoint-archive.ts';

/** A checkpoint with a valid signature, and where it is stored. */
export type HeldCheckpoint = { source: 'outside' | 'database'; claims: CheckpointClaims; jws: string };

/** The newest stored checkpoints of organisations. */
export type NewestCheckpoints = {
  /**
   * The newest one outside and the newest one in the database, where they exist, in this order. Throws where the archive does
   * not answer.
   */
  of(orgId: string): Promise<HeldCheckpoint[]>;
};

type Parts = {
  checkpointArchive: Pick<CheckpointArchive, 'readNewest'>;
  store: Pick<CheckpointStore, 'readNewest'>;
  checkpoints: Checkpoints;
  log: Log;
};

/** Reads the newest checkpoints. One that was not signed by our key for this organisation is skipped, and logged. */
export const makeNewestCheckpoints = ({ checkpointArchive, store, checkpoints, log }: Parts): NewestCheckpoints => {
  const firstGenuine = (orgId: string, source: HeldCheckpoint['source'], texts: string[]): HeldCheckpoint[] => {
    for (const jws of texts) {
      const claims = checkpoints.read(jws);
      if (claims?.org_id === orgId) return [{ source, claims, jws }];
      log.error('a kept checkpoint is not one that was signed for its organisation', { org_id: orgId, source });
    }
    return [];
  };

  return {
    async of(orgId) {
      const [outside, stored] = await Promise.all([
        checkpointArchive.readNewest(orgId),
        store.readNewest(orgId, NEWEST),
      ]);
      return [...firstGenuine(orgId, 'outside', outside), ...firstGenuine(orgId, 'database', stored)];
    },
  };
};

/**
 * The ends of all chains, including lost ones, which end at 0.
 * @param known the organisations that have checkpoints.
 */
export async function* endsWithLost(
  chains: Pick<ChainStore, 'ends'>,
  known: () => Promise<Iterable<string>>,
): AsyncIterable<ChainEnd[]> {
  // Read before the chains: an organisation with a checkpoint then has entries, unless they were removed.
  const lost = new Set(await known());
  for await (const ends of chains.ends()) {
    for (const { orgId } of ends) lost.delete(orgId);
    yield ends;
  }
  if (lost.size > 0) yield Array.from(lost, (orgId) => ({ orgId, sequence: 0 }));
}
