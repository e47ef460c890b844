import { existsSync } from 'node:fs';
import { runPlainCommand, say } from './command-line.ts';
import { withLock } from './lock.ts';
import { dataPaths } from './paths.ts';
import { loadSettings } from './settings.ts';
import { takeDown } from './take-down.ts';

await runPlainCommand({ name: 'down' }, async () => {
  const paths = dataPaths(loadSettings(process.env).dataDir);
  const stopped = existsSync(paths.run) && (await withLock(paths.lock, () => takeDown(paths, say)));
  say(stopped ? 'Everything is stopped. The data is kept.' : 'Nothing was running.');
  return 0;
});
