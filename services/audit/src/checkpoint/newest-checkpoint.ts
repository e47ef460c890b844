import type { Log } from '@qsc/service-kit';
import type { CheckpointClaims, Checkpoints } from '../chain/checkpoint.ts';
import type { CheckpointStore } from './checkpoint.store.ts';
import { type CheckpointKeep, NEWEST } from './checkpoint-keep.ts';

/** A checkpoint whose signature is ours, and where it was kept. */
export type HeldCheckpoint = { source: 'outside' | 'database'; claims: CheckpointClaims; jws: string };

/** The newest checkpoints that are kept of organisations. */
export type NewestCheckpoints = {
  /** The newest one outside and the newest one in the database, those that there are, in this order. Throws where the place outside does not answer. */
  of(orgId: string): Promise<HeldCheckpoint[]>;
};

type Parts = {
  keep: Pick<CheckpointKeep, 'newestOf'>;
  store: Pick<CheckpointStore, 'newestOf'>;
  checkpoints: Checkpoints;
  log: Log;
};

/** Reads the newest checkpoints. One that was not signed by a key of ours for this organisation is passed over, and logged. */
export const makeNewestCheckpoints = ({ keep, store, checkpoints, log }: Parts): NewestCheckpoints => {
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
      const [outside, stored] = await Promise.all([keep.newestOf(orgId), store.newestOf(orgId, NEWEST)]);
      return [...firstGenuine(orgId, 'outside', outside), ...firstGenuine(orgId, 'database', stored)];
    },
  };
};
