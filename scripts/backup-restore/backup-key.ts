import { readFileSync } from 'node:fs';
import { Advice } from '../runtime/command-line.ts';

const KEY_BYTES = 32;

const ADVICE =
  'The key of the backups is 32 bytes in base64, in the file that QSC_BACKUP_KEY_FILE names or in QSC_BACKUP_KEY. Make one, ' +
  'and keep it where the backups are not:\n  (umask 077; openssl rand -base64 32 > backup.key)';

/** The key of the backups, from the environment alone: what stands in an argument is seen by everybody on the machine. */
export const readBackupKey = (environment: NodeJS.ProcessEnv): Buffer => {
  const { QSC_BACKUP_KEY_FILE: file, QSC_BACKUP_KEY: text } = environment;
  const key = Buffer.from((file ? readKeyFile(file) : (text ?? '')).trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new Advice(ADVICE);
};

const readKeyFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Advice(`QSC_BACKUP_KEY_FILE: ${(error as Error).message}\n${ADVICE}`);
  }
};
