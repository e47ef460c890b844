import { access, constants, mkdir } from 'node:fs/promises';
import { type FileStoreConfig, openLockedBucket } from '@qsc/file-store';
import { type Clock, StartFault } from '@qsc/service-kit';
import { makeBucketArchive } from './bucket-archive.ts';
import type { CheckpointArchive } from './checkpoint-archive.ts';
import type { CheckpointArchiveConfig } from './checkpoint-archive-config.ts';
import { makeFolderArchive } from './folder-archive.ts';

/** The worker writes checkpoints, the service reads them. */
type Use = 'read' | 'write';

/**
 * The archive of the configuration, or null where it names none. Throws where it names two, or a folder that cannot be used.
 */
export const openCheckpointArchive = async (
  config: CheckpointArchiveConfig & FileStoreConfig,
  { use, clock }: { use: Use; clock: Clock },
): Promise<CheckpointArchive | null> => {
  const { AUDIT_CHECKPOINT_DIRECTORY: folder, AUDIT_CHECKPOINT_BUCKET: bucket } = config;
  if (folder && bucket)
    throw new StartFault(
      'Set AUDIT_CHECKPOINT_DIRECTORY or AUDIT_CHECKPOINT_BUCKET, not both: checkpoints have one archive.',
    );
  if (folder) {
    await requireFolder(folder, use);
    return makeFolderArchive(folder);
  }
  if (!bucket) return null;
  const rule = { mode: config.AUDIT_CHECKPOINT_LOCK_MODE, days: config.AUDIT_CHECKPOINT_LOCK_DAYS };
  return makeBucketArchive(await openLockedBucket(config, { bucket, rule, clock }));
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
