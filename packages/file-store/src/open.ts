import type { Clock, Kit } from '@qsc/service-kit';
import { type FileStoreConfig, toS3Settings } from './config.ts';
import type { FileBucket } from './file-bucket.ts';
import type { FileStore } from './file-store.ts';
import { makeGridFsPlace } from './grid-fs.ts';
import type { LockedBucket, LockRule } from './locked-bucket.ts';
import { makeFileStore, markDefinition } from './make-file-store.ts';

// The SDK of S3 takes memory that a service without it need not have, so it is imported where it is needed.

/** The file store of a service, by its configuration; `fileCollections` are among the service's. Throws a sentence for a setting that is missing. */
export const openFileStore = async (
  config: FileStoreConfig,
  { connection, open, unitOfWork, clock }: Pick<Kit, 'connection' | 'open' | 'unitOfWork' | 'clock'>,
): Promise<FileStore> => {
  const parts = { fileMarks: open(markDefinition), unitOfWork, clock };
  if (config.FILE_STORE === 'gridfs') return makeFileStore({ place: makeGridFsPlace(connection), ...parts });
  const { makeS3Place } = await import('./s3.ts');
  return makeFileStore({ place: makeS3Place(toS3Settings(config)), ...parts });
};

/** What the file store keeps in the service's own database. */
export const fileCollections = [markDefinition] as const;

/** The bucket of the configuration; null where files are in the databases. Throws a sentence for a setting that is missing. */
export const openFileBucket = async (config: FileStoreConfig): Promise<FileBucket | null> => {
  if (config.FILE_STORE === 'gridfs') return null;
  const { makeFileBucket } = await import('./file-bucket.ts');
  return makeFileBucket(toS3Settings(config));
};

/**
 * Opens a bucket whose object lock is switched on, in the S3 store of the configuration. Throws a sentence for a setting that
 * is missing.
 */
export const openLockedBucket = async (
  config: FileStoreConfig,
  parts: { bucket: string; rule: LockRule; clock: Clock },
): Promise<LockedBucket> => {
  const settings = toS3Settings({ ...config, S3_BUCKET: parts.bucket });
  const { makeLockedBucket } = await import('./locked-bucket.ts');
  return makeLockedBucket({ settings, ...parts });
};
