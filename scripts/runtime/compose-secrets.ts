import { randomBytes } from 'node:crypto';
import { DATABASE_USERS, passwordVariable } from '../deployment/mongodb-access.ts';
import { AMQP_PASSWORDS } from '../deployment/rabbitmq-access.ts';
import { generateSecrets } from './secrets.ts';

const password = (): string => randomBytes(32).toString('base64url');

/** A fresh set of what docker-compose.yml asks for, by the names of its variables. */
const freshSecrets = (): Record<string, string> => ({
  ...generateSecrets(),
  VALKEY_PASSWORD: password(),
  MONGODB_KEY: randomBytes(96).toString('base64'),
  ...Object.fromEntries(DATABASE_USERS.map((program) => [passwordVariable(program), password()])),
  ...Object.fromEntries(AMQP_PASSWORDS.map((name) => [name, password()])),
});

/**
 * The text of an `.env` with every secret of docker-compose.yml. What stands in the one that is there stays as it is; a secret that
 * a newer version asks for is added to it.
 */
export const completeEnv = (known: string): string => {
  const names = new Set(known.split('\n').map((line) => line.split('=', 1)[0]));
  const missing = Object.entries(freshSecrets()).filter(([name]) => !names.has(name));
  const begun = known === '' || known.endsWith('\n') ? known : `${known}\n`;
  return begun + missing.map(([name, value]) => `${name}=${value}\n`).join('');
};
