import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Advice, runCommand, say } from './command-line.ts';
import { REPOSITORY } from './paths.ts';
import { writePrivateFile } from './private-file.ts';
import { generateSecrets } from './secrets.ts';

const FILE = join(REPOSITORY, '.env');

await runCommand(async () => {
  if (existsSync(FILE)) throw new Advice(`${FILE} is there already. New secrets would not fit the data that exists.`);
  const secrets = {
    ...generateSecrets(),
    MONGODB_PASSWORD: randomBytes(32).toString('base64url'),
    MONGODB_KEY: randomBytes(96).toString('base64'),
  };
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  writePrivateFile(FILE, lines.join(''));
  say(`${FILE} is made. Start: docker compose up --build --wait`);
  return 0;
});
