import { rmSync } from 'node:fs';
import { dataPaths } from './paths.ts';
import { readPlan } from './plan.ts';
import { writePrivateFile } from './private-file.ts';
import { Supervisor } from './supervisor.ts';

const paths = dataPaths(process.argv[2] ?? '');
const plan = readPlan(paths.plan);
if (plan === null) throw new Error(`There is no plan at ${paths.plan}.`);

const report = (line: string): void => {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
};

const supervisor = new Supervisor(plan, report);

const shutDown = async (signal: string): Promise<never> => {
  report(`${signal}: stopping everything`);
  await supervisor.stop();
  rmSync(paths.supervisorPid, { force: true });
  report('stopped');
  process.exit(0);
};

process.on('SIGTERM', shutDown);
process.on('SIGINT', shutDown);
process.on('SIGHUP', () => {});
// Without this a full disk would turn each report into the next exception.
process.stdout.on('error', () => {});
process.on('uncaughtException', (error) => report(`unexpected: ${error.stack}`));

writePrivateFile(paths.supervisorPid, `${process.pid}\n`);
report(`supervising ${plan.processes.length} processes`);
await supervisor.start();
report('everything was ready');
