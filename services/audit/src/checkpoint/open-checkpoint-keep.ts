import { type FileStoreConfig, openLockedBucket } from '@qsc/file-store';
import type { Clock } from '@qsc/service-kit';
import { makeBucketKeep } from './bucket-keep.ts';
import type { CheckpointKeep } from './checkpoint-keep.ts';
import { makeFolderKeep } from './folder-keep.ts';
import type { CheckpointKeepConfig } from './keep-config.ts';

/** The place of the configuration, or null where it names none. Throws a sentence where it names two. */
export const openCheckpointKeep = async (
  config: CheckpointKeepConfig & FileStoreConfig,
  clock: Clock,
): Promise<CheckpointKeep | null> => {
  const { AUDIT_CHECKPOINT_DIRECTORY: folder, AUDIT_CHECKPOINT_BUCKET: bucket } = config;
  if (folder && bucket)
    throw new Error('Set AUDIT_CHECKPOINT_DIRECTORY or AUDIT_CHECKPOINT_BUCKET, not both: checkpoints have one place.');
  if (folder) return makeFolderKeep(folder);
  if (!bucket) return null;
  const rule = { mode: config.AUDIT_CHECKPOINT_LOCK_MODE, days: config.AUDIT_CHECKPOINT_LOCK_DAYS };
  return makeBucketKeep(await openLockedBucket(config, { bucket, rule, clock }));
};
