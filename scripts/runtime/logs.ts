import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { Advice, runCommand } from './command-line.ts';
import { dataPaths, logFile } from './paths.ts';
import { loadSettings } from './settings.ts';

await runCommand(async () => {
  const { logs } = dataPaths(loadSettings(process.env).dataDir);
  const parameters = process.argv.slice(2);
  const name = parameters.find((one) => !one.startsWith('-'));
  if (name === undefined || name !== basename(name) || !existsSync(logFile(logs, name))) {
    const names = globSync('*.log', { cwd: logs }).map((file) => basename(file, '.log'));
    throw new Advice(
      `Usage: ./scripts/logs NAME [-f]. There are logs of: ${names.sort().join(', ') || 'nothing yet'}.`,
    );
  }
  const follow = parameters.includes('-f') ? ['-F'] : [];
  const tail = spawn('tail', ['-n', '200', ...follow, logFile(logs, name)], { stdio: 'inherit' });
  // Ctrl-C goes to the whole terminal; tail ends by itself and this follows.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => tail.kill());
  await once(tail, 'exit');
  return 0;
});
