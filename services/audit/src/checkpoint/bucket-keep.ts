import type { LockedBucket } from '@qsc/file-store';
import { type CheckpointKeep, NEWEST } from './checkpoint-keep.ts';

/** Sequence numbers have at most as many digits. */
const HIGHEST = 9_999_999_999_999_999n;

const ROOT = 'audit-checkpoints/';

const folderOf = (orgId: string): string => `${ROOT}${orgId}/`;

/** Stores list in ascending order alone: the rest up to the highest number stands first, so that the newest come first. */
const keyOf = (orgId: string, sequence: number): string =>
  `${folderOf(orgId)}${String(HIGHEST - BigInt(sequence)).padStart(16, '0')}-${sequence}.jws`;

/** Checkpoints as locked objects, `audit-checkpoints/<organisation>/<rest>-<sequence>.jws`. */
export const makeBucketKeep = (bucket: LockedBucket): CheckpointKeep => ({
  keep: (orgId, sequence, jws) => bucket.keep(keyOf(orgId, sequence), jws),
  async newestOf(orgId) {
    const keys = await bucket.firstKeys(folderOf(orgId), NEWEST);
    const texts = await Promise.all(keys.map(bucket.read));
    return texts.filter((text) => text !== null);
  },
  organizations: () => bucket.folders(ROOT),
  close: bucket.close,
});
