import { join, resolve } from 'node:path';
import { sourceVersion } from '@qsc/service-kit';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { dataPaths } from '../runtime/paths.ts';
import { loadSettings, type Settings } from '../runtime/settings.ts';
import { backUp, describe, type MadeBackup } from './back-up.ts';
import { readBackupKey } from './backup-key.ts';
import { DATABASES, openBucket, runningMongodb, withClient } from './deployment.ts';
import { getPrefix } from './own-mongodb.ts';
import { recordBackup } from './record.ts';
import { deploymentSettings, KEYS_OF_DATA } from './settings-kept.ts';

const USAGE = `Use: scripts/backup [--to FOLDER]
Keeps all databases of the mesh as they are at one moment, with their files and keys, in an encrypted archive. The mesh may run.
QSC_BACKUP_KEY_FILE names the file of the key, or QSC_BACKUP_KEY holds it. docs/backup.md tells the rest.`;

/** Where archives go unless a folder is named. */
const chooseFolder = ({ dataDir, variables }: Settings, parameters: readonly string[]): string => {
  const [option, folder, ...others] = parameters;
  if (option === undefined) return resolve(variables.QSC_BACKUP_DIR || join(dataDir, 'backups'));
  if (option === '--to' && folder && others.length === 0) return resolve(folder);
  throw new Advice(USAGE);
};

const getFile = ({ file, archiveBytes }: MadeBackup): string => `${file}  ${(archiveBytes / 1e6).toFixed(1)} MB`;

/** The alert on a missed backup goes by it. */
const record = async (made: MadeBackup, { dataDir, mongodbUri }: Settings): Promise<void> => {
  const command = await recordBackup(made, { planFile: dataPaths(dataDir).plan, mongodbUri });
  if (command === null) return say('noted         in the audit service: its metric tells how old the newest backup is');
  say(`not noted     no mesh of ./scripts/up has these databases. Give this to the audit service:\n  ${command}`);
};

await runCommand(async () => {
  const settings = loadSettings(process.env);
  const folder = chooseFolder(settings, process.argv.slice(2));
  const key = readBackupKey(process.env);
  const kept = deploymentSettings(settings);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Advice('Stopped. Nothing was kept.')));
  const missing = KEYS_OF_DATA.filter((name) => !kept[name]);
  const bucket = await openBucket(settings);
  const made = await withClient(runningMongodb(settings), (client) => {
    const source = { client, prefix: getPrefix(settings), databases: DATABASES, settings: kept, bucket };
    return backUp({ ...source, release: sourceVersion() }, { folder, key }, { stopped: stop.signal, say });
  }).finally(() => bucket?.close());
  if (missing.length > 0) say(`not kept      ${missing.join(', ')}: not in the environment; keep them yourself`);
  say(`kept          ${describe(made.manifest)}`);
  await record(made, settings).finally(() => say(getFile(made)));
  return 0;
});
