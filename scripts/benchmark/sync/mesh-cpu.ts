import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessState } from '../../runtime/state.ts';
import { type Cpu, cpuBetween, cpuOf } from '../cpu.ts';

/** How long a mesh at rest is looked at, and after how long it has reacted to what was done. */
const REST_MS = 4_000;

/** What the work cost of CPU in each process, until the mesh has reacted to it, less what each takes at rest. */
export const cpuOfWork = async <Done>(
  processes: readonly ProcessState[],
  work: () => Promise<Done>,
): Promise<{ done: Done; cpu: Cpu }> => {
  const resting = cpuOf(processes);
  await pause(REST_MS);
  const before = cpuOf(processes);
  const began = performance.now();
  const done = await work();
  await pause(REST_MS);
  const rests = (performance.now() - began) / REST_MS;
  const atRest = cpuBetween(resting, before);
  const { load: _own, ...used } = cpuBetween(before, cpuOf(processes));
  const cpu = Object.entries(used).map(([name, ms]) => [name, ms - (atRest[name] ?? 0) * rests] as const);
  return { done, cpu: Object.fromEntries(cpu) };
};
