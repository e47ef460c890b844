import { runPlainCommand, say } from './command-line.ts';
import { dataPaths } from './paths.ts';
import { loadSettings } from './settings.ts';
import { currentProcesses, isSupervised, type ProcessState, readState } from './state.ts';

const line = (one: ProcessState): string =>
  [
    one.name.padEnd(20),
    one.state.padEnd(10),
    (one.pid === null ? '' : `pid ${one.pid}`).padEnd(13),
    (one.http_port === null ? '' : `port ${one.http_port}`).padEnd(12),
    one.restarts === 0 ? '' : `started again ${one.restarts} times`,
  ]
    .join('')
    .trimEnd();

const show = (one: ProcessState): string[] =>
  one.state === 'failing' ? [line(one), `${' '.repeat(14)}it keeps dying: ./scripts/logs ${one.name}`] : [line(one)];

await runPlainCommand({ name: 'status', options: ['--json'] }, async () => {
  const state = readState(dataPaths(loadSettings(process.env).dataDir).state);
  const processes = state === null ? [] : currentProcesses(state);
  if (process.argv.includes('--json')) {
    say(
      JSON.stringify(
        processes.map(({ name, pid, http_port, state: phase }) => ({ name, pid, http_port, state: phase })),
      ),
    );
    return 0;
  }
  for (const text of processes.flatMap(show)) say(text);
  if (!isSupervised(state)) say('No supervisor runs. Start everything: ./scripts/up');
  return 0;
});
