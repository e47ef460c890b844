import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessState } from '../runtime/state.ts';

/** CPU in milliseconds by the name of a process. */
export type Cpu = Record<string, number>;

/** What the figures of /proc count in: USER_HZ, 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

type Usage = { parent: number; ms: number };

const readUsage = (pid: string): Usage | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0] = fields.slice(11, 13);
    return { parent: fields[1] ?? 0, ms: (user + system) * TICK_MS };
  } catch {
    return null;
  }
};

const sumOfTree = (pid: number, usages: ReadonlyMap<number, Usage>): number =>
  [...usages]
    .filter(([, { parent }]) => parent === pid)
    .reduce((sum, [child]) => sum + sumOfTree(child, usages), usages.get(pid)?.ms ?? 0);

/** The CPU that each process of a mesh has used so far, its children included, and as `load` that of this process. */
export const measureCpu = (processes: readonly Pick<ProcessState, 'name' | 'pid'>[]): Cpu => {
  const usages = new Map<number, Usage>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const usage = readUsage(pid);
    if (usage) usages.set(Number(pid), usage);
  }
  const used = processes.map(({ name, pid }) => [name, pid === null ? 0 : sumOfTree(pid, usages)] as const);
  const { user, system } = process.cpuUsage();
  return { load: (user + system) / 1_000, ...Object.fromEntries(used) };
};

/** What was used between two looks. */
export const cpuBetween = (before: Cpu, after: Cpu): Cpu =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));

/** The sum of two. */
export const cpuSum = (one: Cpu, other: Cpu): Cpu =>
  Object.fromEntries(Object.entries(other).map(([name, ms]) => [name, ms + (one[name] ?? 0)]));

const readResident = (pid: number | null): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

const LOOK_MS = 100;

/** The most resident memory of a process in MiB, as it was seen while something was done. Throws where it ended meanwhile. */
export const peakWhile = async <Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ mib: number; result: Result }> => {
  let mib = readResident(pid);
  let failure: unknown;
  const look = (): void => {
    try {
      mib = Math.max(mib, readResident(pid));
    } catch (error) {
      failure ??= error;
    }
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    const result = await work();
    look();
    if (failure !== undefined) throw failure;
    return { mib, result };
  } finally {
    clearInterval(timer);
  }
};

/** The resident memory of each Node process of the mesh, in MiB. */
export const readMemory = (processes: readonly ProcessState[]): Record<string, number> => {
  const services = processes.filter(({ stage }) => stage === 2);
  return Object.fromEntries(services.map(({ name, pid }) => [name, readResident(pid)]));
};

/** How long a mesh at rest is observed, and after how long it has reacted to what was done. */
const REST_MS = 4_000;

/** What the work cost of CPU in each process, until the mesh has reacted to it, less what each takes at rest. */
export const cpuOfWork = async <Done>(
  processes: readonly ProcessState[],
  work: () => Promise<Done>,
): Promise<{ done: Done; cpu: Cpu }> => {
  const resting = measureCpu(processes);
  await pause(REST_MS);
  const before = measureCpu(processes);
  const began = performance.now();
  const done = await work();
  await pause(REST_MS);
  const rests = (performance.now() - began) / REST_MS;
  const atRest = cpuBetween(resting, before);
  const { load: _own, ...used } = cpuBetween(before, measureCpu(processes));
  const cpu = Object.entries(used).map(([name, ms]) => [name, ms - (atRest[name] ?? 0) * rests] as const);
  return { done, cpu: Object.fromEntries(cpu) };
};
