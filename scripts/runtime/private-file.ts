import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes the whole file or nothing: a reader never sees half of it. Only the owner may read it. */
export const writePrivateFile = (path: string, content: string): void => {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, path);
};

/** The parsed JSON of a file, or null where there is none. Throws on anything else, broken JSON included. */
export const readJson = <T>(path: string): T | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};
