import { join } from 'node:path';
import { runCommand, say } from '../runtime/command-line.ts';
import { loadSettings } from '../runtime/settings.ts';
import { clearTestDirectory, makeTestDirectory } from '../runtime/test-directory.ts';
import { reportOf } from './check/report.ts';
import { type DrillSize, runDrill, type Surroundings } from './drill.ts';
import { readTask, USAGE } from './options.ts';

const drill = async (size: DrillSize, around: Surroundings): Promise<boolean> => {
  say(`drill with ${size.writes} writes, ${size.faults} faults, seed ${size.seed}`);
  const { findings, faults, seconds } = await runDrill(size, around);
  const struck = [...faults.values()].reduce((sum, count) => sum + count, 0);
  say(`\nfaults ${struck} of ${faults.size} kinds, in ${seconds.toFixed(0)} s`);
  for (const line of reportOf(findings)) say(line);
  const holds = Object.keys(findings.breaches).length === 0 && struck === size.faults;
  say(holds ? '\nNothing was lost and nothing came twice.' : '\nThe drill found faults.');
  return holds;
};

await runCommand(async () => {
  const task = readTask(process.argv.slice(2));
  if (task.kind === 'help') {
    say(USAGE);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const root = await makeTestDirectory(join(loadSettings(process.env).dataDir, 'drill'));
  const around = { directory: join(root, 'mesh'), stopped: stop.signal, say };
  let holds = false;
  try {
    if (task.kind === 'drill') holds = await drill(task.size, around);
  } finally {
    clearTestDirectory(root, !holds);
  }
  return holds ? 0 : 1;
});
