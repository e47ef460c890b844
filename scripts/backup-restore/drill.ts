import { readdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { DrillResult } from '../../services/audit/src/restore-drill/restore-drill.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { prepareDataDirectory } from '../runtime/paths.ts';
import { findFreePortBase } from '../runtime/ports.ts';
import { generateSecrets } from '../runtime/secrets.ts';
import type { Settings } from '../runtime/settings.ts';
import { sizeOf } from './archive/manifest.ts';
import type { ReadArchive } from './archive/read-archive.ts';
import { secretsOf } from './deployment-target.ts';
import { makeDrillFolder } from './drill-folder.ts';
import { checkArchive, restoreAndVerify, type Source } from './restore-here.ts';

type Course = { stopped: AbortSignal; say: Say };

/** The newest archive in a folder. Throws `Advice` where there is none. */
export const newestArchive = (folder: string): string => {
  const names = filesIn(folder).filter((name) => /^qsc-.*\.backup$/.test(name));
  const newest = names.sort().at(-1);
  if (newest === undefined) throw new Advice(`There is no backup in ${folder}. Make one: ./scripts/backup`);
  return join(folder, newest);
};

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/**
 * Restores an archive into a MongoDB of the drill's own, beside whatever runs, verifies it and removes it again. Gives what it came
 * to; what went wrong is in it and not thrown, but for a stop.
 */
export const runDrill = async (source: Source, settings: Settings, course: Course): Promise<DrillResult> => {
  const known: { archive?: ReadArchive } = {};
  const result = (found: Pick<DrillResult, 'passed' | 'reason' | 'organizations'>): DrillResult => ({
    at: new Date().toISOString(),
    ...found,
    run_by: userInfo().username,
    backup: known.archive ? backupOf(known.archive) : null,
  });
  try {
    known.archive = await checkArchive(source, course.say);
    const chains = await restoreBeside({ ...source, ...known.archive }, settings, course);
    const organizations = chains.map(({ org_id, valid, entries }) => ({ org_id, valid, entries }));
    return result({ passed: true, reason: null, organizations });
  } catch (error) {
    course.stopped.throwIfAborted();
    return result({ passed: false, reason: error instanceof Error ? error.message : String(error), organizations: [] });
  }
};

const backupOf = ({ manifest }: ReadArchive): NonNullable<DrillResult['backup']> => ({
  moment: manifest.moment,
  release: manifest.release,
  documents: sizeOf(manifest).documents,
});

/** The scratch MongoDB has passwords of its own and a folder that only its owner may read. Files of a bucket are read, and go nowhere. */
const restoreBeside = async (archive: Source & ReadArchive, settings: Settings, course: Course) => {
  const directory = await makeDrillFolder(settings.dataDir, course.say);
  try {
    const fresh = generateSecrets();
    const secrets = { ...fresh, ...secretsOf(archive.settings), MONGODB_PASSWORD: fresh.MONGODB_PASSWORD };
    const scratch = { ...settings, dataDir: directory, portBase: await findFreePortBase(), mongodbUri: null };
    const paths = prepareDataDirectory(directory);
    return await restoreAndVerify(archive, { settings: scratch, paths, secrets, bucket: null }, course);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
