import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Advice, type Say } from './command-line.ts';
import { openLog } from './log-file.ts';
import { migrateBy } from './migration.ts';
import { type DataPaths, logFile, REPOSITORY } from './paths.ts';
import { type Plan, type ProcessSpec, readPlan, samePlan, writePlan } from './plan.ts';
import { requireFreePorts } from './ports.ts';
import { isReady } from './probe.ts';
import { waitUntilReady } from './readiness.ts';
import { isSupervised, readState } from './state.ts';
import { takeDown } from './take-down.ts';
import { SEARCH_PATH } from './tool.ts';

const LOOK_EVERY_MS = 50;
const SUPERVISOR_START_MS = 60_000;

/**
 * Sees to it that a supervisor runs this plan and that every process is ready: leaves a mesh alone that already runs it,
 * replaces one that runs another plan, and ends what a killed supervisor left behind. Databases that processes may not bring
 * up to date themselves are brought so as soon as MongoDB is ready. Throws `Advice` on a taken port or a process that does not start.
 */
export const bringUp = async (plan: Plan, paths: DataPaths, say: Say): Promise<void> => {
  if (!(await isRunning(plan, paths, say))) {
    await requireFreePorts(plan.processes.flatMap((spec) => spec.ports));
    writePlan(paths.plan, plan);
    await startSupervisor(paths);
  }
  const whenReady = async ({ probe }: ProcessSpec): Promise<void> => {
    if (probe.kind !== 'mongodb') return;
    for (const spec of plan.processes)
      if (spec.migration && !(await isReady(spec.probe))) await migrateBy(spec, plan.workingDirectory);
  };
  await waitUntilReady(plan, paths, { say, whenReady });
};

const isRunning = async (plan: Plan, paths: DataPaths, say: Say): Promise<boolean> => {
  const state = readState(paths.state);
  if (isSupervised(state) && samePlan(readPlan(paths.plan), plan)) return true;
  if (isSupervised(state)) say('What is to run has changed since the last start; starting again.');
  await takeDown(paths, say);
  return false;
};

const startSupervisor = async (paths: DataPaths): Promise<void> => {
  const log = openLog(logFile(paths.logs, 'supervisor'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'supervisor-main.ts'), paths.root], {
    cwd: REPOSITORY,
    env: { PATH: SEARCH_PATH, TZ: 'UTC' },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  child.unref();
  const giveUpAt = Date.now() + SUPERVISOR_START_MS;
  while (readState(paths.state)?.supervisor.pid !== child.pid) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      throw new Advice(`The supervisor did not start. Its log: ${logFile(paths.logs, 'supervisor')}`);
    }
    await delay(LOOK_EVERY_MS);
  }
};
