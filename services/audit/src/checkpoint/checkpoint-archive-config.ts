import { z } from 'zod';

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
