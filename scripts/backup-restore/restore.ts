import { Advice, type Say } from '../runtime/command-line.ts';
import { countBytes, type Manifest } from './archive/manifest.ts';
import { readArchive } from './archive/read-archive.ts';
import { differingFiles, requireEmptyBucket, takeFilesBack, writeFileInto } from './restore-files.ts';
import {
  buildIndexes,
  differingCollections,
  type RestoreTarget,
  requireEmpty,
  resumeEvents,
  takeBack,
  writeInto,
} from './restore-target.ts';

type Archive = { file: string; key: Buffer; manifest: Manifest };

type Course = { stopped: AbortSignal; say: Say };

/**
 * Restores an archive that was read whole before into empty databases: documents, then a comparison of each collection with the
 * manifest, then the indexes. Throws `Advice` where the databases are not empty or differ afterwards; when it is stopped too, they are
 * left as empty as they were.
 */
export const restore = async (
  { file, key, manifest }: Archive,
  target: RestoreTarget,
  { stopped, say }: Course,
): Promise<void> => {
  const names = manifest.databases.map(({ name }) => name);
  await requireEmpty(target, names);
  if (manifest.files.length > 0) await requireEmptyBucket(target);
  try {
    const [toCollection, toFile] = [writeInto(target, manifest, stopped), writeFileInto(target)];
    await readArchive(file, key, (part) => (part.kind === 'file' ? toFile(part.key) : toCollection(part)));
    const differing = [...(await differingCollections(target, manifest)), ...(await differingFiles(target, manifest))];
    if (differing.length > 0)
      throw new Advice(`What was restored differs from the archive in ${differing.join(', ')}.`);
    say(`verified      ${countBytes(manifest).documents} documents are as the manifest says: counts and SHA-256`);
    say(`events        ${await resumeEvents(target, names)} are sent again when the programs start`);
    say(`indexes       ${await buildIndexes(target, manifest)} were made`);
  } catch (error) {
    await takeBack(target, names);
    await takeFilesBack(target, manifest);
    throw error;
  }
};
