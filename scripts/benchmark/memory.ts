import { readFileSync } from 'node:fs';
import type { ProcessState } from '../runtime/state.ts';

const residentOf = (pid: number | null): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

const LOOK_MS = 100;

/** The most resident memory of a process in MiB, as it was seen while something was done. Throws where it ended meanwhile. */
export const peakWhile = async <Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ mib: number; result: Result }> => {
  let mib = residentOf(pid);
  let failure: unknown;
  const look = (): void => {
    try {
      mib = Math.max(mib, residentOf(pid));
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
export const memoryOf = (processes: readonly ProcessState[]): Record<string, number> => {
  const services = processes.filter(({ stage }) => stage === 2);
  return Object.fromEntries(services.map(({ name, pid }) => [name, residentOf(pid)]));
};
