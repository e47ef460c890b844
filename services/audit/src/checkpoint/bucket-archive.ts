import type { LockedBucket } from '@qsc/file-store';
import { type CheckpointArchive, NEWEST } from './checkpoint-archive.ts';

/** Sequence numbers have at most as many digits. */
const HIGHEST = 9_999_999_999_999_999n;

const ROOT = 'audit-checkpoints/';

const folderPath = (orgId: string): string => `${ROOT}${orgId}/`;

/**
 * Stores list keys in ascending order only: the difference to the highest number comes first, so that the newest are listed
 * first.
 */
const toKey = (orgId: string, sequence: number): string =>
  `${folderPath(orgId)}${String(HIGHEST - BigInt(sequence)).padStart(16, '0')}-${sequence}.jws`;

/** Checkpoints as locked objects, `audit-checkpoints/<organisation>/<rest>-<sequence>.jws`. */
export const makeBucketArchive = (bucket: LockedBucket): CheckpointArchive => ({
  store: (orgId, sequence, jws) => bucket.storeLocked(toKey(orgId, sequence), jws),
  async readNewest(orgId) {
    const keys = await bucket.firstKeys(folderPath(orgId), NEWEST);
    const texts = await Promise.all(keys.map(bucket.read));
    return texts.filter((text) => text !== null);
  },
  organizations: () => bucket.folders(ROOT),
  close: bucket.close,
});
