import type { Clock } from '@qsc/service-kit';
import { type FileStoreConfig, toS3Settings } from './config.ts';
import type { LockedBucket, LockRule } from './locked-text.ts';

/**
 * Opens a bucket whose object lock is switched on, in the S3 store of the configuration. Throws a sentence for a setting that
 * is missing.
 */
export const openLockedBucket = async (
  config: FileStoreConfig,
  parts: { bucket: string; rule: LockRule; clock: Clock },
): Promise<LockedBucket> => {
  const settings = toS3Settings({ ...config, S3_BUCKET: parts.bucket });
  // The SDK takes memory that a service without it need not have.
  const { makeLockedBucket } = await import('./locked-bucket.ts');
  return makeLockedBucket({ settings, ...parts });
};
