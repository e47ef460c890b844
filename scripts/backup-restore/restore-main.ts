import { join, resolve } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { dataPaths } from '../runtime/paths.ts';
import { loadSettings, type Settings } from '../runtime/settings.ts';
import { readArchive } from './archive/read-archive.ts';
import { DamagedArchive, OtherKey } from './archive/sealed-stream.ts';
import { readBackupKey } from './backup-key.ts';
import { newestArchive, runDrill } from './drill.ts';
import { recordDrill } from './record.ts';
import { checkArchive, restoreHere } from './restore-here.ts';

const USAGE = `Use: scripts/restore FILE            restores it into the deployment, which must be stopped and hold nothing
     scripts/restore --check FILE    reads it whole, and writes nothing
     scripts/restore --drill [FILE]  restores it, or the newest, beside the running mesh, verifies it and records the result
     scripts/restore --keys FILE     prints the keys and secrets in it
QSC_BACKUP_KEY_FILE names the file of the key, or QSC_BACKUP_KEY holds it. docs/backup.md tells the rest.`;

type Run = { settings: Settings; key: Buffer; stopped: AbortSignal };

const requireFile = (file: string | undefined): string => {
  if (file === undefined) throw new Advice(USAGE);
  return resolve(file);
};

const drill = async (file: string | undefined, { settings, key, stopped }: Run): Promise<number> => {
  const folder = settings.variables.QSC_BACKUP_DIR || join(settings.dataDir, 'backups');
  const result = await runDrill({ file: file ?? newestArchive(resolve(folder)), key }, settings, { stopped, say });
  say(result.passed ? 'drill         passed' : `drill         did not pass: ${result.reason}`);
  const organizations = await recordDrill(result, dataPaths(settings.dataDir).plan);
  say(`recorded      in the audit logs of ${organizations} organisations`);
  return result.passed ? 0 : 1;
};

/** What each option does; without one the file is restored. */
const MODES: Readonly<Record<string, (file: string | undefined, run: Run) => Promise<number>>> = {
  async restore(file, { settings, key, stopped }) {
    await restoreHere({ file: requireFile(file), key }, settings, { stopped, say });
    say('\nRestored. Start it: ./scripts/up. What was acknowledged after the moment of the backup is not there.');
    return 0;
  },
  async check(file, { key }) {
    await checkArchive({ file: requireFile(file), key }, say);
    return 0;
  },
  async keys(file, { key }) {
    say(JSON.stringify((await readArchive(requireFile(file), key)).settings, null, 2));
    return 0;
  },
  drill,
};

/** What a person can mend, as advice. */
const toAdvice = (error: unknown): unknown => {
  if (error instanceof DamagedArchive || error instanceof OtherKey)
    return new Advice(`${error.message} Nothing was written.`);
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? new Advice(`There is no file ${path}.`) : error;
};

await runCommand(async () => {
  const [first = '', ...rest] = process.argv.slice(2);
  const [name, file, ...others] = first.startsWith('--') ? [first.slice(2), ...rest] : ['restore', first, ...rest];
  const mode = Object.hasOwn(MODES, name ?? '') ? MODES[name ?? ''] : undefined;
  if (first === '' || mode === undefined || others.length > 0) throw new Advice(USAGE);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(new Advice('Stopped.')));
  const run = { settings: loadSettings(process.env), key: readBackupKey(process.env), stopped: stop.signal };
  return mode(file, run).catch((error: unknown) => {
    throw toAdvice(error);
  });
});
