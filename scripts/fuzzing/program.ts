import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../runtime/apt.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { withLock } from '../runtime/lock.ts';
import { TOOLS } from '../runtime/paths.ts';
import { commandOnPath, runTool } from '../runtime/tool.ts';

const FOLDER = join(TOOLS, 'schemathesis');
const STAMP = join(FOLDER, 'installed-for');
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

const isInstalled = (wanted: string): boolean => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;

const makeEnvironment = (say: Say): void => {
  if (commandOnPath('python3') === null) throw new Advice('Python 3 is missing. Install it: apt-get install python3');
  try {
    runTool(['python3', '-m', 'venv', FOLDER], {});
  } catch {
    installPackages(['python3-venv'], say);
    runTool(['python3', '-m', 'venv', '--clear', FOLDER], {});
  }
};

/**
 * The path of Schemathesis in a virtual environment of its own, which is made from the pinned requirements where it is
 * missing or other versions are wanted. Throws `Advice` when it cannot be made.
 */
export const findSchemathesis = async (say: Say): Promise<string> => {
  const wanted = readFileSync(REQUIREMENTS, 'utf8');
  const program = join(FOLDER, 'bin', 'schemathesis');
  if (isInstalled(wanted)) return program;
  mkdirSync(TOOLS, { recursive: true });
  return withLock(`${FOLDER}.lock`, async () => {
    say('schemathesis  fetching from PyPI');
    rmSync(FOLDER, { recursive: true, force: true });
    makeEnvironment(say);
    const pip = [join(FOLDER, 'bin', 'pip'), 'install', '-q', '--no-deps', '--disable-pip-version-check'] as const;
    runTool([...pip, '-r', REQUIREMENTS], { PIP_CACHE_DIR: join(TOOLS, 'cache', 'pip') });
    writeFileSync(STAMP, wanted);
    return program;
  });
};
