import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './apt.ts';
import { Advice, type Say } from './command-line.ts';
import { withLock } from './lock.ts';
import { TOOLS } from './paths.ts';
import { commandOnPath, runTool } from './tool.ts';

/** A program out of PyPI: its name, and the file that pins it and all that it needs. */
export type PythonProgram = { name: string; requirements: string };

const makeEnvironment = (folder: string, say: Say): void => {
  if (commandOnPath('python3') === null) throw new Advice('Python 3 is missing. Install it: apt-get install python3');
  try {
    runTool(['python3', '-m', 'venv', folder], {});
  } catch {
    installPackages(['python3-venv'], say);
    runTool(['python3', '-m', 'venv', '--clear', folder], {});
  }
};

/** Programs begin with the place of their environment: in a tree that was moved they would not start. */
const arePointingTo = (programs: string): boolean =>
  readFileSync(join(programs, 'pip'), 'utf8').includes(`${programs}/`);

/**
 * The folder of programs of a virtual environment under `.tools`, which is made from the pinned requirements where it is
 * missing, other versions are wanted, or it was made for another place. Throws `Advice` when it cannot be made.
 */
export const findPythonPrograms = async ({ name, requirements }: PythonProgram, say: Say): Promise<string> => {
  mkdirSync(TOOLS, { recursive: true });
  const folder = join(realpathSync(TOOLS), name);
  const stamp = join(folder, 'installed-for');
  const programs = join(folder, 'bin');
  const wanted = readFileSync(requirements, 'utf8');
  const isInstalled = (): boolean =>
    existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && arePointingTo(programs);
  if (isInstalled()) return programs;
  return withLock(`${folder}.lock`, async () => {
    if (isInstalled()) return programs;
    say(`${name}  fetching from PyPI`);
    rmSync(folder, { recursive: true, force: true });
    makeEnvironment(folder, say);
    const pip = [join(programs, 'pip'), 'install', '-q', '--no-deps', '--disable-pip-version-check'] as const;
    runTool([...pip, '-r', requirements], { PIP_CACHE_DIR: join(TOOLS, 'cache', 'pip') });
    writeFileSync(stamp, wanted);
    return programs;
  });
};
