import { constants, type Dirent } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unavailable } from '@qsc/service-kit';
import { type CheckpointArchive, NEWEST } from './checkpoint-archive.ts';

const NAME = /^\d{16}\.jws$/;
const ORGANIZATION = /^[\w-]{1,64}$/;

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/**
 * Writes and flushes the whole file under a temporary name, then links it to its name, which never overwrites an existing file.
 */
const writeOnce = async (folder: string, name: string, text: string): Promise<void> => {
  const unnamed = join(folder, `.${name}.part`);
  await rm(unnamed, { force: true });
  const file = await open(unnamed, 'wx', 0o440);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(unnamed, join(folder, name)).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await rm(unnamed, { force: true });
  await syncFolder(folder);
};

/** Checkpoints as files, `<folder>/<organisation>/<sequence>.jws`, each created once and never written again. */
export const makeFolderArchive = (root: string): CheckpointArchive => {
  const folderPath = (orgId: string): string => {
    if (!ORGANIZATION.test(orgId)) throw new Error('An organisation with such an id has no folder of checkpoints.');
    return join(root, orgId);
  };

  const namesIn = async (folder: string, isWanted: (found: Dirent) => boolean): Promise<string[]> => {
    try {
      const found = await readdir(folder, { withFileTypes: true });
      return found
        .filter(isWanted)
        .map(({ name }) => name)
        .toSorted();
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw unavailable('The folder of the checkpoints cannot be read. Try again.', error);
    }
  };

  return {
    async store(orgId, sequence, jws) {
      const folder = folderPath(orgId);
      const made = await mkdir(folder, { recursive: true });
      if (made) await syncFolder(root);
      await writeOnce(folder, `${String(sequence).padStart(16, '0')}.jws`, jws);
    },
    async readNewest(orgId) {
      const folder = folderPath(orgId);
      const names = (await namesIn(folder, ({ name }) => NAME.test(name))).slice(-NEWEST).toReversed();
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    },
    organizations: () => namesIn(root, (found) => found.isDirectory() && ORGANIZATION.test(found.name)),
    close: () => {},
  };
};
