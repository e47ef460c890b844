import { access, constants, mkdir } from 'node:fs/promises';
import { type FileStoreConfig, openLockedBucket } from '@qsc/file-store';
import { type Clock, StartFault } from '@qsc/service-kit';
import { makeBucketKeep } from './bucket-keep.ts';
import type { CheckpointKeep } from './checkpoint-keep.ts';
import { makeFolderKeep } from './folder-keep.ts';
import type { CheckpointKeepConfig } from './keep-config.ts';

/** The worker writes checkpoints, the service reads them. */
type Use = 'read' | 'write';

/**
 * The place of the configuration, or null where it names none. Throws a sentence where it names two, or a folder that cannot be
 * used.
 */
export const openCheckpointKeep = async (
  config: CheckpointKeepConfig & FileStoreConfig,
  { use, clock }: { use: Use; clock: Clock },
): Promise<CheckpointKeep | null> => {
  const { AUDIT_CHECKPOINT_DIRECTORY: folder, AUDIT_CHECKPOINT_BUCKET: bucket } = config;
  if (folder && bucket)
    throw new StartFault(
      'Set AUDIT_CHECKPOINT_DIRECTORY or AUDIT_CHECKPOINT_BUCKET, not both: checkpoints have one place.',
    );
  if (folder) {
    await requireFolder(folder, use);
    return makeFolderKeep(folder);
  }
  if (!bucket) return null;
  const rule = { mode: config.AUDIT_CHECKPOINT_LOCK_MODE, days: config.AUDIT_CHECKPOINT_LOCK_DAYS };
  return makeBucketKeep(await openLockedBucket(config, { bucket, rule, clock }));
};

const RIGHTS = { read: constants.R_OK | constants.X_OK, write: constants.R_OK | constants.W_OK | constants.X_OK };

const requireFolder = async (folder: string, use: Use): Promise<void> => {
  try {
    if (use === 'write') await mkdir(folder, { recursive: true });
    await access(`${folder}/.`, RIGHTS[use]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The worker makes it.
    if (use === 'read' && code === 'ENOENT') return;
    const wanted = use === 'write' ? 'can write' : 'can read';
    throw new StartFault(
      `AUDIT_CHECKPOINT_DIRECTORY is ${folder} (${code}). Name a folder that this program ${wanted}.`,
    );
  }
};
