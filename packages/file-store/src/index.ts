/** Files that services keep: hashed on the way, swept when nothing refers to them, in the database or in an S3 store. */

export { EMBEDDED_FILES, type FileStoreConfig, fileStoreEnvironment } from './config.ts';
export type { FileBucket } from './file-bucket.ts';
export { DamagedFile, type FileStore, type StoredFile } from './file-store.ts';
export { makeFileSweep } from './file-sweep.ts';
export { embeddedCollections } from './grid-fs.ts';
export type { LockedBucket, LockRule } from './locked-bucket.ts';
export { fileCollections, openFileBucket, openFileStore, openLockedBucket } from './open.ts';
export { MissingBytes } from './place.ts';
