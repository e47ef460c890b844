import { readdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { DrillReason, DrillResult } from '../../services/audit/src/restore-drill/restore-drill.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { prepareDataDirectory } from '../runtime/paths.ts';
import { findFreePortBase } from '../runtime/ports.ts';
import { generateSecrets } from '../runtime/secrets.ts';
import type { Settings } from '../runtime/settings.ts';
import { countBytes } from './archive/manifest.ts';
import type { ReadArchive } from './archive/read-archive.ts';
import { DamagedArchive } from './archive/sealed-stream.ts';
import { pickSecrets } from './deployment-target.ts';
import { makeDrillFolder } from './drill-folder.ts';
import { checkArchive, restoreAndVerify, type Source } from './restore-here.ts';
import { type Chain, requireValid } from './verify-restored.ts';

type Course = { stopped: AbortSignal; say: Say };

/** What a drill has come to so far. */
type Known = { archive: ReadArchive | null; chains: readonly Chain[] };

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
 * to: what went wrong is in it as a code, and said here alone in words; only a stop is thrown.
 */
export const runDrill = async (source: Source, settings: Settings, course: Course): Promise<DrillResult> => {
  const known: Known = { archive: null, chains: [] };
  const result = (reason: DrillReason | null): DrillResult => ({
    at: new Date().toISOString(),
    passed: reason === null,
    reason,
    run_by: userInfo().username,
    backup: known.archive && toBackup(known.archive),
    organizations: known.chains.map(({ org_id, valid, entries }) => ({ org_id, valid, entries })),
  });
  try {
    known.archive = await checkArchive(source, course.say);
    known.chains = await restoreBeside({ ...source, ...known.archive }, settings, course);
    requireValid(known.chains, course.say);
    return result(null);
  } catch (error) {
    course.stopped.throwIfAborted();
    course.say(`failed        ${error instanceof Error ? error.message : String(error)}`);
    return result(toReason(error, known));
  }
};

const toReason = (error: unknown, { chains }: Known): DrillReason => {
  if (chains.some(({ valid }) => !valid)) return 'chain_broken';
  return error instanceof DamagedArchive ? 'archive_damaged' : 'not_verified';
};

const toBackup = ({ manifest }: ReadArchive): NonNullable<DrillResult['backup']> => ({
  moment: manifest.moment,
  release: manifest.release,
  documents: countBytes(manifest).documents,
});

/** The scratch MongoDB has passwords of its own and a folder that only its owner may read. Files of a bucket are read, and go nowhere. */
const restoreBeside = async (archive: Source & ReadArchive, settings: Settings, course: Course) => {
  const directory = await makeDrillFolder(settings.dataDir, course.say);
  try {
    const fresh = generateSecrets();
    const secrets = { ...fresh, ...pickSecrets(archive.settings), MONGODB_PASSWORD: fresh.MONGODB_PASSWORD };
    const scratch = { ...settings, dataDir: directory, portBase: await findFreePortBase(), mongodbUri: null };
    const paths = prepareDataDirectory(directory);
    return await restoreAndVerify(archive, { settings: scratch, paths, secrets, bucket: null }, course);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
