import { access, constants, mkdir } from 'node:fs/promises';
import { type FileStoreConfig, openLockedBucket } from '@qsc/file-store';
import { type Clock, StartFault } from '@qsc/service-kit';
import { z } from 'zod';
import { makeBucketArchive } from './bucket-archive.ts';
import type { CheckpointArchive } from './checkpoint-archive.ts';
import { makeFolderArchive } from './folder-archive.ts';

/** An empty variable counts as one that is not set: a compose file cannot leave one out. */
const optionalText = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());

/**
 * Where checkpoints are stored outside the database: a folder, or a bucket with object lock in the S3 store of the files. The
 * service reads what the worker writes.
 */
export const checkpointArchiveEnvironment = {
  AUDIT_CHECKPOINT_DIRECTORY: optionalText,
  AUDIT_CHECKPOINT_BUCKET: optionalText,
  AUDIT_CHECKPOINT_LOCK_MODE: z.enum(['GOVERNANCE', 'COMPLIANCE']).default('COMPLIANCE'),
  AUDIT_CHECKPOINT_LOCK_DAYS: z.coerce.number().int().min(1).max(36_500).default(3_650),
} as const;

/** The typed form of `checkpointArchiveEnvironment`. */
export type CheckpointArchiveConfig = z.infer<z.ZodObject<typeof checkpointArchiveEnvironment>>;

/** The settings without an archive outside. */
export const NO_CHECKPOINT_ARCHIVE: CheckpointArchiveConfig = z.object(checkpointArchiveEnvironment).parse({});

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
