import { z } from 'zod';

/** An empty variable counts as one that is not set: a compose file cannot leave one out. */
const optionalText = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());

/**
 * Where checkpoints are kept outside the database: a folder, or a bucket with object lock in the S3 store of the files.
 * The service reads there what the worker writes.
 */
export const checkpointKeepEnvironment = {
  AUDIT_CHECKPOINT_DIRECTORY: optionalText,
  AUDIT_CHECKPOINT_BUCKET: optionalText,
  AUDIT_CHECKPOINT_LOCK_MODE: z.enum(['GOVERNANCE', 'COMPLIANCE']).default('COMPLIANCE'),
  AUDIT_CHECKPOINT_LOCK_DAYS: z.coerce.number().int().min(1).max(36_500).default(3_650),
} as const;

/** The typed form of `checkpointKeepEnvironment`. */
export type CheckpointKeepConfig = z.infer<z.ZodObject<typeof checkpointKeepEnvironment>>;

/** The settings without a place outside. */
export const NOTHING_OUTSIDE: CheckpointKeepConfig = z.object(checkpointKeepEnvironment).parse({});
