import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPlainCommand, say } from './command-line.ts';
import { completeEnv } from './compose-secrets.ts';
import { REPOSITORY } from './paths.ts';
import { writePrivateFile } from './private-file.ts';

const FILE = join(REPOSITORY, '.env');

await runPlainCommand({ name: 'compose-env' }, async () => {
  const known = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const complete = completeEnv(known);
  if (complete !== known) writePrivateFile(FILE, complete);
  say(
    `${FILE} ${complete === known ? 'has everything' : 'is complete'}. Start: docker compose up --build --wait, or with demo records: docker compose --profile demo up --build --wait`,
  );
  return 0;
});
