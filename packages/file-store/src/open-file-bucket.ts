import { type FileStoreConfig, toS3Settings } from './config.ts';
import type { FileBucket } from './file-bucket.ts';

/** The bucket of the configuration; null where files are in the databases. Throws a sentence for a setting that is missing. */
export const openFileBucket = async (config: FileStoreConfig): Promise<FileBucket | null> => {
  if (config.FILE_STORE === 'gridfs') return null;
  // The SDK takes memory that who has no bucket need not have.
  const { makeFileBucket } = await import('./file-bucket.ts');
  return makeFileBucket(toS3Settings(config));
};
