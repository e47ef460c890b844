import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type ListedFile = { name: string; checksum: string };

const toListedFiles = (file: string): ListedFile[] | null => {
  try {
    const { type, files } = JSON.parse(readFileSync(file, 'utf8')) as { type?: string; files?: ListedFile[] };
    return type === 'system_qualification' && Array.isArray(files) ? files : null;
  } catch {
    return null;
  }
};

const checkFile = (folder: string, { name, checksum }: ListedFile): string | null => {
  const path = join(folder, name);
  if (!existsSync(path)) return `${name} is missing`;
  const found = `sha256:${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  return found === checksum ? null : `${name} is not the file that was signed`;
};

/** Checks the files that the manifest of a qualification names, in its folder. Gives null for any other file. */
export const checkPackFiles = (file: string): { isValid: boolean; line: string } | null => {
  const files = toListedFiles(file);
  if (!files) return null;
  const faults = files.flatMap((listed) => checkFile(dirname(file), listed) ?? []);
  const line = faults.length > 0 ? faults.join('; ') : `${files.length} files, each as it was signed`;
  return { isValid: faults.length === 0, line: `files: ${line}` };
};
