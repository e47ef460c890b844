import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { describeApi } from './description.ts';
import type { Description } from './operation.ts';
import { writeMethods, writeTypes } from './write.ts';

const FOLDER = 'packages/client/src/generated';

/** Writes what the client is generated from the API's description; with `--check` it compares, and fails where it is not current. */
await runCommand(async () => {
  const check = process.argv.includes('--check');
  const description = (await describeApi()) as unknown as Description;
  const files = { 'api.ts': await writeTypes(description), 'methods.ts': writeMethods(description) };
  for (const [name, text] of Object.entries(files)) {
    const file = join(REPOSITORY, FOLDER, name);
    if (!check) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text)
      throw new Advice(`${FOLDER}/${name} is not what the API describes today. Run: npm run client`);
  }
  say(`${FOLDER}: ${check ? 'current' : 'written'}`);
  return 0;
});
