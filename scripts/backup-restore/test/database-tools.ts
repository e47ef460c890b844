import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Say } from '../../runtime/command-line.ts';
import { goModuleFolder, runGo } from '../../runtime/go-tool.ts';
import { withLock } from '../../runtime/lock.ts';
import { TOOLS } from '../../runtime/paths.ts';

const MODULE = 'github.com/mongodb/mongo-tools';
/** Apache-2.0. Its releases have names that Go does not take for versions; this commit is of between 100.9.5 and 100.10.0. */
const VERSION = 'v0.0.0-20240723193119-837c2bc263f4';

const NAMES = ['mongodump', 'mongorestore', 'bsondump'] as const;

/**
 * The folder of MongoDB's Database Tools, for a PATH: built where one is missing. `go install` would ask for the list of releases, which
 * is not needed for one commit. Throws `Advice` where they cannot be built.
 */
export const findDatabaseTools = async (say: Say): Promise<string> => {
  const folder = join(TOOLS, 'database-tools', VERSION);
  mkdirSync(dirname(folder), { recursive: true });
  return withLock(`${folder}.lock`, async () => {
    const missing = NAMES.filter((name) => !existsSync(join(folder, name)));
    if (missing.length === 0) return folder;
    say(`mongo-tools   building ${VERSION}, which takes minutes`);
    const source = goModuleFolder(`${MODULE}@${VERSION}`);
    // What came with the source as vendored is not in the module.
    const build = ['build', '-C', source, '-mod=readonly', '-trimpath'];
    for (const name of missing) runGo([...build, '-o', join(folder, name), `./${name}/main`]);
    return folder;
  });
};
