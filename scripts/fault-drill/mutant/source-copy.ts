import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPOSITORY } from '../../runtime/paths.ts';

const COPIED = [
  ...['packages', 'services', 'proto', 'package.json', 'tsconfig.json'],
  ...['scripts/package.json', 'scripts/node_modules', 'scripts/fault-drill/projector'],
] as const;
const LEFT_OUT: ReadonlySet<string> = new Set(['test', 'bench']);

/** Copies what services are made of, and `more`; installed packages are shared with the repository. Answers the root of the copy. */
export const copySource = (directory: string, more: readonly string[] = []): string => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const part of [...COPIED, ...more]) {
    cpSync(join(REPOSITORY, part), join(directory, part), {
      recursive: true,
      // Links between packages are relative, so that those of the copy stay in it.
      verbatimSymlinks: true,
      filter: (path) => !LEFT_OUT.has(basename(path)),
    });
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(directory, 'node_modules'));
  return directory;
};
