import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './paths.ts';
import { generateSecrets } from './secrets.ts';

const COMPOSE_FILE = join(REPOSITORY, 'docker-compose.yml');
const REQUIRED = /\$\{(\w+):\?run \.\/scripts\/compose-env\}/g;

const password = (): string => randomBytes(32).toString('base64url');

/** A fresh value for each variable that docker-compose.yml requires. Reads no package, since a new checkout has none installed. */
const freshSecrets = (): Record<string, string> => {
  const known: Record<string, string> = { ...generateSecrets(), MONGODB_KEY: randomBytes(96).toString('base64') };
  const names = new Set([...readFileSync(COMPOSE_FILE, 'utf8').matchAll(REQUIRED)].map(([, name = '']) => name));
  return Object.fromEntries([...names].map((name) => [name, known[name] ?? password()]));
};

/**
 * The text of an `.env` with every secret of docker-compose.yml. What stands in the one that is there stays as it is; a secret that
 * a newer version asks for is added to it.
 */
export const completeEnv = (known: string): string => {
  const names = new Set(known.split('\n').map((line) => line.split('=', 1)[0]));
  const missing = Object.entries(freshSecrets()).filter(([name]) => !names.has(name));
  const started = known === '' || known.endsWith('\n') ? known : `${known}\n`;
  return started + missing.map(([name, value]) => `${name}=${value}\n`).join('');
};
