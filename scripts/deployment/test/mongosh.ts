import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Say } from '../../runtime/command-line.ts';
import { withLock } from '../../runtime/lock.ts';
import { TOOLS } from '../../runtime/paths.ts';
import { runTool } from '../../runtime/tool.ts';

const VERSION = '2.12.0';
const FOLDER = join(TOOLS, 'mongosh', VERSION);
const MAIN = join(FOLDER, 'node_modules/mongosh/bin/mongosh.js');

/**
 * The main file of MongoDB's shell, which Node runs; Apache-2.0. Fetched from the npm registry where it is missing, apart from the
 * packages of the workspace: beside them it would give the programs' driver its own optional parts. Throws `Advice` where that fails.
 */
export const findMongosh = async (say: Say): Promise<string> => {
  if (existsSync(MAIN)) return MAIN;
  mkdirSync(dirname(FOLDER), { recursive: true });
  return withLock(`${FOLDER}.lock`, async () => {
    if (existsSync(MAIN)) return MAIN;
    say(`mongosh       fetching ${VERSION}`);
    const making = `${FOLDER}.making`;
    rmSync(making, { recursive: true, force: true });
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
    runTool(['npm', 'install', '--prefix', making, ...options, `mongosh@${VERSION}`], {});
    renameSync(making, FOLDER);
    return MAIN;
  });
};
