import type { Kit } from '@qsc/service-kit';
import { type FileStoreConfig, toS3Settings } from './config.ts';
import type { FileStore } from './file-store.ts';
import { makeGridFsPlace } from './grid-fs.ts';
import { makeFileStore, markDefinition } from './make-file-store.ts';

/** The file store of a service, by its configuration; `fileCollections` are among the service's. Throws a sentence for a setting that is missing. */
export const openFileStore = async (
  config: FileStoreConfig,
  { connection, open, unitOfWork, clock }: Pick<Kit, 'connection' | 'open' | 'unitOfWork' | 'clock'>,
): Promise<FileStore> => {
  const parts = { fileMarks: open(markDefinition), unitOfWork, clock };
  if (config.FILE_STORE === 'gridfs') return makeFileStore({ place: makeGridFsPlace(connection), ...parts });
  // The SDK takes memory that a service without it need not have.
  const { makeS3Place } = await import('./s3.ts');
  return makeFileStore({ place: makeS3Place(toS3Settings(config)), ...parts });
};

/** What the file store keeps in the service's own database. */
export const fileCollections = [markDefinition] as const;
