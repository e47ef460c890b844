import type { Clock } from '@qsc/service-kit';
import { type FileStoreConfig, s3SettingsOf } from './config.ts';

/** How long an object stays as it is, and whether somebody with the right for it may still remove it (`GOVERNANCE`) or nobody (`COMPLIANCE`). */
export type LockRule = { mode: 'GOVERNANCE' | 'COMPLIANCE'; days: number };

/** Texts in a bucket with object lock: once there, they can be neither changed nor removed before their time is over. */
export type LockedBucket = {
  /** Keeps a text under a key; does nothing where the key is there. Throws `service_unavailable` where the store is away. */
  keep(key: string, text: string): Promise<void>;
  /** The text under a key, null for none. */
  read(key: string): Promise<string | null>;
  /** The first keys, in their order, that begin with the prefix. */
  firstKeys(prefix: string, count: number): Promise<string[]>;
  close(): void;
};

/**
 * Opens a bucket whose object lock is switched on, in the S3 store of the configuration. Throws a sentence for a setting that
 * is missing.
 */
export const openLockedBucket = async (
  config: FileStoreConfig,
  parts: { bucket: string; rule: LockRule; clock: Clock },
): Promise<LockedBucket> => {
  const settings = s3SettingsOf({ ...config, S3_BUCKET: parts.bucket });
  // The SDK takes memory that a service without it need not have.
  const { makeLockedBucket } = await import('./locked-bucket.ts');
  return makeLockedBucket({ settings, ...parts });
};
