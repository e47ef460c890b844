import { setTimeout as delay } from 'node:timers/promises';
import { Advice, type Say } from './command-line.ts';
import { lastLines } from './log-file.ts';
import { type DataPaths, logFile } from './paths.ts';
import type { Plan, ProcessSpec } from './plan.ts';
import { isReady } from './probe.ts';
import { isSupervised, type MeshState, type ProcessState, readState } from './state.ts';

const LOOK_EVERY_MS = 100;
/** Thirty programs may start on one core, beside other work. */
const TIMEOUT_MS = 900_000;
const LOG_LINES = 12;
/** How often a process that was failing before may still die: it may have been mended a moment ago. */
const FURTHER_DEATHS = 2;

/** Who is notified of a process that is ready: a line for people, and work to be done then. */
type Progress = { say?: Say; whenReady?: (spec: ProcessSpec) => Promise<void> };

/**
 * Waits until every process of the plan answers, and tells of each as it does. Throws `Advice` with the end of the
 * log when one keeps dying, when the supervisor is gone, or after fifteen minutes.
 */
export const waitUntilReady = async (plan: Plan, paths: DataPaths, progress: Progress = {}): Promise<void> => {
  const diedBefore = new Map(requireSupervised(paths).processes.map((one) => [one.name, one.restarts]));
  const watch = { paths, progress, diedBefore, beganAt: Date.now() };
  let waiting = plan.processes;
  for (;;) {
    waiting = await stillWaiting(waiting, watch);
    const [late] = waiting;
    if (late === undefined) return;
    if (Date.now() - watch.beganAt > TIMEOUT_MS) throw notStarting(late, paths, 'is not ready yet');
    await delay(LOOK_EVERY_MS);
  }
};

type Watch = { paths: DataPaths; progress: Progress; diedBefore: Map<string, number>; beganAt: number };

const stillWaiting = async (specs: readonly ProcessSpec[], watch: Watch): Promise<ProcessSpec[]> => {
  const { processes } = requireSupervised(watch.paths);
  const left: ProcessSpec[] = [];
  for (const spec of specs) {
    const one = processes.find((candidate) => candidate.name === spec.name);
    if (one !== undefined && keepsDying(one, watch)) throw notStarting(spec, watch.paths, 'keeps dying');
    if (one?.state !== 'running' || !(await isReady(spec.probe))) {
      left.push(spec);
      continue;
    }
    watch.progress.say?.(progressLine(spec, one, watch.beganAt));
    await watch.progress.whenReady?.(spec);
  }
  return left;
};

const keepsDying = (one: ProcessState, { diedBefore }: Watch): boolean =>
  one.state === 'failing' && one.restarts >= (diedBefore.get(one.name) ?? 0) + FURTHER_DEATHS;

const requireSupervised = (paths: DataPaths): MeshState => {
  const state = readState(paths.state);
  if (isSupervised(state)) return state;
  throw new Advice(`The supervisor ended. Its log: ${logFile(paths.logs, 'supervisor')}. Start again: ./scripts/up`);
};

const progressLine = (spec: ProcessSpec, one: ProcessState, beganAt: number): string => {
  const port = spec.httpPort ?? spec.ports[0]?.port;
  const seconds = ((Date.now() - beganAt) / 1000).toFixed(1);
  return `${spec.name.padEnd(20)}ready  port ${port}  pid ${one.pid}  ${seconds} s`;
};

const notStarting = (spec: ProcessSpec, paths: DataPaths, what: string): Advice => {
  const log = logFile(paths.logs, spec.name);
  return new Advice(
    [
      `${spec.name} ${what}. The end of its log (all of it: ./scripts/logs ${spec.name}, ${log}):`,
      lastLines(log, LOG_LINES),
      'The rest keeps running, and this is tried on and on. Stop everything: ./scripts/down',
    ].join('\n'),
  );
};
