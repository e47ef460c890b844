import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Advice, runCommand } from './command-line.ts';
import { dataPaths, REPOSITORY } from './paths.ts';
import { readPlan } from './plan.ts';
import { loadSettings } from './settings.ts';

/** The programs that build read models again, by the service whose they are. */
const PROGRAMS: Readonly<Record<string, string>> = { supplier: 'services/supplier/src/rebuild.ts' };

const USAGE = `Use: scripts/rebuild-read-models ${Object.keys(PROGRAMS).join('|')}, while the mesh runs.`;

/** The environment that the service was started with on this machine. */
const readEnvironment = (service: string): Record<string, string> => {
  const plan = readPlan(dataPaths(loadSettings(process.env).dataDir).plan);
  const known = plan?.processes.find(({ name }) => name === service);
  if (!known) throw new Advice('There is no mesh here. Start one by ./scripts/up, then run this again.');
  return known.environment;
};

await runCommand(async () => {
  const [service = '', ...others] = process.argv.slice(2);
  const program = PROGRAMS[service];
  if (program === undefined || others.length > 0) throw new Advice(USAGE);
  const child = spawn(process.execPath, [program], {
    cwd: REPOSITORY,
    env: readEnvironment(service),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  return code ?? 1;
});
